import { json, request } from './request.js'
import type { Scope } from './session.js'

export interface ApiKey {
  id: string
  name: string
  prefix: string
  createdAt: string
  lastUsedAt: string | null
  scopes: Scope[]
  expiresAt: string | null
}

export interface NewKey {
  name: string
  scopes: Scope[]
  /** ISO 8601; left out when it shall not expire before the key of this session. */
  expiresAt?: string | undefined
}

export interface CreditEntry {
  id: number
  kind: 'grant' | 'reservation' | 'settlement' | 'release'
  credits: number
  balance: number
  auditId: string | null
  note: string
  createdAt: string
}

export interface CreditPage {
  entries: CreditEntry[]
  nextBefore?: number
}

export async function apiKeys(): Promise<ApiKey[]> {
  return (await json<{ keys: ApiKey[] }>('v1/keys')).keys
}

export function createKey({ name, scopes, expiresAt }: NewKey): Promise<ApiKey & { secret: string }> {
  const query = { name, scopes: scopes.join(','), ...(expiresAt !== undefined && { expiresAt }) }
  return json(`v1/keys?${new URLSearchParams(query)}`, { method: 'POST' })
}

export async function revokeKey(id: string): Promise<void> {
  await request(`v1/keys/${id}`, { method: 'DELETE' })
}

export function creditPage(before?: number): Promise<CreditPage> {
  return json(`v1/balance/history${before === undefined ? '' : `?before=${before}`}`)
}
