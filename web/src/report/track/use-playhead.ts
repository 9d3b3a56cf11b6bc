import { useEffect, useRef } from 'preact/hooks'
import type { Playback } from './use-playback.js'

/** For a picture of the whole file: a line that goes with the sound, and what a press on the picture does. */
export function usePlayhead(playback: Playback, durationSec: number) {
  const head = useRef<HTMLDivElement>(null)
  // Past the rendering: it moves at every picture.
  useEffect(() => {
    const move = (timeSec: number) => {
      if (head.current && durationSec > 0) head.current.style.left = `${(100 * timeSec) / durationSec}%`
    }
    move(playback.timeSec())
    return playback.follow(move)
  }, [playback, durationSec])
  const seekTo = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    playback.seek((durationSec * (event.clientX - left)) / width)
  }
  return { head, seekTo }
}
