// Sessions of the web app: a signed cookie that scripts cannot read, in place of the API key.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { accountCaller } from '../../store/caller.js'
import type { Store } from '../../store/store.js'
import type { Identity } from '../auth.js'
import type { ServerContext } from '../context.js'

export const SESSION_COOKIE = 'audio_audit_session'
export const SESSION_SEC = 7 * 86_400
/**
 * A cookie counts only together with this header. Other sites can neither set it without asking first, which is never
 * allowed, nor does the browser send them the cookie along (same-site).
 */
export const WEB_HEADER = 'x-audio-audit-web'

interface Claims {
  accountId: string
  keyId: string
  expiresSec: number
}

export class Sessions {
  private readonly store: Store
  private readonly isEncrypted: boolean
  private kept: Promise<Buffer> | undefined

  constructor({ store, config }: Pick<ServerContext, 'store' | 'config'>) {
    this.store = store
    this.isEncrypted = config.baseUrl.startsWith('https:')
  }

  /** What the header set-cookie is to say. */
  async begun({ accountId, keyId }: Identity, nowMs = Date.now()): Promise<string> {
    const claims: Claims = { accountId, keyId, expiresSec: Math.floor(nowMs / 1000) + SESSION_SEC }
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const signature = (await this.signed(text)).toString('base64url')
    return this.cookie(`${text}.${signature}`, SESSION_SEC)
  }

  ended(): string {
    return this.cookie('', 0)
  }

  /** Whose request it is, where it comes from the web app and brings no key. */
  async identityOf(request: FastifyRequest): Promise<Identity | undefined> {
    const cookie = isFromWeb(request) ? cookieOf(request) : undefined
    return cookie === undefined ? undefined : this.identity(cookie)
  }

  /** Undefined when the session is over: too old, or its key was revoked. */
  private async identity(cookie: string, nowMs = Date.now()): Promise<Identity | undefined> {
    const claims = await this.claimsOf(cookie)
    if (!claims || nowMs / 1000 >= claims.expiresSec) return undefined
    const keys = await this.store.apiKeys.list(claims.accountId)
    const key = keys.find(({ id, revokedAt }) => id === claims.keyId && revokedAt === null)
    return key && { accountId: key.accountId, keyId: key.id, caller: accountCaller(key.accountId) }
  }

  private async claimsOf(cookie: string): Promise<Claims | undefined> {
    const [text, signature = ''] = cookie.split('.')
    const given = Buffer.from(signature, 'base64url')
    const wanted = await this.signed(text)
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  }

  /** The secret is the same for all servers on the database, and asked for when it is first needed. */
  private async signed(text: string): Promise<Buffer> {
    this.kept ??= this.store.secrets.get('web sessions')
    return createHmac('sha256', await this.kept)
      .update(text)
      .digest()
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

function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === SESSION_COOKIE)?.[1] || undefined
}
