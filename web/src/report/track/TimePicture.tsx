import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { fineClock } from '../../parts/numbers.js'
import type { Playback } from './use-playback.js'
import type { Zooming } from './use-view.js'
import { placeIn } from './view.js'

/** Of a wheel that turns by lines, as Firefox tells it. */
const LINE_PX = 16
/** How far a wheel zooms: a notch of 100 pixels a quarter closer. */
const ZOOM_PER_PX = 0.0029

export interface TimePictureProps {
  name: string
  testId: string
  playheadTestId: string
  playback: Playback
  zooming: Zooming
  /** Where the pointer is, on this picture or on the other; null where it is on none. */
  hoverSec: number | null
  onHover: (timeSec: number | null) => void
  /** What is there at a time, beside the time itself. */
  valueAt?: (timeSec: number) => string
  /** What stands there for the eye alone. */
  isDecoration?: boolean
  children: ComponentChildren
}

/** What all pictures of a file share, so that they show the same stretch and the same place. */
export type Shared = Pick<TimePictureProps, 'playback' | 'zooming' | 'hoverSec' | 'onHover'>

/**
 * A picture of a file from left to right: a line that goes with the sound, the time under the pointer, a press that seeks, and a wheel
 * that zooms (with Ctrl, Alt or the command key, or two fingers) or moves (with Shift, or sideways).
 */
export function TimePicture({
  name,
  testId,
  playheadTestId,
  playback,
  zooming,
  hoverSec,
  onHover,
  valueAt,
  isDecoration,
  children,
}: TimePictureProps) {
  const { view } = zooming
  const box = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  // Past the rendering: it moves at every picture.
  useEffect(() => {
    const move = (timeSec: number) => {
      if (head.current) head.current.style.left = `${placeIn(view, timeSec)}%`
    }
    move(playback.timeSec())
    return playback.follow(move)
  }, [playback, view])
  const timeAt = ({ clientX }: MouseEvent) => {
    const { left, width } = box.current!.getBoundingClientRect()
    const share = Math.min(1, Math.max(0, (clientX - left) / width))
    return view.startSec + share * (view.endSec - view.startSec)
  }
  const onWheel = useRef((_: WheelEvent) => {})
  onWheel.current = (event) => {
    const scale = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    const isZoom = event.ctrlKey || event.metaKey || event.altKey
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!isZoom && (zooming.isWhole || !isSideways)) return
    event.preventDefault()
    if (isZoom) return zooming.zoomAt(Math.exp(scale * event.deltaY * ZOOM_PER_PX), timeAt(event))
    const byPx = scale * (event.deltaX || event.deltaY)
    zooming.pan((byPx / box.current!.clientWidth) * (view.endSec - view.startSec))
  }
  // Not by a property: browsers let a page keep the wheel to itself only so.
  useEffect(() => {
    const element = box.current!
    const turn = (event: WheelEvent) => onWheel.current(event)
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [])
  const place = hoverSec === null ? null : placeIn(view, hoverSec)
  return (
    <div
      class={name}
      ref={box}
      data-testid={testId}
      aria-hidden={isDecoration ? 'true' : undefined}
      onPointerDown={(event) => playback.seek(timeAt(event))}
      onPointerMove={(event) => onHover(timeAt(event))}
      onPointerLeave={() => onHover(null)}
    >
      {children}
      <div class="playhead" ref={head} data-testid={playheadTestId} />
      {place !== null && place >= 0 && place <= 100 && (
        <div class={place > 80 ? 'hover is-late' : 'hover'} style={{ left: `${place}%` }}>
          <span class="hover-time">
            {fineClock(hoverSec!)}
            {valueAt?.(hoverSec!)}
          </span>
        </div>
      )}
    </div>
  )
}
