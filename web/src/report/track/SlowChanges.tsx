import { trendText } from '../../../../src/report/voices/trends.js'
import { fineClock } from '../../parts/numbers.js'
import { sentence } from '../../parts/sentence.js'
import type { TrackView } from '../tracks.js'
import { checkOf, curveText } from './trend-words.js'

interface SlowChangesProps {
  track: TrackView
  /** Left out when there is nothing to play any more. */
  onPlay: ((timeSec: number) => void) | undefined
  isPlayableAt: (timeSec: number) => boolean
}

/** What changes through the file, in words; nothing where nobody looked for it. */
export function SlowChanges({ track: { trends, voiceCurve }, onPlay, isPlayableAt }: SlowChangesProps) {
  if (trends.length === 0 && voiceCurve.length === 0) return null
  return (
    <>
      <h4>{trends.length > 0 ? 'Slow changes' : 'The voice through the file'}</h4>
      <ul class="issues">
        {trends.map((trend, at) => (
          <li key={at}>
            <span class={`swatch check-${checkOf(trend)}`} />
            {onPlay && isPlayableAt(trend.startSec) ? (
              <button type="button" class="link time" onClick={() => onPlay(trend.startSec)}>
                <span class="only-read">Play from </span>
                {fineClock(trend.startSec)}
              </button>
            ) : (
              <span class="time">{fineClock(trend.startSec)}</span>
            )}
            <span class="issue-text">{sentence(trendText(trend))}</span>
          </li>
        ))}
      </ul>
      {voiceCurve.length > 0 && <p class="quiet">{curveText(voiceCurve)}</p>}
    </>
  )
}
