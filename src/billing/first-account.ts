import type { Store } from '../store/store.js'
import { toMilli } from './credits.js'

const FIRST_CREDITS = 1000

export interface FirstAccount {
  accountId: string
  /** To be shown now: it is nowhere afterwards. */
  secret: string
  credits: number
}

/** Whoever starts an empty store can use it at once. Undefined when there are accounts already. */
export async function firstAccount(store: Store): Promise<FirstAccount | undefined> {
  return store.transaction(async (tx) => {
    if ((await tx.accounts.list()).length > 0) return undefined
    const { id: accountId } = await tx.accounts.create('first')
    const { secret } = await tx.apiKeys.create(accountId, 'first')
    await tx.ledger.grant(accountId, toMilli(FIRST_CREDITS), 'first start')
    return { accountId, secret, credits: FIRST_CREDITS }
  })
}
