import { useEffect, useRef } from 'preact/hooks'

/** Where .detail in report-tracks.css covers the whole screen. */
const NARROW = '(max-width: 60rem)'

/** While the element covers the screen nothing behind it can be reached, by keyboard or by screen reader. */
export function useAloneOnNarrow() {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const narrow = matchMedia(NARROW)
    let release = () => {}
    const apply = () => {
      release()
      release = narrow.matches ? isolated(element.current!) : () => {}
    }
    apply()
    narrow.addEventListener('change', apply)
    return () => {
      narrow.removeEventListener('change', apply)
      release()
    }
  }, [])
  return element
}

/** All that is neither around nor inside the element; gives what undoes it. */
function isolated(element: HTMLElement): () => void {
  const hidden: HTMLElement[] = []
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || !(other instanceof HTMLElement) || other.inert) continue
      other.inert = true
      hidden.push(other)
    }
  }
  return () => {
    for (const each of hidden) each.inert = false
  }
}
