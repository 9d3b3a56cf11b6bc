import { useRef } from 'preact/hooks'
import { visible } from '../../parts/FileName.js'
import { fineClock } from '../../parts/numbers.js'
import { checkTitles } from '../words.js'
import { type Flag, keyOf } from './flags.js'
import { choiceKeys, choiceMeanings, choices, choiceTitles } from './review.js'
import type { Review } from './use-review.js'

/** As the service takes it; see src/server/schemas/decisions.ts. */
const MOST_NOTE_CHARS = 500

interface FlagListProps {
  flags: Flag[]
  /** The one that the keys are about. */
  at: number
  review: Review
  onChoose: (at: number) => void
  onDecide: (at: number, choice: (typeof choices)[number]) => void
  /** Left out when there is nothing to play. */
  onPlay: ((flag: Flag) => void) | undefined
}

/** What the file is flagged for, each with what is to become of it. */
export function FlagList({ flags, at, review, onChoose, onDecide, onPlay }: FlagListProps) {
  return (
    <>
      <h4>Flags to review</h4>
      <ol class="flags">
        {flags.map((flag, place) => {
          const decision = review.decisions.get(keyOf(flag))
          const isCurrent = place === at
          return (
            <li
              key={keyOf(flag)}
              class={isCurrent ? 'flag is-current' : 'flag'}
              aria-current={isCurrent ? 'true' : undefined}
              data-decision={decision?.decision}
            >
              <span class={`swatch ${flag.colour ? `kind-${flag.colour}` : `check-${flag.check}`}`} />
              {onPlay ? (
                <button
                  type="button"
                  class="link time"
                  onClick={() => {
                    onChoose(place)
                    onPlay(flag)
                  }}
                >
                  <span class="only-read">Play </span>
                  {placeOf(flag)}
                </button>
              ) : (
                <span class="time">{placeOf(flag)}</span>
              )}
              <span class="issue-text">
                <span class="only-read">{checkTitles[flag.check]}: </span>
                <bdi>{visible(flag.title)}</bdi>{' '}
                {flag.note && <span class="quiet">{visible(flag.note)}</span>}
              </span>
              <fieldset class="choices-row">
                <legend class="only-read">Decision: {visible(flag.title)}</legend>
                {choices.map((choice) => (
                  <button
                    key={choice}
                    type="button"
                    class={`choose choose-${choice}`}
                    aria-pressed={decision?.decision === choice}
                    title={choiceMeanings[choice]}
                    {...(isCurrent && { 'aria-keyshortcuts': choiceKeys[choice] })}
                    onClick={() => onDecide(place, choice)}
                  >
                    {choiceTitles[choice]}
                    {isCurrent && <kbd>{choiceKeys[choice]}</kbd>}
                  </button>
                ))}
              </fieldset>
              {(isCurrent || decision?.note) && (
                <Note
                  key={`${keyOf(flag)} ${decision?.note ?? ''}`}
                  flag={flag}
                  isCurrent={isCurrent}
                  review={review}
                />
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}

interface NoteProps {
  flag: Flag
  isCurrent: boolean
  review: Review
}

/** Kept with the decision: Enter keeps it, and one that is typed before goes with the decision that follows. */
function Note({ flag, isCurrent, review }: NoteProps) {
  const input = useRef<HTMLInputElement>(null)
  const decision = review.decisions.get(keyOf(flag))
  const keep = () => {
    const note = input.current!.value.trim()
    if (decision && note !== decision.note) review.decide([flag], decision.decision, note)
  }
  return (
    <label class="note">
      <span class="only-read">Note on {visible(flag.title)}</span>
      <input
        ref={input}
        data-note={isCurrent ? 'current' : undefined}
        aria-keyshortcuts={isCurrent ? 'e' : undefined}
        maxLength={MOST_NOTE_CHARS}
        placeholder={isCurrent ? 'Note (e)' : ''}
        defaultValue={decision?.note ?? ''}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          if (event.key === 'Escape') event.currentTarget.value = decision?.note ?? ''
          event.stopPropagation()
          event.currentTarget.blur()
        }}
      />
    </label>
  )
}

function placeOf({ timeSec }: Flag): string {
  return timeSec === null ? 'File' : fineClock(timeSec)
}
