import { useEffect } from 'preact/hooks'
import type { Waveform as WaveformData } from '../../api/waveform.js'
import { clock } from '../../parts/numbers.js'
import { useCanvas } from '../charts/use-canvas.js'
import type { Mark } from './marks.js'
import { TimePicture } from './TimePicture.js'
import type { Playback } from './use-playback.js'
import type { Zooming } from './use-view.js'
import { placeIn, type View } from './view.js'

const FULL_SCALE = 127
/** Speech fills a third of the scale at most; it is enlarged to fill the picture, but silence must not look like speech. */
const MOST_GAIN = 4

interface WaveformProps {
  playback: Playback
  waveform: WaveformData | 'none' | undefined
  zooming: Zooming
  marks: Mark[]
  hoverSec: number | null
  onHover: (timeSec: number | null) => void
}

/** For the eye and the pointer; the list of issues, the slider and the buttons say and do the same. */
export function Waveform({ playback, waveform, zooming, marks, hoverSec, onHover }: WaveformProps) {
  const { view } = zooming
  const drawn = (context: CanvasRenderingContext2D, width: number, height: number) => {
    if (waveform && waveform !== 'none') draw(context, width, height, waveform, view)
  }
  const whole = useCanvas(drawn, [waveform, view])
  // The same in another colour, of which as much is shown as was played.
  const played = useCanvas(drawn, [waveform, view])
  useEffect(() => {
    const move = (timeSec: number) => {
      const left = Math.min(100, Math.max(0, placeIn(view, timeSec)))
      if (played.current) played.current.style.clipPath = `inset(0 ${100 - left}% 0 0)`
    }
    move(playback.timeSec())
    return playback.follow(move)
  }, [playback, view])
  return (
    <TimePicture
      name="waveform"
      testId="waveform"
      playheadTestId="playhead"
      playback={playback}
      zooming={zooming}
      hoverSec={hoverSec}
      onHover={onHover}
      isDecoration
    >
      <canvas ref={whole} />
      <canvas ref={played} class="played" />
      {view.endSec > 0 &&
        marks
          .filter(({ timeSec, endSec }) => endSec >= view.startSec && timeSec < view.endSec)
          .map((mark, index) => (
            <span
              key={index}
              class={`mark kind-${mark.kind} is-${mark.weight}`}
              title={`${mark.title} at ${clock(mark.timeSec)}`}
              style={placeOf(mark, view)}
              onPointerDown={(event) => {
                event.stopPropagation()
                playback.playFrom(mark.timeSec)
              }}
            />
          ))}
      {waveform === undefined && <span class="waveform-note">Drawing the waveform…</span>}
      {waveform === 'none' && <span class="waveform-note">No waveform</span>}
    </TimePicture>
  )
}

function placeOf({ timeSec, endSec }: Mark, view: View) {
  const from = Math.max(0, placeIn(view, timeSec))
  return { '--at': `${from}%`, width: `${placeIn(view, endSec) - from}%` }
}

function draw(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  { peaks, stepSec }: WaveformData,
  { startSec, endSec }: View,
) {
  context.fillStyle = getComputedStyle(context.canvas).color
  const middle = height / 2
  const highest = peaks.reduce((most, peak) => Math.max(most, Math.abs(peak)), 1)
  const scale = middle * Math.min(MOST_GAIN / FULL_SCALE, 0.95 / highest)
  /** Which stretch of the waveform is at this column. */
  const stretchAt = (x: number) => Math.floor((startSec + ((endSec - startSec) * x) / width) / stepSec)
  for (let x = 0; x < width; x++) {
    const from = stretchAt(x)
    const to = Math.max(from + 1, stretchAt(x + 1))
    let low = 0
    let high = 0
    for (let at = from; at < to && 2 * at < peaks.length; at++) {
      low = Math.min(low, peaks[2 * at])
      high = Math.max(high, peaks[2 * at + 1])
    }
    const top = middle - scale * high
    context.fillRect(x, top, 1, Math.max(1, middle - scale * low - top))
  }
}
