// Accounts, keys and credits as whoever runs the service manages them: on the store, and through the socket of a server.
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileOf, newAudit, sha256 } from '../../lab/service/sample-audit.js'
import { TestService } from '../../lab/service/test-service.js'
import {
  type Administration,
  AdministrationError,
  administrationOn,
} from '../../src/server/admin/administration.js'
import {
  administrationAt,
  controlSocketIn,
  openControlSocket,
} from '../../src/server/admin/control-socket.js'
import { accountCaller } from '../../src/store/caller.js'
import { contentPool } from './pools.js'

let service: TestService
let closeSocket: () => Promise<void>
const failures: unknown[] = []
const managed: Record<string, Administration> = {}

beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  const socket = controlSocketIn(service.dataFolder)!
  expect(await administrationAt(socket)).toBeUndefined()
  const own = administrationOn(service.store, service.context.outbound)
  closeSocket = await openControlSocket(socket, own, (error) => failures.push(error))
  managed['on the store'] = own
  managed['through the socket'] = (await administrationAt(socket))!
  // To ask whether a server is there is no failure of that server.
  expect(failures).toEqual([])
})
afterAll(async () => {
  await closeSocket?.()
  await service?.stop()
})

test('an empty store has nothing to manage, and says how to begin', async () => {
  await expect(managed['on the store'].balance({})).rejects.toThrow('keys create --new-account')
})

describe.each(['on the store', 'through the socket'])('%s', (way) => {
  const admin = () => managed[way]
  const name = `studio "${way}" 🎧`

  test('an account is made with a key that works, until it is revoked', async () => {
    const made = await admin().createKey({ newAccount: name, name: 'first' })
    expect(made.key).toMatch(/^aa_[\w-]{40}$/)
    expect(made.key.startsWith(made.prefix)).toBe(true)
    expect(await service.balance(made.key)).toBe(0)
    const second = await admin().createKey({ account: name, name: 'second' })
    expect(second.account).toBe(made.account)
    // The first of an account manages the others.
    expect([made.scopes, second.scopes]).toEqual([
      ['audit', 'read', 'manage'],
      ['audit', 'read'],
    ])
    expect((await service.get('/v1/keys', made.key)).statusCode).toBe(200)
    expect((await service.get('/v1/keys', second.key)).statusCode).toBe(403)
    const listed = await admin().listKeys({ account: made.account })
    expect(listed.map((key) => key.name)).toEqual(['first', 'second'])
    expect(JSON.stringify(listed)).not.toContain(second.key)
    const revoked = await admin().revokeKey({ key: made.prefix })
    expect(revoked.id).toBe(made.id)
    expect(revoked.revokedAt).not.toBeNull()
    expect((await service.get('/v1/balance', made.key)).statusCode).toBe(401)
    expect((await service.get('/v1/balance', second.key)).statusCode).toBe(200)
    await expect(admin().revokeKey({ key: made.id })).rejects.toThrow('revoked before')
  })

  test('a key is made for what it is needed for, and as long', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const made = await admin().createKey({ account: name, name: 'ci', scopes: ['audit'], expiresAt })
    expect(made).toMatchObject({ scopes: ['audit'], expiresAt })
    expect((await service.get('/v1/balance', made.key)).statusCode).toBe(403)
    const listed = (await admin().listKeys({ account: name })).find(({ id }) => id === made.id)
    expect(listed).toMatchObject({ scopes: ['audit'], expiresAt, lastUsedAt: expect.any(String) })
  })

  test('credits are granted and accounted for', async () => {
    expect(await admin().grant({ account: name, credits: 12.5, note: 'welcome' })).toMatchObject({
      credits: 12.5,
    })
    expect(await admin().balance({ account: name })).toMatchObject({ credits: 12.5 })
    expect(await admin().history({ account: name, limit: 5 })).toMatchObject([
      { id: 1, kind: 'grant', credits: 12.5, balanceAfter: 12.5, note: 'welcome' },
    ])
    for (const credits of [0, -1, 0.0001]) {
      const refused = admin().grant({ account: name, credits, note: '' })
      await expect(refused).rejects.toThrow(AdministrationError)
      await expect(refused).rejects.toThrow('above 0')
    }
  })

  test('decisions are shown a page at a time', async () => {
    const { account } = await admin().balance({ account: name })
    const caller = accountCaller(account)
    const id = await service.store.audits.start(caller, newAudit({ files: [fileOf('one')] }))
    const decision = { contentSha256: sha256('one'), position: 0, check: 'quality', kind: 'click' }
    const about = (timeSec: number | null) =>
      ({ ...decision, timeSec, endSec: timeSec, confidence: 0.5, decision: 'falseAlarm', note: '' }) as const
    await service.store.decisions.keep(caller, id, [about(null), about(1.5), about(2.25)])
    const first = await admin().decisions({ account: name, limit: 2 })
    const last = await admin().decisions({ account: name, limit: 2, after: first.decisions.at(-1) })
    expect([first.account, last.account]).toEqual([account, account])
    expect([...first.decisions, ...last.decisions]).toMatchObject(
      [null, 1.5, 2.25].map((timeSec) => ({ sha256: sha256('one'), file: 'one.wav', timeSec, auditId: id })),
    )
    expect(first.decisions).toHaveLength(2)
  })

  test('webhooks are registered, shown, replaced and removed', async () => {
    const made = await admin().createWebhook({
      account: name,
      url: 'https://hooks.example/a',
      events: ['audit.failed'],
    })
    expect(made).toMatchObject({
      url: 'https://hooks.example/a',
      events: ['audit.failed'],
      disabledBecause: null,
    })
    expect(made.secret).toMatch(/^whsec_/)
    const which = { account: name, endpoint: made.id }
    expect(await admin().enableWebhook({ ...which, isEnabled: false })).toMatchObject({
      disabledBecause: 'owner',
    })
    const { secret: _, ...shown } = made
    expect(await admin().enableWebhook({ ...which, isEnabled: true })).toEqual(shown)
    expect(await admin().listWebhooks({ account: name })).toEqual([shown])
    const rotated = await admin().rotateWebhookSecret(which)
    expect(rotated).toMatchObject({ endpoint: made.id, previousUntil: expect.any(String) })
    expect(rotated.secret).not.toBe(made.secret)
    expect(await admin().rotateWebhookSecret({ account: name })).toMatchObject({
      endpoint: null,
      previousUntil: null,
    })
    const id = await service.store.audits.start(accountCaller(made.account), newAudit({}))
    await service.store.audits.fail(id, { code: 'internal', message: '' })
    const [delivery] = await admin().webhookLog({ account: name, limit: 5, state: 'waiting' })
    expect(delivery).toMatchObject({ auditId: id, event: 'audit.failed', endpoint: made.id, attempts: 0 })
    const replay = admin().replayWebhook({ account: name, delivery: delivery.id })
    await expect(replay).rejects.toThrow('under way already')
    await expect(admin().replayWebhook({ account: name, delivery: 'x' })).rejects.toThrow('no delivery "x"')
    await expect(admin().createWebhook({ account: name, url: 'https://[::1]/' })).rejects.toThrow('private')
    expect(await admin().deleteWebhook(which)).toEqual({ id: made.id })
    await expect(admin().deleteWebhook(which)).rejects.toThrow('no webhook endpoint')
  })

  test('what is not there, or not clear, is refused', async () => {
    await expect(admin().balance({ account: 'nobody' })).rejects.toThrow('no account "nobody"')
    await expect(admin().revokeKey({ key: 'aa_nothing' })).rejects.toThrow('no key "aa_nothing"')
    await admin().createKey({ newAccount: `other ${way}`, name: '' })
    await expect(admin().balance({})).rejects.toThrow('--account')
  })
})

test('the socket is for the owner of the folder alone', async () => {
  const { mode } = await stat(path.join(service.dataFolder, 'control.sock'))
  expect(mode & 0o077).toBe(0)
  expect(controlSocketIn(`/${'long/'.repeat(30)}`)).toBeUndefined()
})
