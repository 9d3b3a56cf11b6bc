// Whether money and audits are exact once everything is over.
import { sql } from 'drizzle-orm'
import { creditBalance } from '../../src/billing/credit-account.js'
import { accountCaller } from '../../src/store/caller.js'
import { openEmbeddedDatabase } from '../../src/store/database.js'
import { openStore } from '../../src/store/store.js'
import type { HonestCaller } from './honest-caller.js'

export interface Books {
  wrong: string[]
  /** Audits of honest callers that are stored. */
  audits: number
}

/** The service must have ended. */
export async function checkBooks(
  dataFolder: string,
  honest: HonestCaller[],
  granted: number,
): Promise<Books> {
  const wrong: string[] = []
  let audits = 0
  const store = await openStore({ dataFolder })
  try {
    await store.recover()
    for (const { name, client, audits: answered, orders } of honest) {
      const caller = accountCaller(client.accountId!)
      const stored = new Map<string, number>()
      for (let cursor: string | undefined; ; ) {
        const page = await store.audits.page(caller, { limit: 100, cursor })
        for (const { id, resultJson } of page.audits) stored.set(id, JSON.parse(resultJson).creditsUsed)
        cursor = page.nextCursor
        if (!cursor) break
      }
      audits += stored.size
      const spent = [...stored.values()].reduce((sum, credits) => sum + credits, 0)
      const balance = await creditBalance(store, client.accountId!)
      if (balance !== granted - spent)
        wrong.push(`${name} has ${balance} credits, and should have ${granted} - ${spent}`)
      if (stored.size !== orders)
        wrong.push(`${name} sent ${orders} orders, and ${stored.size} audits are stored`)
      for (const id of answered) if (!stored.has(id)) wrong.push(`audit ${id} was answered and is lost`)
      for (const id of stored.keys())
        if (!answered.has(id)) wrong.push(`audit ${id} was charged and not answered`)
    }
    if ((await store.ledger.abandoned(true)).length > 0) wrong.push('reservations are open')
    if ((await store.audits.abandoned(true)).length > 0) wrong.push('audits are open')
  } finally {
    await store.close()
  }
  const { db, close } = await openEmbeddedDatabase(dataFolder)
  try {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT accounts.id FROM accounts JOIN credit_entries ON account_id = accounts.id
      GROUP BY accounts.id HAVING sum(amount_milli) <> balance_milli OR min(balance_after_milli) < 0`)
    for (const { id } of rows) wrong.push(`the ledger of account ${id} does not add up to its balance`)
  } finally {
    await close()
  }
  return { wrong, audits }
}
