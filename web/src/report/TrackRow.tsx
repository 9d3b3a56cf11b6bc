import { FileName, visible } from '../parts/FileName.js'
import type { ReviewState } from './review/review.js'
import type { TrackView } from './tracks.js'
import { judgementTitles } from './words.js'

interface TrackRowProps {
  track: TrackView
  isOpen: boolean
  /** What the review has come to; undefined where there is none. */
  reviewState: ReviewState | undefined
  onOpen: (index: number) => void
}

const reviewMarks: Record<ReviewState, string> = { open: 'Regenerate', retake: 'Retake', kept: 'Kept' }

export function TrackRow({ track, isOpen, reviewState, onOpen }: TrackRowProps) {
  const { index, file, isFlagged, isUndecided, reasons, flaggedBy, judgements } = track
  const verdict = isFlagged ? 'is-flagged' : isUndecided ? 'is-undecided' : 'is-passed'
  return (
    <button
      type="button"
      class={`track-row ${verdict}${reviewState ? ` is-${reviewState}` : ''}`}
      data-index={index}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(index)}
    >
      <span class="track-mark">
        {isFlagged ? reviewMarks[reviewState ?? 'open'] : isUndecided ? 'Not judged' : 'Passed'}
      </span>
      <span class="track-text">
        <FileName name={file} />
        <span class="track-reason">
          {flaggedBy.map((check) => (
            <span key={check} class={`swatch check-${check}`} />
          ))}
          <bdi>{reasons.map(({ message }) => visible(message)).join('; ')}</bdi>
        </span>
      </span>
      <span class="track-figures">
        {judgements.map(({ name, verdict, text }) => (
          <span key={name} class={`figure figure-${name} is-${verdict}`}>
            <span class="figure-name">{judgementTitles[name]}</span> <span class="figure-value">{text}</span>
          </span>
        ))}
      </span>
    </button>
  )
}
