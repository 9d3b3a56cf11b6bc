// A server is killed at the worst moments. After the next start every credit and every file is accounted for.
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { runnableFile } from '../../src/audit/runnable-file.js'
import { creditBalance, grantCredits } from '../../src/billing/credit-account.js'
import { accountCaller } from '../../src/store/caller.js'
import { openStore, type Store } from '../../src/store/store.js'
import { describeOnEach } from '../store/databases.js'
import { type CrashPoint, type CrashSettings, crashPoints } from './crashing-server.js'

const GRANTED = 1_000_000
/** Where other servers may be at work, what a killed one has left is theirs to clear up only after this time. */
const LEASE_SEC = 1

async function runUntilKilled(settings: CrashSettings, point: CrashPoint): Promise<void> {
  const script = runnableFile(new URL('crashing-server.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(settings), point], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (piece) => {
    complaints += piece
  })
  child.stdout.once('data', async () => {
    if (point !== 'anywhere') return
    await sleep(Math.random() * 300)
    child.kill('SIGKILL')
  })
  const signal = await new Promise((resolve) => child.once('exit', (_, by) => resolve(by)))
  expect(signal, complaints).toBe('SIGKILL')
}

describeOnEach('a crash', (made) => {
  let settings: CrashSettings
  const opened = () => openStore(settings)

  beforeAll(async () => {
    const { dataFolder, databaseUrl } = made.database
    settings = { dataFolder, databaseUrl, accountId: '', leaseSec: LEASE_SEC }
    const store = await opened()
    settings.accountId = (await store.accounts.create('crashing')).id
    await grantCredits(store, settings.accountId, GRANTED)
    await store.close()
  })

  test.each([...crashPoints, 'anywhere'] as CrashPoint[])('%s loses and makes nothing', async (point) => {
    await runUntilKilled(settings, point)
    if (!(await openedExclusively())) await sleep(LEASE_SEC * 1000)
    const store = await opened()
    try {
      await expectAllAccountedFor(store)
    } finally {
      await store.close()
    }
  })

  const openedExclusively = async () => made.database.databaseUrl === undefined

  async function expectAllAccountedFor(store: Store) {
    const { accountId, dataFolder } = settings
    const audits = []
    for (let cursor: string | undefined; ; ) {
      const page = await store.audits.page(accountCaller(accountId), { limit: 100, cursor })
      audits.push(...page.audits)
      cursor = page.nextCursor
      if (!cursor) break
    }
    expect(audits.length).toBeGreaterThan(0)
    expect(await creditBalance(store, accountId)).toBe(GRANTED - 1.5 * audits.length)
    expect(await store.audits.abandoned(true)).toEqual([])
    expect(await store.ledger.abandoned(true)).toEqual([])

    // Every listed audit has its audio, and there is no other.
    const owed = new Set<string>()
    for (const { id, caller } of audits) {
      const file = (await store.audits.file(id, 0))!
      owed.add(file.sha256)
      expect(
        await store.audio.get({ caller, sha256: file.sha256 }).then((blob) => blob?.stream.destroy()),
      ).toBeDefined()
    }
    const entries = await readdir(path.join(dataFolder, 'audio'), { recursive: true, withFileTypes: true })
    const onDisk = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    // Where other servers may be copying, what looks unfinished is left for a day.
    const stray = (name: string) => name === 'half' || /^[0-9a-f]{32}$/.test(name)
    const kept = made.database.databaseUrl ? onDisk.filter((name) => !stray(name)) : onDisk
    expect(new Set(kept)).toEqual(owed)
  }

  test('leaves a ledger whose sum is the balance', async () => {
    const database = await made.database.open()
    const { rows } = await database.db.execute(sql`
      SELECT accounts.id FROM accounts JOIN credit_entries ON account_id = accounts.id
      GROUP BY accounts.id HAVING sum(amount_milli) <> balance_milli OR min(balance_after_milli) < 0`)
    await database.close()
    expect(rows).toEqual([])
  })
})
