import type { Scope } from '../api/session.js'
import { Notice } from './Notice.js'

/** In place of what the key of the session may not do. */
export function MissingScope({ scope, what }: { scope: Scope; what: string }) {
  return (
    <Notice kind="info" title={`The key that you signed in with may not ${what}.`}>
      Sign in with one that has the scope “{scope}”.
    </Notice>
  )
}
