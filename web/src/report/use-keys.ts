import { useEffect, useRef } from 'preact/hooks'

/** Where keys are letters, or choose something. */
const TYPED = 'input:not([type=range], [type=checkbox], [type=radio]), select, textarea'
/** What the space bar itself presses. */
const PRESSED = 'button, summary, input:not([type=range]), audio'
/** What arrows themselves move in. */
const MOVED_IN = 'input[type=range], audio, [data-cell], [data-at]'

/** Keys that work wherever the reader has clicked before. Letters count whatever Caps Lock says; with Shift they are "Shift+r". */
export function useKeys(keys: Record<string, () => void>) {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement
      const isTaken =
        target.matches(TYPED) ||
        (event.key === ' ' && target.matches(PRESSED)) ||
        (event.key.startsWith('Arrow') && target.matches(MOVED_IN))
      const act = latest.current[nameOf(event)]
      if (!act || isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (!/^[a-z]$/i.test(key)) return key
  return shiftKey ? `Shift+${key.toLowerCase()}` : key.toLowerCase()
}
