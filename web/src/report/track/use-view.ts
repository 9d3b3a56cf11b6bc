import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Playback } from './use-playback.js'
import { followed, moved, type View, zoomed } from './view.js'

/** At each step of the keys and the buttons. */
const STEP = 2

export interface Zooming {
  view: View
  isWhole: boolean
  zoomIn: () => void
  zoomOut: () => void
  showWhole: () => void
  /** Around a place; below 1 closer. */
  zoomAt: (factor: number, aroundSec: number) => void
  pan: (bySec: number) => void
}

/** What the pictures of a file show. Keys and buttons zoom around the sound's place. */
export function useView(playback: Playback, durationSec: number, leastSec: number): Zooming {
  /** Null for the whole file. */
  const [close, setClose] = useState<View | null>(null)
  useEffect(() => {
    let beforeSec = playback.timeSec()
    return playback.follow((timeSec) => {
      const last = beforeSec
      beforeSec = timeSec
      setClose((now) => now && followed(now, last, timeSec, durationSec))
    })
  }, [playback, durationSec])
  return useMemo(() => {
    const whole = { startSec: 0, endSec: durationSec }
    const limits = { durationSec, leastSec }
    const zoomAt = (factor: number, aroundSec: number) =>
      setClose((now) => zoomed(now ?? whole, factor, aroundSec, limits))
    return {
      view: close ?? whole,
      isWhole: close === null,
      zoomIn: () => zoomAt(1 / STEP, playback.timeSec()),
      zoomOut: () => zoomAt(STEP, playback.timeSec()),
      showWhole: () => setClose(null),
      zoomAt,
      pan: (bySec) => setClose((now) => now && moved(now, bySec, durationSec)),
    }
  }, [close, durationSec, leastSec, playback])
}
