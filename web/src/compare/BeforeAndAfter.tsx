import type { Reason } from '../api/audit.js'
import { visible } from '../parts/FileName.js'
import { useInTurn } from '../parts/use-in-turn.js'
import { Reasons } from '../report/Reasons.js'
import { onThisHost } from '../settings.js'
import type { FileChange } from './changes.js'

/** One file in two audits, side by side, with both sounds. */
export function BeforeAndAfter({ change }: { change: FileChange }) {
  const { file, before, after, soundBefore, soundAfter } = change
  const { players, playInTurn } = useInTurn()
  const sides: [title: string, reasons: Reason[], sound: string | undefined][] = [
    ['Before', before, soundBefore],
    ['After', after, soundAfter],
  ]
  return (
    <>
      <div class="two">
        {sides.map(([title, reasons, sound], side) => (
          <div key={title} class="side">
            <h3>{title}</h3>
            {reasons.length > 0 ? <Reasons reasons={reasons} /> : <p class="passed">Passed</p>}
            {sound ? (
              // biome-ignore lint/a11y/useMediaCaption: the transcript is in the report
              <audio
                ref={(element) => {
                  players.current[side] = element
                }}
                controls
                preload="none"
                src={onThisHost(sound)}
                aria-label={`${visible(file)}, ${title.toLowerCase()}`}
              />
            ) : (
              <p class="quiet">The audio has been deleted.</p>
            )}
          </div>
        ))}
      </div>
      {soundBefore && soundAfter && (
        <button type="button" onClick={playInTurn}>
          Play before, then after<span class="only-read"> of {visible(file)}</span>
        </button>
      )}
    </>
  )
}
