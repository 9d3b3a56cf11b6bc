// What the owner of an account sees of its credits.
import type { CreditEntry } from '../store/ledger.js'
import type { Store } from '../store/store.js'
import { toCredits, toMilli } from './credits.js'

export interface CreditChange {
  /** Counted within the account, from 1. */
  id: number
  kind: CreditEntry['kind']
  /** What was added to the balance; negative when it was taken. */
  credits: number
  balanceAfter: number
  auditId: string | null
  note: string
  createdAt: Date
}

/** Gives the new balance. */
export async function grantCredits(
  store: Store,
  accountId: string,
  credits: number,
  note = '',
): Promise<number> {
  return toCredits(await store.ledger.grant(accountId, toMilli(credits), note))
}

/** What can be spent: credits reserved for audits that run are not in it. */
export async function creditBalance(store: Store, accountId: string): Promise<number> {
  return toCredits(await store.ledger.balance(accountId))
}

/** Newest first; `before` is the id of the last change that was seen. */
export async function creditHistory(
  store: Store,
  accountId: string,
  page: { limit: number; before?: number },
): Promise<CreditChange[]> {
  const entries = await store.ledger.history(accountId, page)
  return entries.map(({ number, kind, amountMilli, balanceAfterMilli, auditId, note, createdAt }) => ({
    id: number,
    kind,
    credits: toCredits(amountMilli),
    balanceAfter: toCredits(balanceAfterMilli),
    auditId,
    note,
    createdAt,
  }))
}
