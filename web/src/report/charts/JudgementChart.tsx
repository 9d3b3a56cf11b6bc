import type { Measure } from '../../../../src/report/judgements.js'
import { visible } from '../../parts/FileName.js'
import { counted } from '../../parts/numbers.js'
import type { TrackView } from '../tracks.js'
import { judgementTitles } from '../words.js'
import { Histogram } from './Histogram.js'
import { valueText } from './value-text.js'

const WIDTH = 640
const HEIGHT = 200
const LEFT = 62
const MARGIN = 14

/** What is drawn of each measure, in words. */
const captions: Record<Measure['name'], string> = {
  voice: 'How far each voice is off, in upload order',
  volume: 'How much louder or softer than the median each file is, in upload order',
  sound: 'Sound quality of each file, in upload order',
  pace: 'How much faster or slower than the median each file is, in upload order',
  script: 'How near each file is to its script, in upload order',
}

interface JudgementChartProps {
  measure: Measure
  tracks: TrackView[]
  onOpen: (index: number) => void
  /** Shows these files in the list. */
  onFiles: (files: number[]) => void
}

/** Every file at the number that it was judged by, with the limit that it was held against. */
export function JudgementChart({ measure, tracks, onOpen, onFiles }: JudgementChartProps) {
  const { name, limit, limitText, bad, files } = measure
  const dots = files.flatMap(({ value, text, verdict }, index) =>
    value === null ? [] : [{ value, text, verdict, index }],
  )
  const title = captions[name]
  if (dots.length === 0)
    return (
      <figure class="judgement-chart">
        <figcaption>{title}</figcaption>
        <p class="quiet">No file was judged.</p>
      </figure>
    )
  const limits = limitsOf(measure)
  const [low, high] = spanOf(measure, [...dots.map(({ value }) => value), ...limits])
  const y = (value: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (value - low)) / (high - low || 1)
  const x = (index: number) => LEFT + ((WIDTH - LEFT - MARGIN) * (index + 0.5)) / files.length
  const beyond = dots.filter(({ verdict }) => verdict === 'flagged').length
  const left = files.length - dots.length
  return (
    <figure class={`judgement-chart chart-${name}`} data-measure={name}>
      <figcaption>
        {title}
        {limit !== null && <span class="quiet">; the line is the limit: {limitText}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${judgementTitles[name]} of ${counted(dots.length, 'file')}; ${beyond} flagged${limit === null ? '' : `, the limit is ${limitText}`}.`}
      >
        <line
          class="axis"
          x1={LEFT}
          x2={WIDTH - MARGIN}
          y1={y(normalOf(measure))}
          y2={y(normalOf(measure))}
        />
        {limits.map((value) => (
          <line
            key={value}
            class="limit"
            data-value={value}
            x1={LEFT}
            x2={WIDTH - MARGIN}
            y1={y(value)}
            y2={y(value)}
          />
        ))}
        {[normalOf(measure), ...limits].map((value) => (
          <text key={value} x={LEFT - 8} y={y(value)} dy="0.35em" text-anchor="end">
            {valueText(measure, value)}
          </text>
        ))}
        {dots.map(({ value, text, verdict, index }) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the list of tracks opens the same
          <circle
            key={index}
            class={verdict === 'flagged' ? 'dot is-bad' : 'dot'}
            data-value={value}
            cx={x(index)}
            cy={y(value)}
            r={verdict === 'flagged' ? 5 : 3.5}
            onClick={() => onOpen(index)}
          >
            <title>{`${visible(tracks[index].file)}: ${text}`}</title>
          </circle>
        ))}
      </svg>
      {left > 0 && (
        <p class="quiet">
          {counted(left, 'file')} {left === 1 ? 'is' : 'are'} not shown:{' '}
          {bad === 'below' && name === 'script'
            ? 'without a script, or nobody speaks'
            : 'not judged, or nobody speaks'}
          .
        </p>
      )}
      <Histogram measure={measure} onFiles={onFiles} />
    </figure>
  )
}

/** Where a file is that has nothing wrong with it. */
function normalOf({ unit }: Measure): number {
  return unit === 'of 100' ? 100 : 0
}

function limitsOf({ limit, bad }: Measure): number[] {
  if (limit === null) return []
  return bad === 'eitherSide' ? [limit, -limit] : [limit]
}

/** Wide enough that files which are all alike do not look torn apart. */
function spanOf(measure: Measure, values: number[]): [number, number] {
  const all = [...values, normalOf(measure)]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  return [low, high]
}
