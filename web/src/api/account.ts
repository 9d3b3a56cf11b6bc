import { json, request } from './request.js'

export interface ApiKey {
  id: string
  name: string
  prefix: string
  createdAt: string
  lastUsedAt: string | null
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

export function createKey(name: string): Promise<ApiKey & { secret: string }> {
  return json(`v1/keys?${new URLSearchParams({ name })}`, { method: 'POST' })
}

export async function revokeKey(id: string): Promise<void> {
  await request(`v1/keys/${id}`, { method: 'DELETE' })
}

export function creditPage(before?: number): Promise<CreditPage> {
  return json(`v1/balance/history${before === undefined ? '' : `?before=${before}`}`)
}
