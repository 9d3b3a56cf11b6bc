import type { FastifyRequest } from 'fastify'
import type { ApiKey } from '../store/api-keys.js'
import { accountCaller, type Caller } from '../store/caller.js'
import type { KeyScope } from '../store/key-scopes.js'
import { unauthorized } from './api-error.js'
import type { ServerContext } from './context.js'

export interface Identity {
  accountId: string
  keyId: string
  caller: Caller
  /** What the key may be used for. */
  scopes: readonly KeyScope[]
  expiresAt: Date | null
}

export function identityBy({ accountId, id, scopes, expiresAt }: ApiKey): Identity {
  return { accountId, keyId: id, caller: accountCaller(accountId), scopes, expiresAt }
}

/** The key as it was sent, right or wrong; undefined when there is none. X-API-Key counts before Authorization. */
export function sentKey({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const own = headers['x-api-key']
  if (own !== undefined) return String(own).trim()
  return /^Bearer(?: +(.*))?$/i.exec(headers.authorization ?? '')?.[1]?.trim()
}

/** Who sent the request; undefined when it has no key. Fails with "unauthorized" when the key is no good. */
export async function identify(
  context: ServerContext,
  request: FastifyRequest,
): Promise<Identity | undefined> {
  const secret = sentKey(request)
  if (secret === undefined) return undefined
  const key = await context.store.apiKeys.verify(secret)
  if (!key) throw unauthorized('This API key is unknown, revoked or expired.')
  return identityBy(key)
}

/** For routes that nobody may use without a key. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity) return request.identity
  throw unauthorized('Send your API key in the header X-API-Key, or as "Authorization: Bearer <API_KEY>".')
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
  }
}
