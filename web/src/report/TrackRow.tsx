import { FileName, visible } from '../parts/FileName.js'
import { percent, score, signedPercent } from '../parts/numbers.js'
import { isMeasuredByScript, isVoiceJudged, type TrackView } from './tracks.js'

interface TrackRowProps {
  track: TrackView
  isOpen: boolean
  onOpen: (index: number) => void
}

export function TrackRow({ track, isOpen, onOpen }: TrackRowProps) {
  const { index, file, isFlagged, reasons } = track
  return (
    <button
      type="button"
      class={isFlagged ? 'track-row is-flagged' : 'track-row'}
      data-index={index}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(index)}
    >
      <span class="track-mark">{isFlagged ? 'Regenerate' : 'Passed'}</span>
      <span class="track-text">
        <FileName name={file} />
        <span class="track-reason">
          <bdi>{reasons.map(({ message }) => visible(message)).join('; ')}</bdi>
        </span>
      </span>
      <span class="track-figures">
        {figuresOf(track).map(({ name, value, isBad }) => (
          <span key={name} class={isBad ? 'figure is-bad' : 'figure'}>
            <span class="figure-name">{name}</span> <span class="figure-value">{value}</span>
          </span>
        ))}
      </span>
    </button>
  )
}

interface Figure {
  name: string
  value: string
  isBad: boolean
}

/** One for each check that ran; a dash where it could not tell. */
function figuresOf({ comparison, quality, pace, script }: TrackView): Figure[] {
  const figures: Figure[] = []
  if (comparison) {
    const value = isVoiceJudged(comparison) ? percent(comparison.similarity) : '–'
    figures.push({ name: 'Voice', value, isBad: comparison.flagged })
  }
  if (quality) figures.push({ name: 'Sound', value: score(quality.score), isBad: quality.flagged })
  if (pace) {
    const value = pace.deviation === null ? '–' : signedPercent(pace.deviation)
    figures.push({ name: 'Pace', value, isBad: pace.flagged })
  }
  if (script) {
    const value = isMeasuredByScript(script) ? percent(script.accuracy / 100) : '–'
    figures.push({ name: 'Script', value, isBad: script.flagged })
  }
  return figures
}
