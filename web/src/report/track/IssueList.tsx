import { visible } from '../../parts/FileName.js'
import { counted, fineClock } from '../../parts/numbers.js'
import type { Mark } from './marks.js'

interface IssueListProps {
  /** What stands above them; left out, they are counted. */
  title: string | undefined
  marks: Mark[]
  /** Left out when there is nothing to play any more. */
  onPlay: ((timeSec: number) => void) | undefined
  isPlayableAt: (timeSec: number) => boolean
}

export function IssueList({ title, marks, onPlay, isPlayableAt }: IssueListProps) {
  if (marks.length === 0) return null
  return (
    <>
      <h4>{title ?? `${counted(marks.length, 'place')} to listen to`}</h4>
      <ol class="issues">
        {marks.map((mark, index) => (
          <li key={index}>
            <span class={`swatch kind-${mark.kind}`} />
            {onPlay && isPlayableAt(mark.timeSec) ? (
              <button type="button" class="link time" onClick={() => onPlay(mark.timeSec)}>
                <span class="only-read">Play from a second before </span>
                {fineClock(mark.timeSec)}
              </button>
            ) : (
              <span class="time">{fineClock(mark.timeSec)}</span>
            )}
            <span class="issue-text">
              <bdi>{visible(mark.title)}</bdi>
              {lengthOf(mark)} {mark.note && <span class="quiet">{visible(mark.note)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

function lengthOf({ timeSec, endSec }: Mark): string {
  const lengthSec = endSec - timeSec
  return lengthSec >= 0.1 ? `, ${lengthSec.toFixed(1)} s` : ''
}
