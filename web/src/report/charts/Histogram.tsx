import { useMemo } from 'preact/hooks'
import type { Measure } from '../../../../src/report/judgements.js'
import { counted } from '../../parts/numbers.js'
import { judgementTitles } from '../words.js'
import { binsOf } from './bins.js'
import { valueText } from './value-text.js'

interface HistogramProps {
  measure: Measure
  /** Shows these files in the list. */
  onFiles: (files: number[]) => void
}

/** How many files are how far off: each bar shows its files in the list. */
export function Histogram({ measure, onFiles }: HistogramProps) {
  const { name, unit, files } = measure
  const bins = useMemo(
    () =>
      binsOf(
        files.map(({ value }) => value),
        unit === '%' ? 0.01 : 1,
      ),
    [files, unit],
  )
  const most = Math.max(1, ...bins.map(({ members }) => members.length))
  return (
    <div class="histogram">
      <p class="histogram-title">
        Distribution<span class="quiet">; a bar shows its files in the list</span>
      </p>
      <ol aria-label={`${judgementTitles[name]}: distribution`}>
        {bins.map(({ from, to, members }) => {
          const flagged = members.filter((index) => files[index].verdict === 'flagged').length
          const range = `${valueText(measure, from)} to ${valueText(measure, to)}`
          const height = `${(100 * members.length) / most}%`
          return (
            <li key={from}>
              {members.length > 0 && (
                <button
                  type="button"
                  class="bar"
                  title={`${range}: ${counted(members.length, 'file')}. Show ${members.length === 1 ? 'it' : 'them'} in the list.`}
                  aria-label={`Show ${counted(members.length, 'file')}: ${range}${flagged > 0 ? `, ${flagged} flagged` : ''}`}
                  onClick={() => onFiles(members)}
                >
                  <span class="bar-count">{members.length}</span>
                  <span class="bar-fill" style={{ height }}>
                    <span class="bar-bad" style={{ height: `${(100 * flagged) / members.length}%` }} />
                  </span>
                </button>
              )}
              <span class="bar-from" aria-hidden="true">
                {valueText(measure, from)}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
