import { useState } from 'preact/hooks'
import { turnsInOrder } from '../../../../src/report/voices/speakers.js'
import { visible } from '../../parts/FileName.js'
import { counted, duration, fineClock, percent } from '../../parts/numbers.js'
import { usePrinting } from '../../parts/use-printing.js'
import type { TrackView } from '../tracks.js'
import { voiceColour } from './voice-colour.js'

/** More times nobody reads; the lane shows them all. */
const MOST_LISTED = 12

/** Who speaks how much, and every turn in words: what the lane under the waveform shows. Nothing where a single voice speaks. */
export function Speakers({ speakers, overlaps }: Pick<TrackView, 'speakers' | 'overlaps'>) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  if (speakers.length === 0) return null
  return (
    <>
      <h4>{speakers.length} voices in this file</h4>
      <ul class="speakers">
        {speakers.map(({ voice, name, share, speechSec, turns }) => (
          <li key={voice}>
            <span class={`swatch ${voiceColour(voice)}`} /> <bdi>{visible(name)}</bdi>:{' '}
            <strong>{percent(share)}</strong> of the speech{' '}
            <span class="quiet">
              {duration(speechSec)} in {counted(turns.length, 'turn')}
            </span>
          </li>
        ))}
        {overlaps.length > 0 && (
          <li>
            <span class="swatch overlap-swatch" /> two at once:{' '}
            {overlaps
              .slice(0, MOST_LISTED)
              .map(({ startSec, endSec }) => `${fineClock(startSec)} to ${fineClock(endSec)}`)
              .join(', ')}
            {overlaps.length > MOST_LISTED && ` and ${overlaps.length - MOST_LISTED} more`}
          </li>
        )}
      </ul>
      <details
        class="turns"
        open={isOpen || isPrinting}
        onToggle={({ currentTarget }) => !isPrinting && setOpen(currentTarget.open)}
      >
        <summary>Every turn in words</summary>
        <table class="beside">
          <thead>
            <tr>
              <th scope="col">Voice</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
            </tr>
          </thead>
          <tbody>
            {turnsInOrder(speakers).map(({ voice, name, startSec, endSec }, at) => (
              <tr key={at}>
                <td>
                  <span class={`swatch ${voiceColour(voice)}`} /> <bdi>{visible(name)}</bdi>
                </td>
                <td class="time">{fineClock(startSec)}</td>
                <td class="time">{fineClock(endSec)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
