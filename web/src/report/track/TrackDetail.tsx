import { useEffect, useRef, useState } from 'preact/hooks'
import type { Waveform as WaveformData } from '../../api/waveform.js'
import { FileName } from '../../parts/FileName.js'
import { Reasons } from '../Reasons.js'
import { FlagList } from '../review/FlagList.js'
import { type Flag, keyOf } from '../review/flags.js'
import type { Review } from '../review/use-review.js'
import { stretchOf, type Walk } from '../review/use-walk.js'
import type { Sound } from '../sound.js'
import type { TrackView } from '../tracks.js'
import { useKeys } from '../use-keys.js'
import type { BatchRange } from './batch-range.js'
import { Captions } from './Captions.js'
import { IssueList } from './IssueList.js'
import { Measures } from './Measures.js'
import { marksOf } from './marks.js'
import { Player } from './Player.js'
import { isPlayableAt } from './pieces.js'
import { Said } from './Said.js'
import { SlowChanges } from './SlowChanges.js'
import { Speakers } from './Speakers.js'
import { TypicalFirst } from './TypicalFirst.js'
import type { Typical } from './typical-file.js'
import { useAloneOnNarrow } from './use-alone-on-narrow.js'
import { type Playback, usePlayback } from './use-playback.js'

interface TrackDetailProps {
  track: TrackView
  sound: Sound
  /** Of the list, which the space bar stops first. */
  rowSound: Playback
  flags: Flag[]
  /** Undefined where nobody may decide. */
  review: Review | undefined
  walk: Walk
  /** What is typed as a note on the current flag. */
  noteNow: () => string | undefined
  range: BatchRange
  /** What to listen to before it, where that tells something. */
  typical: Typical | undefined
  /** Where to begin. */
  timeSec: number
  speed: number
  onSpeed: (speed: number) => void
  /** Told where the reader has come to rest. */
  onTime: (timeSec: number) => void
  onClose: () => void
  onStep: (direction: 1 | -1) => void
}

/** With the arrow keys. */
const SEEK_SEC = 2

export function TrackDetail({
  track,
  sound,
  rowSound,
  flags,
  review,
  walk,
  noteNow,
  range,
  typical,
  timeSec,
  speed,
  onSpeed,
  onTime,
  onClose,
  onStep,
}: TrackDetailProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const section = useAloneOnNarrow()
  const isPlayable = track.pieces.length > 0
  const playback = usePlayback(track.pieces)
  const waveform = useWaveform(track, sound)
  const marks = marksOf(track)
  usePlace(playback, timeSec, onTime)
  useEffect(() => playback.setSpeed(speed), [speed])
  useCue(playback, flags, walk)
  useKeys(
    isPlayable
      ? {
          ' ': rowSound.isPlaying ? rowSound.toggle : playback.toggle,
          ArrowLeft: () => playback.seek(playback.timeSec() - SEEK_SEC),
          ArrowRight: () => playback.seek(playback.timeSec() + SEEK_SEC),
        }
      : {},
  )
  const isReviewed = review !== undefined && flags.length > 0
  const decided = new Set(isReviewed ? flags.map(keyOf) : [])
  const others = marks.filter(
    ({ check, issue, timeSec }) => !decided.has(keyOf({ file: track.file, check, kind: issue, timeSec })),
  )
  // Wherever it was opened from, this is where the reader goes on.
  useEffect(() => {
    const heading = title.current!
    heading.focus({ preventScroll: true })
    const { top, bottom } = heading.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) heading.closest('.tracks')?.scrollIntoView()
  }, [])
  return (
    <section class="detail" aria-labelledby="detail-title" ref={section}>
      <div class="detail-head">
        <h3 id="detail-title" tabIndex={-1} ref={title}>
          <FileName name={track.file} />
        </h3>
        <div class="actions">
          <button type="button" onClick={() => onStep(-1)} aria-label="Previous flagged file">
            ‹
          </button>
          <button type="button" onClick={() => onStep(1)} aria-label="Next flagged file">
            ›
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
      {track.isFlagged ? (
        <Reasons reasons={track.reasons} />
      ) : track.isUndecided ? (
        <p class="undecided">Not judged: the batch has no main voice to compare this file with.</p>
      ) : (
        <p class="passed">Passed: nothing to regenerate.</p>
      )}
      {isPlayable ? (
        <Player
          track={track}
          fileUrl={track.isWhole ? track.pieces[0].url : undefined}
          playback={playback}
          waveform={waveform}
          marks={marks}
          speed={speed}
          onSpeed={onSpeed}
        />
      ) : (
        <p class="quiet">{sound.whyNone}</p>
      )}
      <Speakers speakers={track.speakers} overlaps={track.overlaps} />
      {typical && <TypicalFirst typical={typical} track={track} />}
      {review && isReviewed && (
        <FlagList
          flags={flags}
          at={walk.at}
          review={review}
          onChoose={walk.choose}
          onDecide={(at, choice) => walk.decide(at, choice, at === walk.at ? noteNow() : undefined)}
          onPlay={isPlayable ? (flag) => playback.playAt(stretchOf(flag).fromSec) : undefined}
        />
      )}
      <IssueList
        title={isReviewed ? 'Other findings' : undefined}
        marks={others}
        onPlay={isPlayable ? playback.playFrom : undefined}
        isPlayableAt={(timeSec) => isPlayableAt(track.pieces, timeSec)}
      />
      <SlowChanges
        track={track}
        onPlay={isPlayable ? playback.playAt : undefined}
        isPlayableAt={(timeSec) => isPlayableAt(track.pieces, timeSec)}
      />
      {track.script && <Said script={track.script} playback={playback} isPlayable={track.isWhole} />}
      {track.script && <Captions script={track.script} />}
      <Measures track={track} range={range} />
    </section>
  )
}

/** The slider tells of every pixel; browsers take only so many changes of an address. */
const AT_REST_MS = 300

/** Begins where the address says, and tells it where the sound was stopped or sought. */
function usePlace(
  { audio, seek, timeSec: playbackTimeSec }: Playback,
  timeSec: number,
  onTime: (timeSec: number) => void,
) {
  const tell = useRef(onTime)
  tell.current = onTime
  // Only when the track is opened.
  useEffect(() => {
    if (timeSec > 0) seek(timeSec)
    const element = audio.current
    let rest: ReturnType<typeof setTimeout>
    const moved = () => {
      clearTimeout(rest)
      rest = setTimeout(() => element?.paused && tell.current(playbackTimeSec()), AT_REST_MS)
    }
    element?.addEventListener('pause', moved)
    element?.addEventListener('seeked', moved)
    return () => {
      clearTimeout(rest)
      element?.removeEventListener('pause', moved)
      element?.removeEventListener('seeked', moved)
    }
  }, [])
}

function useWaveform({ index, pieces }: TrackView, sound: Sound): WaveformData | 'none' | undefined {
  const [waveform, setWaveform] = useState<WaveformData | 'none'>()
  useEffect(() => {
    if (pieces.length === 0) return
    const leaving = new AbortController()
    sound.waveform(index, leaving.signal).then(setWaveform, () => {
      if (!leaving.signal.aborted) setWaveform('none')
    })
    return () => leaving.abort()
  }, [index, pieces, sound])
  return waveform
}

/** Plays the current flag when the walk through the flags asks for it; in a row to its end, and then tells so. */
function useCue(playback: Playback, flags: Flag[], { at, cue, isInRow, rowNext }: Walk) {
  const next = useRef(rowNext)
  next.current = rowNext
  const isRowOn = useRef(isInRow)
  isRowOn.current = isInRow
  useEffect(() => {
    const flag = flags[at]
    const element = playback.audio.current
    if (cue === 0 || !flag || !element) return
    const { fromSec, toSec } = stretchOf(flag)
    playback.playAt(fromSec)
    if (!isInRow) return
    let isTold = false
    const tell = () => {
      if (isTold || !isRowOn.current) return
      isTold = true
      element.pause()
      next.current()
    }
    const unfollow = playback.follow((timeSec) => timeSec >= toSec && tell())
    element.addEventListener('ended', tell)
    element.addEventListener('error', tell)
    return () => {
      unfollow()
      element.removeEventListener('ended', tell)
      element.removeEventListener('error', tell)
    }
  }, [cue])
  // Stopped in the middle: the sound stops with it.
  const wasInRow = useRef(isInRow)
  useEffect(() => {
    if (wasInRow.current && !isInRow) playback.audio.current?.pause()
    wasInRow.current = isInRow
  }, [isInRow])
}
