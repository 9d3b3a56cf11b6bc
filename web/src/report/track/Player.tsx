import { useEffect, useRef, useState } from 'preact/hooks'
import type { Waveform as WaveformData } from '../../api/waveform.js'
import { clock, fineClock } from '../../parts/numbers.js'
import { onThisHost } from '../../settings.js'
import type { Mark } from './marks.js'
import { Spectrogram } from './Spectrogram.js'
import { TimeAxis } from './TimeAxis.js'
import type { Playback } from './use-playback.js'
import { Waveform } from './Waveform.js'

interface PlayerProps {
  audioUrl: string
  playback: Playback
  waveform: WaveformData | 'none' | undefined
  marks: Mark[]
}

export function Player({ audioUrl, playback, waveform, marks }: PlayerProps) {
  const [isSpectrogram, setSpectrogram] = useState(false)
  const durationSec = useDuration(playback, waveform)
  return (
    <div class="player">
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands below, with the spoken word marked */}
      <audio ref={playback.audio} preload="metadata" />
      <Waveform playback={playback} waveform={waveform} durationSec={durationSec} marks={marks} />
      {isSpectrogram && <Spectrogram audioUrl={audioUrl} playback={playback} durationSec={durationSec} />}
      <TimeAxis durationSec={durationSec} />
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
        <button
          type="button"
          aria-pressed={isSpectrogram}
          onClick={() => setSpectrogram(!isSpectrogram)}
          disabled={playback.isBroken}
        >
          Spectrogram
        </button>
      </div>
      {playback.isBroken && (
        <p class="quiet" role="alert">
          This browser cannot play the file, or the link to it has expired: reload the page, or{' '}
          <a href={onThisHost(audioUrl)} download>
            download the file
          </a>
          .
        </p>
      )}
    </div>
  )
}

function Position({ playback, durationSec }: { playback: Playback; durationSec: number }) {
  const input = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLSpanElement>(null)
  // Past the rendering: it moves at every picture.
  useEffect(
    () =>
      playback.follow((timeSec) => {
        if (!input.current || !text.current) return
        input.current.value = String(timeSec)
        input.current.setAttribute('aria-valuetext', clock(timeSec))
        text.current.textContent = fineClock(timeSec)
      }),
    [playback],
  )
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
        value="0"
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
