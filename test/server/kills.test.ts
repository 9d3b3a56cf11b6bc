// The service as a process that is killed at random moments of its work: after the next start every credit and every file
// is accounted for. AUDIO_AUDIT_KILLS says how often.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { type RunningServer, runServer } from '../../lab/service/running-server.js'
import { creditBalance, grantCredits } from '../../src/billing/credit-account.js'
import { accountCaller } from '../../src/store/caller.js'
import { openStore, type Store } from '../../src/store/store.js'
import { describeOnEach } from '../store/databases.js'
import { quickAudit } from './quick-audit.js'

const KILLS = Number(process.env.AUDIO_AUDIT_KILLS ?? 1)
const MOST_MS_PER_KILL = 120_000
const GRANTED = 1_000_000
/** From the first answer on; an audit here takes a fraction of it. */
const LONGEST_LIFE_MS = 1000
/** What a file is called until it is copied whole. Where other servers may be copying, it is left for a day. */
const UNFINISHED = /^[0-9a-f]{32}$/

describeOnEach('a server that is killed', (made) => {
  let accountId: string
  let key: string
  let server: RunningServer | undefined

  beforeAll(async () => {
    const store = await openStore(made.database)
    accountId = (await store.accounts.create('killed')).id
    key = (await store.apiKeys.create(accountId, 'killed')).secret
    await grantCredits(store, accountId, GRANTED)
    await store.close()
  })
  afterEach(async () => {
    if (server && server.process.exitCode === null && server.process.signalCode === null)
      await server.end('SIGKILL')
  })

  test(
    `loses and makes nothing (AUDIO_AUDIT_KILLS=${KILLS} times)`,
    async () => {
      for (let kill = 0; kill < KILLS; kill++) {
        const { dataFolder, databaseUrl } = made.database
        const killed = await runServer(dataFolder, {
          RATE_LIMIT_PER_KEY: '100000',
          RATE_LIMIT_PER_ADDRESS: '100000',
          ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        })
        server = killed
        expect((await quickAudit(killed, key)).status).toBe(200)
        const lanes = Array.from({ length: 3 }, async () => {
          // Until the connection breaks.
          for (;;) expect((await quickAudit(killed, key)).status).toBe(200)
        })
        const ends = Promise.allSettled(lanes)
        await sleep(Math.random() * LONGEST_LIFE_MS)
        await killed.end('SIGKILL')
        for (const end of await ends) expect((end as PromiseRejectedResult).reason).toBeInstanceOf(TypeError)
        if (databaseUrl) await letLeasesEnd()
        const store = await openStore(made.database)
        const listed = await expectAllAccountedFor(store).finally(() => store.close())
        expect(listed).toBeGreaterThan(kill)
      }
    },
    KILLS * MOST_MS_PER_KILL,
  )

  /** Where other servers may be at work, they take what is open for somebody's until its time is over. */
  async function letLeasesEnd() {
    const { db, close } = await made.database.open()
    for (const table of ['audits', 'reservations']) {
      await db.execute(sql`UPDATE ${sql.identifier(table)} SET lease_until = now() - interval '1 second'`)
    }
    await close()
  }

  async function expectAllAccountedFor(store: Store): Promise<number> {
    const audits = []
    for (let cursor: string | undefined; ; ) {
      const page = await store.audits.page(accountCaller(accountId), { limit: 100, cursor })
      audits.push(...page.audits)
      cursor = page.nextCursor
      if (!cursor) break
    }
    expect(await creditBalance(store, accountId)).toBe(GRANTED - 2 * audits.length)
    expect(await store.audits.abandoned(true)).toEqual([])
    expect(await store.ledger.abandoned(true)).toEqual([])
    const owed = new Set<string>()
    for (const { id } of audits) {
      for (const position of [0, 1]) owed.add((await store.audits.file(id, position))!.sha256)
    }
    const folder = path.join(made.database.dataFolder, 'audio')
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    const kept = store.isExclusive ? names : names.filter((name) => !UNFINISHED.test(name))
    expect(new Set(kept)).toEqual(owed)
    return audits.length
  }
})
