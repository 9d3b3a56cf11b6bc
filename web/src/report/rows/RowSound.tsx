import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Waveform } from '../../api/waveform.js'
import { visible } from '../../parts/FileName.js'
import type { Flag } from '../review/flags.js'
import type { Playback } from '../track/use-playback.js'
import type { TrackView } from '../tracks.js'
import type { OutlineLoader } from './outline-loader.js'
import { OUTLINE_HEIGHT, OUTLINE_WIDTH, outlinePath } from './outline-path.js'
import type { RowPlayer } from './use-row-player.js'

/** More of them would touch each other in a row. */
const MOST_MARKS = 12

const NONE: never[] = []

interface RowSoundProps {
  track: TrackView
  flags: Flag[]
  outlines: OutlineLoader
  player: RowPlayer
}

/** A button that plays the file, and its waveform with the places that it is flagged for. */
export function RowSound({ track, flags, outlines, player }: RowSoundProps) {
  const { index, file, pieces } = track
  if (pieces.length === 0) return <span class="row-sound" />
  const isCurrent = player.index === index
  const isPlaying = isCurrent && player.playback.isPlaying
  const isBroken = isCurrent && player.playback.isBroken
  return (
    <span class="row-sound">
      <button
        type="button"
        class="row-play"
        aria-label={`${isPlaying ? 'Pause' : 'Play'} ${visible(file)}`}
        title={isBroken ? 'This browser cannot play the file.' : undefined}
        disabled={isBroken}
        onClick={() => player.play(index)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={isPlaying ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4.5 2.5v11l9-5.5z'} />
        </svg>
      </button>
      <Outline
        index={index}
        flags={flags}
        changesSec={track.comparison?.voiceChangesSec ?? NONE}
        outlines={outlines}
        playback={isCurrent ? player.playback : undefined}
        onPlay={(timeSec) => player.play(index, timeSec)}
      />
    </span>
  )
}

interface OutlineProps {
  index: number
  flags: Flag[]
  /** Where the voice changes. */
  changesSec: number[]
  outlines: OutlineLoader
  /** Of the row that plays. */
  playback: Playback | undefined
  onPlay: (timeSec: number) => void
}

/** For the eye and the pointer; the button beside it plays, and the row tells the flags. */
function Outline({ index, flags, changesSec, outlines, playback, onPlay }: OutlineProps) {
  const box = useRef<HTMLSpanElement>(null)
  const outline = useOutline(box, index, outlines)
  const path = useMemo(() => (outline ? outlinePath(outline) : ''), [outline])
  const durationSec = outline?.durationSec ?? 0
  // Past the rendering: it moves at every picture.
  useEffect(() => {
    const move = (timeSec: number) =>
      box.current?.style.setProperty('--played', durationSec > 0 ? `${(100 * timeSec) / durationSec}%` : '0%')
    move(playback?.timeSec() ?? 0)
    return playback?.follow(move)
  }, [playback, durationSec])
  return (
    <span
      class="outline"
      ref={box}
      aria-hidden="true"
      data-state={outline ? 'drawn' : outline === null ? 'none' : 'waiting'}
      onPointerDown={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect()
        if (durationSec > 0) onPlay((durationSec * (event.clientX - left)) / width)
      }}
    >
      {path && <Strokes path={path} name="outline-wave" />}
      {path && playback && <Strokes path={path} name="outline-played" />}
      {durationSec > 0 &&
        changesSec
          .slice(0, MOST_MARKS)
          .map((timeSec) => (
            <span
              key={timeSec}
              class="outline-change"
              style={{ left: `${(100 * timeSec) / durationSec}%` }}
            />
          ))}
      {durationSec > 0 &&
        flags
          .slice(0, MOST_MARKS)
          .map(
            ({ timeSec, check, colour }, place) =>
              timeSec !== null && (
                <span
                  key={place}
                  class={`outline-mark ${colour ? `kind-${colour}` : `check-${check}`}`}
                  style={{ left: `${(100 * timeSec) / durationSec}%` }}
                />
              ),
          )}
    </span>
  )
}

function Strokes({ path, name }: { path: string; name: string }) {
  return (
    <svg
      aria-hidden="true"
      class={name}
      viewBox={`0 0 ${OUTLINE_WIDTH} ${OUTLINE_HEIGHT}`}
      preserveAspectRatio="none"
    >
      <path d={path} />
    </svg>
  )
}

/** Undefined until it is known; asked for while the row can be seen. */
function useOutline(
  box: { current: HTMLElement | null },
  index: number,
  outlines: OutlineLoader,
): Waveform | null | undefined {
  const [outline, setOutline] = useState(() => outlines.at(index))
  useEffect(() => {
    const known = outlines.at(index)
    setOutline(known)
    if (known !== undefined) return
    let release = () => {}
    const observer = new IntersectionObserver((entries) => {
      release()
      release = entries.at(-1)?.isIntersecting ? outlines.want(index, setOutline) : () => {}
    })
    observer.observe(box.current!)
    return () => {
      observer.disconnect()
      release()
    }
  }, [index, outlines])
  return outline
}
