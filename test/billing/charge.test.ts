import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newAudit, outcome, sha256 } from '../../lab/service/sample-audit.js'
import {
  type AuditToCharge,
  beginAudit,
  giveUpAudit,
  KnownRequestError,
  renewAudit,
  settleAudit,
} from '../../src/billing/audit-charge.js'
import { creditBalance, creditHistory, grantCredits } from '../../src/billing/credit-account.js'
import { firstAccount } from '../../src/billing/first-account.js'
import { accountCaller, walletCaller } from '../../src/store/caller.js'
import type { OpenDatabase } from '../../src/store/database.js'
import {
  AuditNotRunningError,
  InsufficientCreditsError,
  ReservationClosedError,
  UnknownAccountError,
} from '../../src/store/errors.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate } from '../../src/store/migrate.js'
import { type Store, storeOn } from '../../src/store/store.js'
import { describeOnEach } from '../store/databases.js'

describeOnEach('credits', (made) => {
  let opened: OpenDatabase
  let store: Store

  beforeAll(async () => {
    opened = await made.database.open()
    await migrate(opened.db)
    store = storeOn(opened, new FolderBlobs(made.database.dataFolder))
    // The first time is that of a start, when all that is open is of the past.
    await store.recover()
  })
  afterAll(() => store?.close())

  // Whatever a test has done: the ledger adds up, and no balance was ever below zero.
  afterEach(async () => {
    const { rows } = await opened.db.execute(sql`
      SELECT accounts.id FROM accounts LEFT JOIN credit_entries ON account_id = accounts.id
      GROUP BY accounts.id HAVING coalesce(sum(amount_milli), 0) <> balance_milli OR min(balance_after_milli) < 0`)
    expect(rows).toEqual([])
  })

  async function accountWith(credits: number): Promise<string> {
    const { id } = await store.accounts.create('someone')
    if (credits > 0) await grantCredits(store, id, credits)
    return id
  }
  const toCharge = (priceMilli: number, over: Partial<AuditToCharge> = {}): AuditToCharge => ({
    ...newAudit(),
    priceMilli,
    ...over,
  })
  const { creditsUsedMilli: _, ...result } = outcome
  const failure = { code: 'internal', message: 'broken' }
  const listed = async (account: string) =>
    (await store.audits.page(accountCaller(account), { limit: 100 })).audits

  test('come with the first account of an empty store, and only then', async () => {
    const first = await firstAccount(store)
    expect((await store.apiKeys.verify(first!.secret))?.accountId).toBe(first!.accountId)
    expect(await creditBalance(store, first!.accountId)).toBe(1000)
    expect(await firstAccount(store)).toBeUndefined()
    expect(await store.accounts.list()).toHaveLength(1)
  })

  test('are granted, in halves too, and counted exactly', async () => {
    const account = await accountWith(0)
    expect(await creditBalance(store, account)).toBe(0)
    expect(await grantCredits(store, account, 0.5, 'welcome')).toBe(0.5)
    expect(await grantCredits(store, account, 1000)).toBe(1000.5)
    for (const wrong of [0, -1, 0.0001, Number.NaN]) {
      await expect(grantCredits(store, account, wrong)).rejects.toThrow(RangeError)
    }
    await expect(grantCredits(store, 'nobody', 1)).rejects.toThrow(UnknownAccountError)
    expect(await creditBalance(store, account)).toBe(1000.5)
  })

  test('are taken with the result', async () => {
    const account = await accountWith(10)
    const audit = await beginAudit(store, account, toCharge(2500))
    expect(await creditBalance(store, account)).toBe(7.5)
    expect(await listed(account)).toEqual([])
    await settleAudit(store, audit, result)
    expect(await creditBalance(store, account)).toBe(7.5)
    expect(await listed(account)).toMatchObject([{ id: audit.auditId, creditsUsedMilli: 2500 }])
  })

  test('not used are given back', async () => {
    const account = await accountWith(10)
    const audit = await beginAudit(store, account, toCharge(4000))
    await settleAudit(store, audit, { ...result, creditsUsedMilli: 1500 })
    expect(await creditBalance(store, account)).toBe(8.5)
    const more = await beginAudit(store, account, toCharge(1000))
    await expect(settleAudit(store, more, { ...result, creditsUsedMilli: 1001 })).rejects.toThrow(RangeError)
    expect(await listed(account)).toHaveLength(1)
    await giveUpAudit(store, more, failure)
  })

  test('are given back when the audit fails, once', async () => {
    const account = await accountWith(3)
    const audit = await beginAudit(store, account, toCharge(3000))
    await giveUpAudit(store, audit, failure)
    await giveUpAudit(store, audit, failure)
    await expect(settleAudit(store, audit, result)).rejects.toThrow(AuditNotRunningError)
    await expect(store.ledger.release(audit.reservationId)).rejects.toThrow(ReservationClosedError)
    expect(await creditBalance(store, account)).toBe(3)
    expect(await listed(account)).toEqual([])
  })

  test('once settled stay so', async () => {
    const account = await accountWith(3)
    const audit = await beginAudit(store, account, toCharge(3000))
    await settleAudit(store, audit, result)
    await giveUpAudit(store, audit, failure)
    await expect(settleAudit(store, audit, result)).rejects.toThrow(AuditNotRunningError)
    expect(await creditBalance(store, account)).toBe(0)
    expect(await listed(account)).toHaveLength(1)
  })

  test('that are too few buy nothing and leave nothing', async () => {
    const account = await accountWith(1.5)
    const refused = await beginAudit(store, account, toCharge(2000, { id: 'f'.repeat(32) })).catch(
      (error) => error,
    )
    expect(refused).toBeInstanceOf(InsufficientCreditsError)
    expect(refused).toMatchObject({ neededMilli: 2000, availableMilli: 1500 })
    expect(await store.audits.status(accountCaller(account), 'f'.repeat(32))).toBeUndefined()
    expect(await creditHistory(store, account, { limit: 10 })).toHaveLength(1)
    await settleAudit(store, await beginAudit(store, account, toCharge(1500)), result)
    expect(await creditBalance(store, account)).toBe(0)
  })

  test('for 50 buy exactly 50 of 200 audits at once', async () => {
    const account = await accountWith(50)
    const attempts = Array.from({ length: 200 }, async () =>
      settleAudit(store, await beginAudit(store, account, toCharge(1000)), result),
    )
    const ends = await Promise.allSettled(attempts)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    for (const end of ends) {
      if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(InsufficientCreditsError)
    }
    expect(await creditBalance(store, account)).toBe(0)
    expect(await listed(account)).toHaveLength(50)
  })

  test('are neither lost nor made when audits fail and succeed at once', async () => {
    const account = await accountWith(20)
    let settled = 0
    const attempts = Array.from({ length: 60 }, async (_, at) => {
      const audit = await beginAudit(store, account, toCharge(1500))
      if (at % 3 === 0)
        await Promise.all([giveUpAudit(store, audit, failure), giveUpAudit(store, audit, failure)])
      else if (at % 3 === 1) await settleAudit(store, audit, result).then(() => settled++)
      else {
        // A result and a cancellation meet: one of them holds.
        const [end] = await Promise.allSettled([
          settleAudit(store, audit, result),
          giveUpAudit(store, audit, failure),
        ])
        if (end.status === 'fulfilled') settled++
      }
    })
    await Promise.allSettled(attempts)
    expect(await creditBalance(store, account)).toBe(20 - 1.5 * settled)
    expect(await listed(account)).toHaveLength(settled)
  })

  test('of one account are not those of another', async () => {
    const [rich, poor] = [await accountWith(100), await accountWith(0)]
    await expect(beginAudit(store, poor, toCharge(1000))).rejects.toThrow(InsufficientCreditsError)
    expect(await creditBalance(store, rich)).toBe(100)
    expect(await creditHistory(store, poor, { limit: 10 })).toEqual([])
  })

  test('have a history, newest first, page by page', async () => {
    const account = await accountWith(5)
    const [kept, given] = [
      await beginAudit(store, account, toCharge(2000)),
      await beginAudit(store, account, toCharge(1500)),
    ]
    await settleAudit(store, kept, result)
    await giveUpAudit(store, given, failure)
    const all = await creditHistory(store, account, { limit: 10 })
    expect(
      all.map(({ kind, credits, balanceAfter, auditId }) => [kind, credits, balanceAfter, auditId]),
    ).toEqual([
      ['release', 1.5, 3, given.auditId],
      ['settlement', 0, 1.5, kept.auditId],
      ['reservation', -1.5, 1.5, given.auditId],
      ['reservation', -2, 3, kept.auditId],
      ['grant', 5, 5, null],
    ])
    const first = await creditHistory(store, account, { limit: 2 })
    const rest = await creditHistory(store, account, { limit: 10, before: first[1].id })
    expect([...first, ...rest]).toEqual(all)
  })

  test.each([
    'UPDATE credit_entries SET amount_milli = 1',
    'DELETE FROM credit_entries',
    'TRUNCATE credit_entries',
  ])('are in a ledger that refuses %s', async (statement) => {
    const error = await opened.db.execute(sql.raw(statement)).catch((refused) => refused)
    expect(String(error.cause)).toMatch(/only grows/)
  })

  test('below zero are refused by the database itself', async () => {
    const account = await accountWith(1)
    const error = await opened.db
      .execute(sql`UPDATE accounts SET balance_milli = -1 WHERE id = ${account}`)
      .catch((refused) => refused)
    expect(String(error.cause)).toMatch(/check constraint/)
  })

  describe('and what was found', () => {
    const findings = [{ key: sha256('heard'), contentSha256: sha256('x'), bytes: Uint8Array.of(1, 2, 3) }]

    test('is kept when it was paid', async () => {
      const account = await accountWith(1)
      await settleAudit(store, await beginAudit(store, account, toCharge(1000)), { ...result, findings })
      expect((await store.findings.known(accountCaller(account), [findings[0].key])).size).toBe(1)
    })

    test('is not kept when it was not', async () => {
      const account = await accountWith(1)
      const audit = await beginAudit(store, account, toCharge(1000))
      await giveUpAudit(store, audit, failure)
      await expect(settleAudit(store, audit, { ...result, findings })).rejects.toThrow()
      expect((await store.findings.known(accountCaller(account), [findings[0].key])).size).toBe(0)
    })
  })

  describe('of an audit that nobody works on any more', () => {
    test('go back when its lease is over, and it is over for good', async () => {
      const account = await accountWith(5)
      const lost = await beginAudit(store, account, toCharge(2000, { leaseSec: 0 }))
      const alive = await beginAudit(store, account, toCharge(1000, { leaseSec: 0 }))
      expect(await renewAudit(store, alive, 60)).toBe(true)
      await sleep(5)
      expect(await store.recover()).toEqual({ auditsFailed: 1, reservationsReleased: 1 })
      expect(await store.recover()).toEqual({ auditsFailed: 0, reservationsReleased: 0 })
      expect(await creditBalance(store, account)).toBe(4)
      expect(await renewAudit(store, lost, 60)).toBe(false)
      await expect(settleAudit(store, lost, result)).rejects.toThrow(AuditNotRunningError)
      expect((await store.audits.status(lost.caller, lost.auditId))?.state).toBe('failed')
      await settleAudit(store, alive, result)
      expect(await creditBalance(store, account)).toBe(4)
    })

    test('it fails too when no credits were taken for it', async () => {
      const caller = walletCaller('0xAbC')
      const lost = await store.audits.start(caller, newAudit({ leaseSec: 0 }))
      const alive = await store.audits.start(caller, newAudit({ leaseSec: 60 }))
      await sleep(5)
      expect(await store.recover()).toEqual({ auditsFailed: 1, reservationsReleased: 0 })
      expect((await store.audits.status(walletCaller('0xaBc'), lost))?.state).toBe('failed')
      expect((await store.audits.status(caller, alive))?.state).toBe('running')
    })

    test('go back once when several servers clear up at once', async () => {
      const account = await accountWith(5)
      for (let at = 0; at < 5; at++) await beginAudit(store, account, toCharge(1000, { leaseSec: 0 }))
      await sleep(5)
      const recovered = await Promise.all([store.recover(), store.recover(), store.recover()])
      expect(recovered.reduce((sum, { reservationsReleased }) => sum + reservationsReleased, 0)).toBe(5)
      expect(await creditBalance(store, account)).toBe(5)
    })
  })

  describe('for a request that is sent twice', () => {
    const idempotency = { key: 'key "1"', requestSha256: sha256('request') }

    test('are taken once', async () => {
      const account = await accountWith(1)
      const audit = await beginAudit(store, account, toCharge(1000, { idempotency }))
      const again = await beginAudit(store, account, toCharge(1000, { idempotency })).catch((error) => error)
      expect(again).toBeInstanceOf(KnownRequestError)
      expect(again.known).toEqual({ auditId: audit.auditId, isSameRequest: true })
      const other = { ...idempotency, requestSha256: sha256('other') }
      const different = await beginAudit(store, account, toCharge(1000, { idempotency: other })).catch(
        (error) => error,
      )
      expect(different.known).toEqual({ auditId: audit.auditId, isSameRequest: false })
      expect(await creditBalance(store, account)).toBe(0)
    })

    test('at once are taken once', async () => {
      const account = await accountWith(20)
      const attempts = Array.from({ length: 10 }, () =>
        beginAudit(store, account, toCharge(1000, { idempotency })),
      )
      const ends = await Promise.allSettled(attempts)
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toBeInstanceOf(KnownRequestError)
      expect(await creditBalance(store, account)).toBe(19)
    })

    test('by two callers with one key are taken from each', async () => {
      const [one, two] = [await accountWith(1), await accountWith(1)]
      await beginAudit(store, one, toCharge(1000, { idempotency }))
      await beginAudit(store, two, toCharge(1000, { idempotency }))
    })

    test('are taken for the second when the first failed', async () => {
      const account = await accountWith(1)
      await giveUpAudit(store, await beginAudit(store, account, toCharge(1000, { idempotency })), failure)
      const second = await beginAudit(store, account, toCharge(1000, { idempotency }))
      await settleAudit(store, second, result)
      expect(await creditBalance(store, account)).toBe(0)
    })
  })
})
