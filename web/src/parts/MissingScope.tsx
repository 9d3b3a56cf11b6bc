import type { Scope } from '../api/session.js'
import { Notice } from './Notice.js'

/** In place of what the key of the session may not do. */
export function MissingScope({ scope, what }: { scope: Scope; what: string }) {
  return (
    <Notice kind="info" title={`Your API key is not allowed to ${what}.`}>
      Sign in with a key that has the scope “{scope}”.
    </Notice>
  )
}
