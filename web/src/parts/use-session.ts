import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Session, session } from '../api/session.js'

/** Undefined until it is known; then who is signed in, and how to ask again. */
export function useSession(): { viewer: Session | undefined; refresh: () => void } {
  const [viewer, setViewer] = useState<Session>()
  const refresh = useCallback(() => {
    session().then(setViewer, () => setViewer({ signedIn: false }))
  }, [])
  useEffect(refresh, [refresh])
  return { viewer, refresh }
}
