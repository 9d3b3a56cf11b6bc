import { useEffect } from 'preact/hooks'

/** While it is on, the browser asks before the page is closed or another opened. */
export function useLeavingAsked(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOn])
}
