// Callers who send audits one after the other, each with an account of their own, and what became of every one of them.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type SendOptions, sendAudit } from '../../lab/service/audits.js'
import type { Cluster } from '../../lab/service/cluster.js'
import { accountCaller } from '../../src/store/caller.js'
import { openServerDatabase } from '../../src/store/database.js'

const GRANTED = 1_000_000
const CREDITS_PER_AUDIT = 2
/** A caller whose connection broke sends the same again, for so long. */
const PERSIST_MS = 4 * 60_000

export interface CallersOptions {
  count: number
  /** Where to send: any of these that answers. */
  addresses: () => string[]
  /** Pause between two audits of one caller. */
  pauseMs?: () => number
  audit?: () => SendOptions
}

export class Callers {
  readonly statuses = new Map<number, number>()
  /** Seconds from sending to the last byte, of those that were answered with a result. */
  readonly seconds: number[] = []
  readonly oddities: string[] = []
  private readonly accounts: { accountId: string; key: string; audits: Set<string> }[] = []
  private isOver = false
  private lanes: Promise<void>[] = []

  constructor(
    private readonly cluster: Cluster,
    private readonly options: CallersOptions,
  ) {}

  get answered(): number {
    return this.statuses.get(200) ?? 0
  }

  async start(): Promise<this> {
    for (let at = 0; at < this.options.count; at++) {
      this.accounts.push({ ...(await this.cluster.account(GRANTED)), audits: new Set() })
    }
    this.lanes = this.accounts.map(async (account) => {
      while (!this.isOver) {
        await this.one(account)
        await sleep(this.options.pauseMs?.() ?? 0)
      }
    })
    return this
  }

  /** Resolves when everybody has the answer to their last one. */
  async stop(): Promise<void> {
    this.isOver = true
    await Promise.all(this.lanes)
  }

  /** Whether what was answered, what is stored and what was charged agree. Ends what dead servers have left open. */
  async verify(): Promise<string[]> {
    const { store, postgres } = this.cluster
    const wrong = [...this.oddities]
    const { db, close } = await openServerDatabase(postgres.url)
    for (const table of ['audits', 'reservations']) {
      await db.execute(sql`UPDATE ${sql.identifier(table)} SET lease_until = now() - interval '1 second'`)
    }
    await close()
    await store.recover()
    for (const { accountId, audits } of this.accounts) {
      const done = new Set<string>()
      for (let cursor: string | undefined; ; ) {
        const page = await store.audits.page(accountCaller(accountId), { limit: 100, cursor })
        for (const { id } of page.audits) done.add(id)
        cursor = page.nextCursor
        if (!cursor) break
      }
      const charged = GRANTED - (await this.cluster.balance(accountId))
      if (charged !== CREDITS_PER_AUDIT * done.size)
        wrong.push(`${charged} credits were charged for ${done.size} audits`)
      for (const id of audits) if (!done.has(id)) wrong.push(`audit ${id} was answered and is lost`)
      for (const id of done) if (!audits.has(id)) wrong.push(`audit ${id} was charged and never answered`)
    }
    if ((await store.ledger.abandoned(true)).length > 0) wrong.push('reservations are open')
    return wrong
  }

  private async one({ key, audits }: { key: string; audits: Set<string> }): Promise<void> {
    const idempotencyKey = randomUUID()
    const audit = { ...this.options.audit?.() }
    const { freshTone } = await import('../../lab/service/audits.js')
    audit.sounds ??= [freshTone(), freshTone()]
    const started = performance.now()
    for (const until = Date.now() + PERSIST_MS; ; ) {
      const addresses = this.options.addresses()
      const address = addresses[Math.floor(Math.random() * addresses.length)]
      try {
        const headers = { 'idempotency-key': idempotencyKey }
        const answer = await sendAudit(address, key, { ...audit, headers })
        const body = await answer.text()
        this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
        if (answer.status === 200) {
          this.seconds.push((performance.now() - started) / 1000)
          audits.add(JSON.parse(body).auditId)
        } else if (answer.status !== 503 && answer.status !== 429) {
          const isCutOff = answer.status === 500 && body.includes('stopped while this audit ran')
          if (!isCutOff) this.oddities.push(`${answer.status}: ${body.slice(0, 300)}`)
        } else {
          if (!answer.headers.get('retry-after')) this.oddities.push(`${answer.status} without retry-after`)
          await sleep(500)
        }
        return
      } catch (error) {
        // The connection broke, as it does when a server is killed.
        if (Date.now() > until) {
          this.oddities.push(`never answered: ${error}`)
          return
        }
        await sleep(200)
      }
    }
  }
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

export function statusText(statuses: ReadonlyMap<number, number>): string {
  return [...statuses]
    .sort()
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}
