import { decisionsAsCsv } from '../../../../src/report/decisions-csv.js'
import { download } from '../../parts/download.js'
import { Notice } from '../../parts/Notice.js'
import { counted } from '../../parts/numbers.js'
import { choices, choiceTitles } from './review.js'
import type { Review } from './use-review.js'

interface ReviewBarProps {
  review: Review
  /** What files that are saved are called, before their ending. */
  fileName: string
  /** Whether there is sound. */
  isPlayable: boolean
  isInRow: boolean
  /** Opens the next flag that nobody has decided about. */
  onGoOn: () => void
  onRow: () => void
}

/** How far the review is, and what it has come to. */
export function ReviewBar({ review, fileName, isPlayable, isInRow, onGoOn, onRow }: ReviewBarProps) {
  const files = [...review.tracks.values()]
  const flagCount = files.reduce((sum, { flags }) => sum + flags.length, 0)
  const openCount = files.reduce((sum, { openCount }) => sum + openCount, 0)
  const count = (wanted: string) => files.filter(({ state }) => state === wanted).length
  const decisions = [...review.decisions.values()]
  const isDone = openCount === 0
  return (
    <section class="review-bar" aria-label="Review">
      <div class="review-told">
        <p role="status">
          <strong>
            {isDone
              ? `Review finished: ${counted(count('retake'), 'file')} to retake, ${count('kept')} kept`
              : `${flagCount - openCount} of ${counted(flagCount, 'flag')} decided`}
          </strong>
          {!isDone && count('retake') + count('kept') > 0 && (
            <span class="quiet">
              {' '}
              · {counted(count('retake'), 'file')} to retake, {count('kept')} kept
            </span>
          )}
        </p>
        <progress max={flagCount} value={flagCount - openCount} aria-label="Flags decided" />
      </div>
      <div class="actions">
        {!isDone && (
          <button type="button" class="primary" aria-keyshortcuts="g" onClick={onGoOn}>
            {openCount === flagCount ? 'Start the review' : 'Continue the review'} <kbd>g</kbd>
          </button>
        )}
        {isPlayable && (
          <button type="button" aria-keyshortcuts="l" aria-pressed={isInRow} onClick={onRow}>
            {isInRow ? 'Stop playing' : 'Play all faults'} <kbd>l</kbd>
          </button>
        )}
        <button
          type="button"
          disabled={decisions.length === 0}
          onClick={() => download(`${fileName}-decisions.csv`, 'text/csv', decisionsAsCsv(decisions))}
        >
          Decisions as CSV
        </button>
        <button
          type="button"
          disabled={decisions.length === 0}
          onClick={() =>
            download(`${fileName}-decisions.json`, 'application/json', JSON.stringify({ decisions }, null, 2))
          }
        >
          Decisions as JSON
        </button>
      </div>
      {review.fault && (
        <Notice kind="error" title="The last decision was not saved.">
          {review.fault}
        </Notice>
      )}
      <details class="keys-told">
        <summary>Keyboard</summary>
        <dl>
          {keysTold.map(([keys, what]) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <p class="quiet">{review.promise}</p>
      </details>
    </section>
  )
}

const keysTold: [string[], string][] = [
  [['r', 'a', 'f'], `${choices.map((choice) => choiceTitles[choice]).join(', ')}: then the next flag`],
  [['Shift'], 'with one of these: all flags of the file that are still open'],
  [['e'], 'write a note; Enter saves it'],
  [['Space'], 'play and pause'],
  [['←', '→'], 'two seconds back and forward'],
  [['−', '+'], 'slower and faster'],
  [['z', 'Z'], 'zoom in and out; 0 shows the whole file'],
  [['j', 'k'], 'next and previous flag'],
  [['n', 'p'], 'next and previous flagged file'],
  [['g'], 'next flag without a decision'],
  [['l'], 'play all faults one after the other'],
  [['Esc'], 'close the file'],
]
