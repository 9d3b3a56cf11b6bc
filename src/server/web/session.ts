// Sessions of the web app: a cookie that scripts cannot read, in place of the API key. It is a token that means something
// only as long as the store has a record of it, so that signing out ends it wherever it has gone.
import type { FastifyRequest } from 'fastify'
import { type Identity, identityBy } from '../auth.js'
import type { ServerContext } from '../context.js'

export const SESSION_COOKIE = 'audio_audit_session'
export const SESSION_SEC = 7 * 86_400
/**
 * A cookie counts only together with this header. Other sites can neither set it without asking first, which is never
 * allowed, nor does the browser send them the cookie along (same-site).
 */
export const WEB_HEADER = 'x-audio-audit-web'

export class Sessions {
  private readonly store: ServerContext['store']
  private readonly isEncrypted: boolean

  constructor({ store, config }: Pick<ServerContext, 'store' | 'config'>) {
    this.store = store
    this.isEncrypted = config.baseUrl.startsWith('https:')
  }

  /** What the header set-cookie is to say. */
  async begun({ keyId, expiresAt }: Identity, nowMs = Date.now()): Promise<string> {
    const endMs = Math.min(nowMs + SESSION_SEC * 1000, expiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
    const token = await this.store.sessions.begin(keyId, new Date(endMs))
    return this.cookie(token, Math.floor((endMs - nowMs) / 1000))
  }

  /** The same for the end of the session that the request comes with, and of all begun with the same key where wanted. */
  async ended(request: FastifyRequest, isEverywhere: boolean): Promise<string> {
    const token = tokenOf(request)
    if (isEverywhere) {
      const keyId = request.identity?.keyId ?? (await this.store.sessions.keyOf(token ?? ''))?.id
      if (keyId !== undefined) await this.store.sessions.endAllOf(keyId)
    }
    if (token) await this.store.sessions.end(token)
    return this.cookie('', 0)
  }

  /** Whose request it is, where it comes from the web app and brings no key. */
  async identityOf(request: FastifyRequest): Promise<Identity | undefined> {
    const token = isFromWeb(request) ? tokenOf(request) : undefined
    const key = token && (await this.store.sessions.keyOf(token))
    return key ? identityBy(key) : undefined
  }

  private cookie(value: string, maxAgeSec: number): string {
    const secure = this.isEncrypted ? '; Secure' : ''
    return `${SESSION_COOKIE}=${value}; Max-Age=${maxAgeSec}; Path=/; HttpOnly; SameSite=Strict${secure}`
  }
}

/** Sent by the pages of the web app. */
export function isFromWeb({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers[WEB_HEADER] !== undefined
}

function tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === SESSION_COOKIE)?.[1] || undefined
}
