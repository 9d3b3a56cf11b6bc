import { useEffect } from 'preact/hooks'

/** Whatever begins to play on the page silences the rest. */
export function useOneSound(): void {
  useEffect(() => {
    const silence = ({ target }: Event) => {
      for (const other of document.querySelectorAll('audio')) if (other !== target) other.pause()
    }
    // Of what plays the event does not rise: it is caught on its way down.
    document.addEventListener('play', silence, true)
    return () => document.removeEventListener('play', silence, true)
  }, [])
}
