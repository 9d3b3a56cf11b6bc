import { useEffect, useState } from 'preact/hooks'

/** The audit being watched stands in the address, so that the page can be closed and opened again. */
const WATCHED = 'audit'
/** In the state of a place in the history that was made by starting an audit here. */
const STARTED = 'audio-audit: an audit was started here'

const watchedNow = () => new URLSearchParams(location.search).get(WATCHED)

/** Which audit is watched. To start one is a step that the browser's Back undoes; to leave it is to go back. */
export function useWatched() {
  const [auditId, setAuditId] = useState(watchedNow)
  useEffect(() => {
    const onMove = () => setAuditId(watchedNow())
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [])
  const watch = (next: string) => {
    const url = new URL(location.href)
    url.searchParams.set(WATCHED, next)
    history.pushState(STARTED, '', url)
    setAuditId(next)
  }
  const leave = () => {
    if (history.state === STARTED) return history.back()
    const url = new URL(location.href)
    url.searchParams.delete(WATCHED)
    history.replaceState(null, '', url)
    setAuditId(null)
  }
  return { auditId, watch, leave }
}
