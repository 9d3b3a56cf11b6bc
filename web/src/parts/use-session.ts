import { useCallback, useEffect, useState } from 'preact/hooks'
import { SESSION_CHANGED, type Session, session } from '../api/session.js'

/** Undefined until it is known; then who is signed in, and how to ask again. Asks by itself when somebody signs in or out here. */
export function useSession(): { viewer: Session | undefined; refresh: () => void } {
  const [viewer, setViewer] = useState<Session>()
  const refresh = useCallback(() => {
    session().then(setViewer, () => setViewer({ signedIn: false }))
  }, [])
  useEffect(() => {
    refresh()
    addEventListener(SESSION_CHANGED, refresh)
    return () => removeEventListener(SESSION_CHANGED, refresh)
  }, [refresh])
  return { viewer, refresh }
}
