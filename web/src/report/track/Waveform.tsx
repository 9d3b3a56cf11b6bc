import type { Waveform as WaveformData } from '../../api/waveform.js'
import { clock } from '../../parts/numbers.js'
import { useCanvas } from '../charts/use-canvas.js'
import type { Mark } from './marks.js'
import type { Playback } from './use-playback.js'
import { usePlayhead } from './use-playhead.js'

const FULL_SCALE = 127
/** Speech fills a third of the scale at most; it is enlarged to fill the picture, but silence must not look like speech. */
const MOST_GAIN = 4

interface WaveformProps {
  playback: Playback
  waveform: WaveformData | 'none' | undefined
  durationSec: number
  marks: Mark[]
}

/** For the eye and the pointer; the list of issues and the slider say and do the same. */
export function Waveform({ playback, waveform, durationSec, marks }: WaveformProps) {
  const { head, seekTo } = usePlayhead(playback, durationSec)
  const canvas = useCanvas(
    (context, width, height) => {
      if (waveform && waveform !== 'none') draw(context, width, height, waveform)
    },
    [waveform],
  )
  return (
    <div class="waveform" aria-hidden="true" data-testid="waveform" onPointerDown={seekTo}>
      <canvas ref={canvas} />
      {durationSec > 0 &&
        marks.map((mark, index) => (
          <span
            key={index}
            class={`mark kind-${mark.kind} is-${mark.weight}`}
            title={`${mark.title} at ${clock(mark.timeSec)}`}
            style={{
              '--at': `${(100 * mark.timeSec) / durationSec}%`,
              width: `${(100 * (mark.endSec - mark.timeSec)) / durationSec}%`,
            }}
            onPointerDown={(event) => {
              event.stopPropagation()
              playback.playFrom(mark.timeSec)
            }}
          />
        ))}
      <div class="playhead" ref={head} data-testid="playhead" />
      {waveform === undefined && <span class="waveform-note">Drawing the waveform…</span>}
      {waveform === 'none' && <span class="waveform-note">No waveform</span>}
    </div>
  )
}

function draw(context: CanvasRenderingContext2D, width: number, height: number, { peaks }: WaveformData) {
  context.fillStyle = getComputedStyle(context.canvas).color
  const stretches = peaks.length / 2
  const middle = height / 2
  const highest = peaks.reduce((most, peak) => Math.max(most, Math.abs(peak)), 1)
  const scale = middle * Math.min(MOST_GAIN / FULL_SCALE, 0.95 / highest)
  for (let x = 0; x < width; x++) {
    const from = Math.floor((x * stretches) / width)
    const to = Math.max(from + 1, Math.floor(((x + 1) * stretches) / width))
    let low = 0
    let high = 0
    for (let at = from; at < to; at++) {
      low = Math.min(low, peaks[2 * at])
      high = Math.max(high, peaks[2 * at + 1])
    }
    const top = middle - scale * high
    context.fillRect(x, top, 1, Math.max(1, middle - scale * low - top))
  }
}
