// The outbox on either database: what happened is in it, what did not is not, and nobody takes what another has.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAudit, written } from '../../lab/service/sample-audit.js'
import { accountCaller } from '../../src/store/caller.js'
import type { OpenDatabase } from '../../src/store/database.js'
import { FolderBlobs } from '../../src/store/folder-blobs.js'
import { migrate } from '../../src/store/migrate.js'
import { type Store, storeOn } from '../../src/store/store.js'
import type { ClaimedDelivery } from '../../src/store/webhook-deliveries.js'
import { describeOnEach } from './databases.js'

const LEASE_SEC = 60

describeOnEach('the outbox of webhooks', (made) => {
  let database: OpenDatabase
  let store: Store
  beforeAll(async () => {
    database = await made.database.open()
    await migrate(database.db)
    store = storeOn(database, new FolderBlobs(made.database.dataFolder))
  })
  afterAll(() => store?.close())

  const outcome = { ...written({ score: 90, summary: '' }), regenCount: 0, creditsUsedMilli: 1000 }
  const endpoint = {
    url: 'https://hooks.example/',
    description: '',
    events: ['audit.completed' as const],
    creditsLowMilli: 0,
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  }
  const account = async () => {
    const { id } = await store.accounts.create('hooked')
    await store.webhookEndpoints.create(id, endpoint, 10)
    return id
  }
  const ended = async (accountId: string) => {
    const id = await store.audits.start(accountCaller(accountId), newAudit({}))
    await store.audits.complete(id, outcome)
    return id
  }
  const attempt = { beganAt: new Date(), durationMs: 1, status: 200, fault: null }

  test('an event is there with what it tells of, or not at all', async () => {
    const accountId = await account()
    const auditId = await store.audits.start(accountCaller(accountId), newAudit({}))
    const undone = store.transaction(async (tx) => {
      await tx.audits.complete(auditId, outcome)
      throw new Error('cut off')
    })
    await expect(undone).rejects.toThrow('cut off')
    expect((await store.webhookDeliveries.page(accountId, { limit: 10 })).deliveries).toEqual([])
    await store.audits.complete(auditId, outcome)
    await expect(store.audits.complete(auditId, outcome)).rejects.toThrow('no longer running')
    expect((await store.webhookDeliveries.page(accountId, { limit: 10 })).deliveries).toMatchObject([
      { auditId, event: 'audit.completed', state: 'waiting', attempts: [] },
    ])
    await clear()
  })

  test('an event that nobody wants is not written down', async () => {
    const accountId = await account()
    const auditId = await store.audits.start(accountCaller(accountId), newAudit({}))
    await store.audits.fail(auditId, { code: 'internal', message: '' })
    expect((await store.webhookDeliveries.page(accountId, { limit: 10 })).deliveries).toEqual([])
  })

  test('of many who want the same ones each gets others', async () => {
    const accountId = await account()
    for (let at = 0; at < 12; at++) await ended(accountId)
    const takers = Array.from({ length: 4 }, async () => {
      const taken: ClaimedDelivery[] = []
      for (;;) {
        const one = await store.webhookDeliveries.claim([], LEASE_SEC)
        if (!one) return taken
        taken.push(one)
      }
    })
    const taken = (await Promise.all(takers)).flat()
    expect(taken).toHaveLength(12)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(12)
    for (const one of taken) expect(await store.webhookDeliveries.note(one, attempt, 'delivered')).toBe(true)
    expect(await store.webhookDeliveries.claim([], LEASE_SEC)).toBeUndefined()
  })

  test('what its taker does not end in time is taken by another, who alone can end it', async () => {
    const accountId = await account()
    await ended(accountId)
    const lost = (await store.webhookDeliveries.claim([], LEASE_SEC))!
    expect(await store.webhookDeliveries.claim([], LEASE_SEC)).toBeUndefined()
    await database.db.execute(sql`UPDATE webhook_deliveries SET lease_until = now() - interval '1 second'`)
    const again = (await store.webhookDeliveries.claim([], LEASE_SEC))!
    expect([again.id, again.claim, again.attemptsMade]).toEqual([lost.id, lost.claim + 1, 0])
    expect(await store.webhookDeliveries.note(lost, attempt, 'failed')).toBe(false)
    expect(await store.webhookDeliveries.note(again, attempt, 'delivered')).toBe(true)
  })

  test('whose endpoints are busy is passed by', async () => {
    const [first, second] = [await account(), await account()]
    await ended(first)
    await ended(second)
    const taken = await store.webhookDeliveries.claim([first], LEASE_SEC)
    expect(taken?.accountId).toBe(second)
    expect(await store.webhookDeliveries.claim([first], LEASE_SEC)).toBeUndefined()
    await clear()
  })

  test('a secret that was replaced signs as well until its time is over', async () => {
    const accountId = await account()
    await ended(accountId)
    const [{ id }] = await store.webhookEndpoints.list(accountId)
    await store.webhookEndpoints.rotate(accountId, id, 'whsec_new', 3600)
    expect((await store.webhookDeliveries.claim([], -1))?.secrets).toEqual(['whsec_new', endpoint.secret])
    await store.webhookEndpoints.rotate(accountId, id, 'whsec_newer', -1)
    expect((await store.webhookDeliveries.claim([], -1))?.secrets).toEqual(['whsec_newer'])
    await clear()
  })

  test('of many who register at the same time as many succeed as there is room for', async () => {
    const { id } = await store.accounts.create('crowd')
    const made = await Promise.all(
      Array.from({ length: 6 }, () => store.webhookEndpoints.create(id, endpoint, 3)),
    )
    expect(made.filter((one) => one !== undefined)).toHaveLength(3)
  })

  test('an account has one secret for requests, whoever makes it first', async () => {
    const { id } = await store.accounts.create('requests')
    expect(await store.webhookEndpoints.secretForRequests(id)).toBeUndefined()
    await Promise.all(
      ['a', 'b', 'c'].map((each) => store.webhookEndpoints.rotateForRequests(id, `whsec_${each}`, 3600)),
    )
    expect(await store.webhookEndpoints.secretForRequests(id)).toMatchObject({
      previousUntil: expect.any(Date),
    })
    expect(await store.webhookEndpoints.list(id)).toEqual([])
  })

  const clear = () => database.db.execute(sql`DELETE FROM webhook_deliveries`)
})
