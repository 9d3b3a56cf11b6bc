import { useEffect, useRef, useState } from 'preact/hooks'
import type { Waveform as WaveformData } from '../../api/waveform.js'
import { clock, fineClock } from '../../parts/numbers.js'
import type { TrackView } from '../tracks.js'
import { useKeys } from '../use-keys.js'
import { DriftCurve } from './DriftCurve.js'
import type { Mark } from './marks.js'
import { SpeakerLane } from './SpeakerLane.js'
import { Spectrogram } from './Spectrogram.js'
import { speeds } from './speeds.js'
import { TimeAxis } from './TimeAxis.js'
import type { Playback } from './use-playback.js'
import { useView, type Zooming } from './use-view.js'
import { Waveform } from './Waveform.js'

/** Closer than this a syllable is wider than the picture. */
const LEAST_VIEW_SEC = 0.5
/** Of the waveform: with fewer it would be blocks. */
const LEAST_STRETCHES = 50

interface PlayerProps {
  track: TrackView
  /** Of the whole file; undefined where only excerpts are there. */
  fileUrl: string | undefined
  playback: Playback
  waveform: WaveformData | 'none' | undefined
  marks: Mark[]
  speed: number
  onSpeed: (speed: number) => void
}

export function Player({ track, fileUrl, playback, waveform, marks, speed, onSpeed }: PlayerProps) {
  const [isSpectrogram, setSpectrogram] = useState(false)
  const [hoverSec, setHoverSec] = useState<number | null>(null)
  const durationSec = useDuration(playback, waveform)
  const stepSec = waveform && waveform !== 'none' ? waveform.stepSec : 0
  const zooming = useView(playback, durationSec, Math.max(LEAST_VIEW_SEC, LEAST_STRETCHES * stepSec))
  useKeys({ z: zooming.zoomIn, 'Shift+z': zooming.zoomOut, '0': zooming.showWhole })
  const pictures = { playback, zooming, hoverSec, onHover: setHoverSec }
  return (
    <div class="player">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands below, with the spoken word marked */}
      <audio ref={playback.audio} preload="metadata" />
      <Waveform {...pictures} waveform={waveform} marks={marks} />
      {track.speakers.length > 0 && <SpeakerLane {...pictures} track={track} />}
      {(track.voiceCurve.length > 1 || track.trends.length > 0) && <DriftCurve {...pictures} track={track} />}
      {isSpectrogram && fileUrl && <Spectrogram {...pictures} audioUrl={fileUrl} />}
      <TimeAxis view={zooming.view} />
      <div class="transport">
        <button
          type="button"
          class="play"
          aria-keyshortcuts="Space"
          onClick={playback.toggle}
          disabled={playback.isBroken}
        >
          {playback.isPlaying ? 'Pause' : 'Play'}
        </button>
        <Position playback={playback} durationSec={durationSec} />
        <label class="speed">
          <span class="only-read">Speed</span>
          <select
            value={speed}
            aria-keyshortcuts="- +"
            onChange={(event) => onSpeed(Number(event.currentTarget.value))}
          >
            {speeds.map((each) => (
              <option key={each} value={each}>
                {each}×
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="tools">
        {fileUrl && (
          <button
            type="button"
            aria-pressed={isSpectrogram}
            onClick={() => setSpectrogram(!isSpectrogram)}
            disabled={playback.isBroken}
          >
            Spectrogram
          </button>
        )}
        <ZoomButtons zooming={zooming} />
      </div>
      {!fileUrl && (
        <p class="quiet">This report holds excerpts only: you can play what is around each fault.</p>
      )}
      {playback.isBroken &&
        (fileUrl ? (
          <p class="quiet" role="alert">
            This browser cannot play the file, or the link to it has expired: reload the page, or{' '}
            <a href={fileUrl} download>
              download the file
            </a>
            .
          </p>
        ) : (
          <p class="quiet" role="alert">
            This browser cannot play the excerpts.
          </p>
        ))}
    </div>
  )
}

function ZoomButtons({ zooming: { view, isWhole, zoomIn, zoomOut, showWhole } }: { zooming: Zooming }) {
  return (
    <div class="zoom">
      <button
        type="button"
        aria-label="Zoom out"
        aria-keyshortcuts="Shift+z"
        disabled={isWhole}
        onClick={zoomOut}
      >
        −
      </button>
      <button type="button" aria-label="Zoom in" aria-keyshortcuts="z" onClick={zoomIn}>
        +
      </button>
      {!isWhole && (
        <>
          <button type="button" aria-keyshortcuts="0" onClick={showWhole}>
            Whole file
          </button>
          <span class="quiet time">
            {fineClock(view.startSec)} to {fineClock(view.endSec)}
          </span>
        </>
      )}
    </div>
  )
}

function Position({ playback, durationSec }: { playback: Playback; durationSec: number }) {
  const input = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLSpanElement>(null)
  // Past the rendering: it moves at every picture. And anew when the length is known, up to which the slider goes.
  useEffect(() => {
    const show = (timeSec: number) => {
      if (!input.current || !text.current) return
      input.current.value = String(timeSec)
      input.current.setAttribute('aria-valuetext', clock(timeSec))
      text.current.textContent = fineClock(timeSec)
    }
    show(playback.timeSec())
    return playback.follow(show)
  }, [playback, durationSec])
  return (
    <>
      <span class="time">
        <span ref={text} data-testid="position">
          0:00.0
        </span>{' '}
        / {fineClock(durationSec)}
      </span>
      <input
        ref={input}
        type="range"
        aria-label="Position"
        aria-valuetext="0:00"
        min="0"
        max={durationSec}
        step="0.1"
        // Not "value", which every rendering would put back to 0.
        defaultValue="0"
        onInput={(event) => playback.seek(Number(event.currentTarget.value))}
      />
    </>
  )
}

function useDuration({ audio }: Playback, waveform: PlayerProps['waveform']): number {
  const [playableSec, setPlayableSec] = useState(0)
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const take = () => setPlayableSec(Number.isFinite(element.duration) ? element.duration : 0)
    element.addEventListener('durationchange', take)
    return () => element.removeEventListener('durationchange', take)
  }, [audio])
  return waveform && waveform !== 'none' ? waveform.durationSec : playableSec
}
