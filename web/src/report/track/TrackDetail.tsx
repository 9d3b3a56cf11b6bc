import { useEffect, useRef, useState } from 'preact/hooks'
import { type Waveform as WaveformData, waveformOf } from '../../api/waveform.js'
import { FileName } from '../../parts/FileName.js'
import { Reasons } from '../Reasons.js'
import type { TrackView } from '../tracks.js'
import { useKeys } from '../use-keys.js'
import type { BatchRange } from './batch-range.js'
import { Captions } from './Captions.js'
import { IssueList } from './IssueList.js'
import { Measures } from './Measures.js'
import { marksOf } from './marks.js'
import { Player } from './Player.js'
import { Said } from './Said.js'
import { TypicalFirst } from './TypicalFirst.js'
import type { Typical } from './typical-file.js'
import { useAloneOnNarrow } from './use-alone-on-narrow.js'
import { type Playback, usePlayback } from './use-playback.js'

interface TrackDetailProps {
  track: TrackView
  range: BatchRange
  /** What to listen to before it, where that tells something. */
  typical: Typical | undefined
  /** Where to begin. */
  timeSec: number
  /** Told where the reader has come to rest. */
  onTime: (timeSec: number) => void
  onClose: () => void
  onStep: (direction: 1 | -1) => void
}

export function TrackDetail({ track, range, typical, timeSec, onTime, onClose, onStep }: TrackDetailProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const section = useAloneOnNarrow()
  const playback = usePlayback(track.audioUrl)
  const waveform = useWaveform(track.audioUrl)
  const marks = marksOf(track)
  usePlace(playback, timeSec, onTime)
  useKeys(track.audioUrl ? { ' ': playback.toggle } : {})
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
          <button type="button" onClick={() => onStep(-1)} aria-label="Previous flagged track">
            ‹
          </button>
          <button type="button" onClick={() => onStep(1)} aria-label="Next flagged track">
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
        <p class="undecided">Not judged: the batch has no voice of its own to hold this one against.</p>
      ) : (
        <p class="passed">Passed: nothing to regenerate.</p>
      )}
      {track.audioUrl ? (
        <Player audioUrl={track.audioUrl} playback={playback} waveform={waveform} marks={marks} />
      ) : (
        <p class="quiet">The audio has been deleted. The findings stay.</p>
      )}
      {typical && <TypicalFirst typical={typical} track={track} />}
      <IssueList marks={marks} onPlay={track.audioUrl ? playback.playFrom : undefined} />
      {track.script && (
        <Said script={track.script} playback={playback} isPlayable={track.audioUrl !== undefined} />
      )}
      {track.script && <Captions script={track.script} />}
      <Measures track={track} range={range} />
    </section>
  )
}

/** The slider tells of every pixel; browsers take only so many changes of an address. */
const AT_REST_MS = 300

/** Begins where the address says, and tells it where the sound was stopped or sought. */
function usePlace({ audio, seek }: Playback, timeSec: number, onTime: (timeSec: number) => void) {
  const tell = useRef(onTime)
  tell.current = onTime
  // Only when the track is opened.
  useEffect(() => {
    if (timeSec > 0) seek(timeSec)
    const element = audio.current
    let rest: ReturnType<typeof setTimeout>
    const moved = () => {
      clearTimeout(rest)
      rest = setTimeout(() => element?.paused && tell.current(element.currentTime), AT_REST_MS)
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

function useWaveform(audioUrl: string | undefined): WaveformData | 'none' | undefined {
  const [waveform, setWaveform] = useState<WaveformData | 'none'>()
  useEffect(() => {
    if (!audioUrl) return
    const leaving = new AbortController()
    waveformOf(audioUrl, leaving.signal).then(setWaveform, () => {
      if (!leaving.signal.aborted) setWaveform('none')
    })
    return () => leaving.abort()
  }, [audioUrl])
  return waveform
}
