import { useEffect, useState } from 'preact/hooks'
import { address } from '../settings.js'

/** The audit being watched stands in the address, so that the page can be closed and opened again. */
const WATCHED = 'audit'
/** The audit that it is to be compared with once it is done. */
const BEFORE = 'before'
/** In the state of a place in the history that was made by starting an audit here. */
const STARTED = 'audio-audit: an audit was started here'

/** Where an audit is watched that follows another. */
export function watchAddress(auditId: string, before: string): string {
  return address(`new?${new URLSearchParams({ [WATCHED]: auditId, [BEFORE]: before })}`)
}

/** Empty where it follows none. */
export function beforeNow(): string {
  return new URLSearchParams(location.search).get(BEFORE) ?? ''
}

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
    url.searchParams.delete(BEFORE)
    history.replaceState(null, '', url)
    setAuditId(null)
  }
  return { auditId, watch, leave }
}
