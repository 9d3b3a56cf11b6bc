import { json, request } from './request.js'

export type Scope = 'audit' | 'read' | 'manage'

export interface Session {
  signedIn: boolean
  account?: string
  keyId?: string
  /** What the key of the session may be used for. */
  scopes?: Scope[]
  expiresAt?: string | null
  credits?: number
  ownsAudit?: boolean
}

export function session(auditId?: string): Promise<Session> {
  return json(`v1/session${auditId ? `?auditId=${auditId}` : ''}`)
}

/** Told to the window when somebody has signed in or out. */
export const SESSION_CHANGED = 'audio-audit-session'

export async function signIn(apiKey: string): Promise<void> {
  await request('v1/session', { method: 'POST', headers: { 'x-api-key': apiKey } })
  dispatchEvent(new Event(SESSION_CHANGED))
}

/** Here, or wherever somebody has signed in with the same key. */
export async function signOut(isEverywhere = false): Promise<void> {
  await request(`v1/session${isEverywhere ? '?everywhere=true' : ''}`, { method: 'DELETE' })
  dispatchEvent(new Event(SESSION_CHANGED))
}

export function may(viewer: Session, scope: Scope): boolean {
  return viewer.scopes?.includes(scope) ?? false
}
