import { useEffect, useRef, useState } from 'preact/hooks'
import { FileName } from '../../parts/FileName.js'
import type { TrackView } from '../tracks.js'
import { matchedVolumes, type Typical } from './typical-file.js'

/** As long as it takes to know a voice, and short enough to have it still in the ear. */
const LISTENED_SEC = 6

interface TypicalFirstProps {
  typical: Typical
  track: TrackView
}

/** A typical file of the batch, then this one, the beginnings of both. */
export function TypicalFirst({ typical, track }: TypicalFirstProps) {
  const players = useRef<(HTMLAudioElement | null)[]>([null, null])
  const [playing, setPlaying] = useState<0 | 1 | null>(null)
  const volumes = matchedVolumes(typical.fault, typical.track, track)
  const stop = () => {
    for (const player of players.current) player?.pause()
    setPlaying(null)
  }
  const play = (side: 0 | 1) => {
    const player = players.current[side]
    if (!player) return
    player.volume = volumes[side]
    player.currentTime = 0
    setPlaying(side)
    // Refused, or paused before it began to sound: then the other one may play already.
    player.play().catch(() => setPlaying((now) => (now === side ? null : now)))
  }
  const goOn = (side: 0 | 1) => {
    if (playing !== side) return
    players.current[side]?.pause()
    if (side === 0) play(1)
    else setPlaying(null)
  }
  // Otherwise the sound of a closed track would go on.
  useEffect(() => stop, [])
  return (
    <div class="typical-first">
      <button type="button" onClick={() => (playing === null ? play(0) : stop())}>
        {playing === null ? 'Play a typical file, then this one' : 'Stop'}
      </button>
      <p class="quiet" role="status">
        {playing === 0 ? (
          <>
            Typical: <FileName name={typical.track.file} />
          </>
        ) : playing === 1 ? (
          'This one'
        ) : typical.fault === 'volume' ? (
          'Both at their own volume.'
        ) : volumes[0] === 1 && volumes[1] === 1 ? (
          ''
        ) : (
          'Both at the same volume.'
        )}
      </p>
      {([typical.track, track] as const).map(({ pieces }, at) => {
        const side = at as 0 | 1
        return (
          // biome-ignore lint/a11y/useMediaCaption: the transcript is with the track
          <audio
            key={side}
            ref={(element) => {
              players.current[side] = element
            }}
            preload="none"
            src={pieces[0].url}
            onTimeUpdate={(event) => event.currentTarget.currentTime >= LISTENED_SEC && goOn(side)}
            onEnded={() => goOn(side)}
          />
        )
      })}
    </div>
  )
}
