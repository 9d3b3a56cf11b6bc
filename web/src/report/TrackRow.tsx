import { FileName, visible } from '../parts/FileName.js'
import type { TrackView } from './tracks.js'
import { judgementTitles } from './words.js'

interface TrackRowProps {
  track: TrackView
  isOpen: boolean
  onOpen: (index: number) => void
}

export function TrackRow({ track, isOpen, onOpen }: TrackRowProps) {
  const { index, file, isFlagged, isUndecided, reasons, judgements } = track
  const verdict = isFlagged ? 'is-flagged' : isUndecided ? 'is-undecided' : 'is-passed'
  return (
    <button
      type="button"
      class={`track-row ${verdict}`}
      data-index={index}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(index)}
    >
      <span class="track-mark">{isFlagged ? 'Regenerate' : isUndecided ? 'Not judged' : 'Passed'}</span>
      <span class="track-text">
        <FileName name={file} />
        <span class="track-reason">
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
