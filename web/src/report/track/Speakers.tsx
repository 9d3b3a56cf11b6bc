import { useState } from 'preact/hooks'
import { type Speaker, turnsInOrder } from '../../../../src/report/voices/speakers.js'
import { visible } from '../../parts/FileName.js'
import { counted, duration, fineClock, percent } from '../../parts/numbers.js'
import { usePrinting } from '../../parts/use-printing.js'
import { voiceColour } from './voice-colour.js'

/** Who speaks how much, and every turn in words: what the lane under the waveform shows. Nothing where a single voice speaks. */
export function Speakers({ speakers }: { speakers: Speaker[] }) {
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
