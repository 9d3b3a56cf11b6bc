import { useEffect, useState } from 'preact/hooks'

/** True while the page is put on paper, where nothing can be scrolled or unfolded. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const paper = matchMedia('print')
    const follow = () => setPrinting(paper.matches)
    const begin = () => setPrinting(true)
    const end = () => setPrinting(false)
    paper.addEventListener('change', follow)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      paper.removeEventListener('change', follow)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
