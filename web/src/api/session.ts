import { json, request } from './request.js'

export interface Session {
  signedIn: boolean
  account?: string
  keyId?: string
  credits?: number
  ownsAudit?: boolean
}

export function session(auditId?: string): Promise<Session> {
  return json(`v1/session${auditId ? `?auditId=${auditId}` : ''}`)
}

export async function signIn(apiKey: string): Promise<void> {
  await request('v1/session', { method: 'POST', headers: { 'x-api-key': apiKey } })
}

export async function signOut(): Promise<void> {
  await request('v1/session', { method: 'DELETE' })
}
