import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { hashOf, type Shown, shownIn, tokenIn } from './address.js'

/** In the state of a place in the history that was made by opening a track: going back from it closes the track. */
const OPENED = 'audio-audit: a track was opened here'

/**
 * What is open, kept in step with the address. To open a track is a step that the browser's Back undoes, as on a phone,
 * where the track covers all else; everything else changes the address where it is.
 */
export function useShown(trackCount: number): [Shown, (change: Partial<Shown>) => void] {
  const [shown, setShown] = useState(() => shownIn(location.hash, trackCount))
  const latest = useRef(shown)
  /** Going back to close a track leads to the filters of before, which are not wanted back. */
  const isClosing = useRef(false)
  const take = useCallback((next: Shown) => {
    latest.current = next
    setShown(next)
  }, [])
  const show = useCallback(
    (change: Partial<Shown>) => {
      const before = latest.current
      const next = { ...before, ...change }
      if (next.openIndex !== before.openIndex && change.timeSec === undefined) next.timeSec = 0
      take(next)
      if (next.openIndex !== null && before.openIndex === null) {
        history.pushState(OPENED, '', addressOf(next))
      } else if (next.openIndex === null && before.openIndex !== null && history.state === OPENED) {
        isClosing.current = true
        history.back()
      } else {
        history.replaceState(history.state, '', addressOf(next))
      }
    },
    [take],
  )
  useEffect(() => {
    const onMove = () => {
      if (!isClosing.current) return take(shownIn(location.hash, trackCount))
      isClosing.current = false
      // Another track may have been opened before the browser came round to going back.
      if (latest.current.openIndex === null) history.replaceState(null, '', addressOf(latest.current))
      else history.pushState(OPENED, '', addressOf(latest.current))
    }
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [take, trackCount])
  return [shown, show]
}

/** Beside the base of the page, to which "#..." alone would be relative. */
function addressOf(shown: Shown): string {
  return location.pathname + location.search + hashOf(tokenIn(location.hash), shown)
}
