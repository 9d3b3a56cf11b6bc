import { FileName, visible } from '../../parts/FileName.js'
import type { Flag } from '../review/flags.js'
import type { ReviewState } from '../review/review.js'
import type { TrackView } from '../tracks.js'
import { judgementTitles } from '../words.js'
import type { OutlineLoader } from './outline-loader.js'
import { RowSound } from './RowSound.js'
import type { RowPlayer } from './use-row-player.js'

interface TrackRowProps {
  track: TrackView
  flags: Flag[]
  isOpen: boolean
  /** What the review has come to; undefined where there is none. */
  reviewState: ReviewState | undefined
  /** Undefined where no file of the batch can be played. */
  player: RowPlayer | undefined
  outlines: OutlineLoader
  onOpen: (index: number) => void
}

const reviewMarks: Record<ReviewState, string> = { open: 'Regenerate', retake: 'Retake', kept: 'Kept' }

export function TrackRow({ track, flags, isOpen, reviewState, player, outlines, onOpen }: TrackRowProps) {
  const { index, file, isFlagged, isUndecided, reasons, flaggedBy, judgements } = track
  const verdict = isFlagged ? 'is-flagged' : isUndecided ? 'is-undecided' : 'is-passed'
  return (
    <div class="track-line">
      {player && <RowSound track={track} flags={flags} outlines={outlines} player={player} />}
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
              <span class="figure-name">{judgementTitles[name]}</span>{' '}
              <span class="figure-value">{text}</span>
            </span>
          ))}
        </span>
      </button>
    </div>
  )
}
