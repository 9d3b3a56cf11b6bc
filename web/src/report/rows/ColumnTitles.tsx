import type { TrackView } from '../tracks.js'
import { judgementTitles } from '../words.js'

/** For the eye: each row tells its own for who has it read aloud. */
export function ColumnTitles({ tracks, hasSound }: { tracks: TrackView[]; hasSound: boolean }) {
  return (
    <div class="track-head" aria-hidden="true">
      {hasSound && <span class="row-sound">Play</span>}
      <div class="track-columns">
        <span>Verdict</span>
        <span>File</span>
        <span class="track-figures">
          {tracks[0]?.judgements.map(({ name, limitText }) => (
            <span key={name} class="figure">
              {judgementTitles[name]}
              {limitText && <span class="quiet"> {limitText}</span>}
            </span>
          ))}
        </span>
      </div>
    </div>
  )
}
