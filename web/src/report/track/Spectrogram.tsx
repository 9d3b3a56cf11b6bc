import { useEffect, useRef, useState } from 'preact/hooks'
import { fineClock } from '../../parts/numbers.js'
import { SPECTRUM_SIZE, spectrumDb } from './spectrum.js'
import { TimePicture } from './TimePicture.js'
import type { Playback } from './use-playback.js'
import type { Zooming } from './use-view.js'
import type { View } from './view.js'

/** From black to white in the picture: below is noise that nobody hears beside speech. */
const FLOOR_DB = -90
const CEILING_DB = -15
const RATE_HZ = 16_000
const COLUMNS = 900
/** Marked at the side of the picture; it reaches from 0 to half the rate. */
const MARKED_KHZ = [2, 4, 6]
/** The page stays usable meanwhile: so much at a time. */
const COLUMNS_AT_ONCE = 60

interface SpectrogramProps {
  audioUrl: string
  playback: Playback
  zooming: Zooming
  hoverSec: number | null
  onHover: (timeSec: number | null) => void
}

/** Made in the browser from the file itself, when it is asked for; as wide as the waveform, in step with it. */
export function Spectrogram({ audioUrl, playback, zooming, hoverSec, onHover }: SpectrogramProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [samples, setSamples] = useState<Float32Array>()
  const [state, setState] = useState<'busy' | 'done' | 'failed'>('busy')
  const { view } = zooming
  useEffect(() => {
    const leaving = new AbortController()
    decoded(audioUrl, leaving.signal).then(setSamples, () => {
      if (!leaving.signal.aborted) setState('failed')
    })
    return () => leaving.abort()
  }, [audioUrl])
  useEffect(() => {
    if (!samples) return
    const leaving = new AbortController()
    paint(canvas.current!, samples, view, leaving.signal).then(
      () => setState('done'),
      // Another view is painted instead.
      () => {},
    )
    return () => leaving.abort()
  }, [samples, view])
  return (
    <figure class="spectrogram" data-state={state}>
      <TimePicture
        name="picture"
        testId="spectrogram"
        playheadTestId="spectrogram-playhead"
        playback={playback}
        zooming={zooming}
        hoverSec={hoverSec}
        onHover={onHover}
      >
        <canvas
          ref={canvas}
          width={COLUMNS}
          height={SPECTRUM_SIZE / 2}
          role="img"
          aria-label={`Spectrogram from ${fineClock(view.startSec)} to ${fineClock(view.endSec)}`}
        />
        {MARKED_KHZ.map((khz) => (
          <span
            key={khz}
            class="frequency"
            aria-hidden="true"
            style={{ bottom: `${(200_000 * khz) / RATE_HZ}%` }}
          >
            {khz} kHz
          </span>
        ))}
      </TimePicture>
      <figcaption class="quiet" aria-live="polite">
        {state === 'busy' && 'Drawing the spectrogram…'}
        {state === 'failed' && 'This browser cannot decode the file.'}
        {state === 'done' && `Spectrogram, 0 to ${RATE_HZ / 2000} kHz`}
      </figcaption>
    </figure>
  )
}

async function decoded(audioUrl: string, signal: AbortSignal): Promise<Float32Array> {
  const response = await fetch(audioUrl, { signal })
  // At this rate the browser resamples while it decodes.
  const decoder = new OfflineAudioContext(1, 1, RATE_HZ)
  const sound = await decoder.decodeAudioData(await response.arrayBuffer())
  return sound.getChannelData(0)
}

/** What the view shows. Fails when another one is wanted. */
async function paint(
  canvas: HTMLCanvasElement,
  samples: Float32Array,
  { startSec, endSec }: View,
  signal: AbortSignal,
): Promise<void> {
  const context = canvas.getContext('2d')!
  const { height } = canvas
  for (let from = 0; from < COLUMNS; from += COLUMNS_AT_ONCE) {
    signal.throwIfAborted()
    const width = Math.min(COLUMNS_AT_ONCE, COLUMNS - from)
    const picture = context.createImageData(width, height)
    for (let x = 0; x < width; x++) {
      const middleSec = startSec + ((endSec - startSec) * (from + x + 0.5)) / COLUMNS
      const levels = spectrumDb(samples, Math.round(middleSec * RATE_HZ))
      for (let band = 0; band < height; band++) {
        const share = Math.min(1, Math.max(0, (levels[band] - FLOOR_DB) / (CEILING_DB - FLOOR_DB)))
        picture.data.set(heat(share), 4 * ((height - 1 - band) * width + x))
      }
    }
    context.putImageData(picture, from, 0)
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/** Dark blue over violet and orange to pale yellow. */
function heat(share: number): [number, number, number, number] {
  return [
    255 * Math.min(1, share * 1.6),
    255 * share ** 2.2,
    255 * (0.25 + 0.6 * share * (1 - share) * 2 + 0.35 * share ** 6),
    255,
  ]
}
