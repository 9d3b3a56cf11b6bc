// What a key may be used for. A key with "audit" has a free hand with the audits that were made with it, and no others.
import type { FastifyRequest } from 'fastify'
import type { KeyScope } from '../store/key-scopes.js'
import { forbidden } from './api-error.js'
import { type Identity, identityOf } from './auth.js'
import type { ServerContext } from './context.js'

/** Fails with "forbidden". */
export function mustHave(scope: KeyScope, { scopes }: Identity): void {
  if (!scopes.includes(scope)) throw forbidden(scope)
}

/** Whoever has the scope, or made the audit with this key. To others an audit that is not there looks the same. */
export async function mustReach(
  { store }: Pick<ServerContext, 'store'>,
  request: FastifyRequest,
  auditId: string,
  scope: 'read' | 'manage',
): Promise<Identity> {
  const identity = identityOf(request)
  const { scopes, keyId } = identity
  if (scopes.includes(scope)) return identity
  if (scopes.includes('audit') && (await store.audits.isMadeWith(keyId, auditId))) return identity
  throw forbidden(scope)
}
