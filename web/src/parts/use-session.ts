import { useCallback, useEffect, useState } from 'preact/hooks'
import { SESSION_CHANGED, type Session, session } from '../api/session.js'

interface KnownSession {
  /** Undefined until it is known. */
  viewer: Session | undefined
  /** Why it is not; undefined where it is, or will be. */
  fault: Error | undefined
  refresh: () => void
}

/** Who is signed in, and how to ask again. Asks by itself when somebody signs in or out here. */
export function useSession(): KnownSession {
  const [viewer, setViewer] = useState<Session>()
  const [fault, setFault] = useState<Error>()
  const refresh = useCallback(() => {
    setFault(undefined)
    // Not as if nobody were signed in: that a service is gone is no reason to ask for a key.
    session().then(setViewer, setFault)
  }, [])
  useEffect(() => {
    refresh()
    addEventListener(SESSION_CHANGED, refresh)
    return () => removeEventListener(SESSION_CHANGED, refresh)
  }, [refresh])
  return { viewer, fault, refresh }
}
