import { useRef, useState } from 'preact/hooks'
import { type Speaker, turnsInOrder } from '../../../../src/report/voices/speakers.js'
import { visible } from '../../parts/FileName.js'
import { fineClock } from '../../parts/numbers.js'
import type { TrackView } from '../tracks.js'
import { isPlayableAt } from './pieces.js'
import { type Shared, TimePicture } from './TimePicture.js'
import { stretchIn, type View } from './view.js'
import { voiceColour } from './voice-colour.js'

/** Who speaks when, a row for each voice: one stop for the keyboard, arrows go from turn to turn, Enter plays from there. */
export function SpeakerLane({ track, ...shared }: Shared & { track: TrackView }) {
  const box = useRef<HTMLDivElement>(null)
  const [stop, setStop] = useState(0)
  const { view } = shared.zooming
  const turns = turnsIn(view, track.speakers)
  // Of a file that is there in excerpts not every turn can be played.
  const playable = turns.filter(({ startSec }) => isPlayableAt(track.pieces, startSec))
  const stopHere = playable.find(({ at }) => at === stop) ?? playable[0]
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const here = playable.findIndex(({ at }) => String(at) === (event.target as HTMLElement).dataset.at)
    const next = by && playable[here + by]
    if (next) box.current?.querySelector<HTMLElement>(`[data-at="${next.at}"]`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div ref={box} role="group" aria-label="Who speaks when" onKeyDown={step}>
      <TimePicture
        {...shared}
        name="lane speaker-lane"
        testId="speaker-lane"
        playheadTestId="speaker-playhead"
      >
        {track.speakers.map(({ voice }) => (
          <div key={voice} class="speaker-row">
            {turns
              .filter((turn) => turn.voice === voice)
              .map(({ at, name, startSec, endSec }) => (
                <button
                  key={at}
                  type="button"
                  class={`turn ${voiceColour(voice)}`}
                  data-at={at}
                  tabIndex={at === stopHere?.at ? 0 : -1}
                  disabled={!isPlayableAt(track.pieces, startSec)}
                  title={`${visible(name)}, ${fineClock(startSec)} to ${fineClock(endSec)}`}
                  style={stretchIn(view, { startSec, endSec })}
                  onPointerDown={(event) => event.stopPropagation()}
                  onFocus={() => setStop(at)}
                  onClick={() => shared.playback.playAt(startSec)}
                >
                  <bdi>{visible(name)}</bdi>
                  <span class="only-read">
                    , {fineClock(startSec)} to {fineClock(endSec)}
                  </span>
                </button>
              ))}
          </div>
        ))}
        {/* In words below, with the turns. */}
        {track.overlaps.filter(isSeen(view)).map(({ startSec, endSec }) => (
          <div
            key={startSec}
            class="overlap"
            aria-hidden="true"
            style={stretchIn(view, { startSec, endSec })}
          />
        ))}
      </TimePicture>
    </div>
  )
}

/** Each with its place among all turns of the file; without those that are out of sight. */
function turnsIn(view: View, speakers: Speaker[]) {
  return turnsInOrder(speakers)
    .map((turn, at) => ({ ...turn, at }))
    .filter(isSeen(view))
}

function isSeen(view: View) {
  return ({ startSec, endSec }: View) => endSec > view.startSec && startSec < view.endSec
}
