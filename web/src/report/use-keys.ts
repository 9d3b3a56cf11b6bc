import { useEffect, useRef } from 'preact/hooks'

/** Where keys are letters, or choose something. */
const TYPED = 'input:not([type=range], [type=checkbox], [type=radio]), select, textarea'
/** What the space bar itself presses. */
const PRESSED = 'button, summary, input:not([type=range]), audio'

/** Keys that work wherever the reader has clicked before. */
export function useKeys(keys: Record<string, () => void>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTaken = target.matches(TYPED) || (event.key === ' ' && target.matches(PRESSED))
      const act = latest.current[event.key]
      if (!act || isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
