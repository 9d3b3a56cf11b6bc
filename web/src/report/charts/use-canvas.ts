import { useEffect, useRef } from 'preact/hooks'

type Draw = (context: CanvasRenderingContext2D, width: number, height: number) => void

/** A canvas that is drawn anew when its size, the colours of the page, or one of `changes` changes. Sizes are in pixels of the screen. */
export function useCanvas(draw: Draw, changes: unknown[]) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current!
    const redraw = () => {
      const scale = devicePixelRatio || 1
      element.width = Math.max(1, Math.round(element.clientWidth * scale))
      element.height = Math.max(1, Math.round(element.clientHeight * scale))
      draw(element.getContext('2d')!, element.width, element.height)
    }
    const observer = new ResizeObserver(redraw)
    observer.observe(element)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', redraw)
    return () => {
      observer.disconnect()
      scheme.removeEventListener('change', redraw)
    }
  }, changes)
  return canvas
}
