// Webhooks from the registration to the receiver, on a service whose sender is told when to send.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freshTone } from '../../lab/service/audits.js'
import { field, file } from '../../lab/service/multipart.js'
import { BASE_URL, type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { WebhookReceiver } from '../../lab/service/webhook-receiver.js'
import { outboundPolicy } from '../../src/outbound/policy.js'
import { webhookSender } from '../../src/server/webhook-sender.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

const RETRIES = 2
let service: TestService
let receiver: WebhookReceiver
let documented: Documentation
let isBroken = false
const log: string[] = []

beforeAll(async () => {
  service = await TestService.start({
    pool: contentPool(async () => {
      if (isBroken) throw new Error('no listener')
    }),
    config: {
      outboundNetworks: ['127.0.0.0/8'],
      outboundHttp: 'true',
      webhookRetrySec: Array.from({ length: RETRIES }, () => 0),
      webhookTimeoutSec: 1,
    },
    onLog: (line) => log.push(line),
  })
  receiver = await WebhookReceiver.start()
  documented = new Documentation(service.app)
})
afterAll(async () => {
  await receiver?.die()
  await service?.stop()
})
afterEach(async () => {
  receiver.react = () => ({ status: 204 })
  // What a test leaves behind is none of the next one's.
  await sendDue()
  receiver.received.length = 0
  receiver.secrets = []
  isBroken = false
})

/** A call that is held against the documentation. */
async function call(method: string, path: string, key: string, payload?: object, pattern = path) {
  const url = `/v1/webhooks${path}`
  const answer = await service.app.inject({
    method: method as 'GET',
    url,
    headers: { 'x-api-key': key },
    ...(payload && { payload }),
  })
  documented.expectDescribed(method, `/v1/webhooks${pattern}`.split('?')[0], answer)
  return answer
}

const sendDue = () => webhookSender(service.context).sendDue()
const audited = async ({ key }: Caller, fields: Record<string, string> = {}, name = 'secret-name.wav') =>
  service.audit(
    checks('quality'),
    [file(name, freshTone()), ...Object.entries(fields).map(([each, value]) => field(each, value))],
    key,
  )
const deliveries = async ({ key }: Caller, query = '') =>
  (await call('GET', `/deliveries${query}`, key)).json().deliveries

async function registered(credits = 100, more: object = {}) {
  const caller = await service.caller(credits)
  const events = ['audit.completed', 'audit.failed']
  const made = await call('POST', '', caller.key, { url: receiver.url, events, ...more })
  expect(made.statusCode, made.body).toBe(201)
  const { secret, ...endpoint } = made.json()
  receiver.secrets = [secret]
  return { ...caller, endpoint, secret }
}

test('an audit that is done is told once, signed, with figures and no names', async () => {
  const caller = await registered()
  const { auditId, score } = (await audited(caller)).json()
  expect(await sendDue()).toBe(1)
  expect(await sendDue()).toBe(0)
  expect(receiver.received).toHaveLength(1)
  const [message] = receiver.received
  expect(message).toMatchObject({
    type: 'audit.completed',
    verified: [true],
    data: {
      auditId,
      status: 'done',
      score,
      fileCount: 1,
      regenCount: 0,
      creditsUsed: 1,
      source: 'api',
      auditUrl: `${BASE_URL}/v1/audits/${auditId}`,
    },
  })
  expect(JSON.stringify(message)).not.toContain('secret-name')
  expect(JSON.stringify(message).length).toBeLessThan(1000)
  expect(await deliveries(caller)).toMatchObject([
    {
      messageId: message.id,
      event: 'audit.completed',
      auditId,
      endpointId: caller.endpoint.id,
      webhookUrl: null,
      state: 'delivered',
      nextAttemptAt: null,
      attempts: [{ number: 1, status: 204, fault: null }],
    },
  ])
})

test('an audit that failed is told with its code alone', async () => {
  const caller = await registered()
  isBroken = true
  expect((await audited(caller)).statusCode).toBe(500)
  await sendDue()
  expect(receiver.received).toMatchObject([
    { type: 'audit.failed', verified: [true], data: { status: 'failed', error: { code: 'internal' } } },
  ])
  expect(JSON.stringify(receiver.received)).not.toMatch(/secret-name|went wrong/)
})

test('what is not taken is sent again under the same id, and then no more', async () => {
  const caller = await registered()
  const reactions = [{ status: 500 }, 'break', { status: 200 }] as const
  receiver.react = () => reactions[receiver.received.length - 1]
  await audited(caller)
  expect(await sendDue()).toBe(3)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(receiver.received.every(({ verified }) => verified[0])).toBe(true)
  const [{ state, attempts }] = await deliveries(caller)
  expect(state).toBe('delivered')
  expect(attempts).toMatchObject([
    { number: 1, status: 500, fault: 'refused' },
    { number: 2, status: null, fault: 'cut_off' },
    { number: 3, status: 200, fault: null },
  ])
})

test('a redirect is not followed, and no answer is not waited for', async () => {
  const caller = await registered()
  const reactions = ['redirect', 'never', { status: 200 }] as const
  receiver.react = () => reactions[receiver.received.length - 1]
  await audited(caller)
  await sendDue()
  const [{ attempts }] = await deliveries(caller)
  expect(attempts.map(({ fault }: { fault: string }) => fault)).toEqual(['redirected', 'timed_out', null])
  expect(receiver.strays).toBe(0)
})

test('a service that stops leaves what it could not end to the next one', async () => {
  const caller = await registered()
  const arrived = new Promise<void>((resolve) => {
    receiver.react = () => {
      resolve()
      return 'never'
    }
  })
  await audited(caller)
  const stopped = webhookSender(service.context)
  stopped.start()
  await arrived
  await stopped.stop(0)
  expect(await deliveries(caller)).toMatchObject([{ state: 'waiting', attempts: [] }])
  receiver.react = () => ({ status: 200 })
  expect(await sendDue()).toBe(1)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('a receiver may ask for a pause', async () => {
  const caller = await registered()
  receiver.react = () => ({ status: 429, headers: { 'retry-after': '3600' } })
  await audited(caller)
  expect(await sendDue()).toBe(1)
  const [{ state, nextAttemptAt }] = await deliveries(caller)
  expect(state).toBe('waiting')
  expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now() + 3_000_000)
})

test('410 disables an endpoint, and what waits for it is given up until it is enabled and replayed', async () => {
  const caller = await registered()
  receiver.react = () => ({ status: 410 })
  await audited(caller)
  expect(await sendDue()).toBe(1)
  const { endpoints } = (await call('GET', '', caller.key)).json()
  expect(endpoints).toMatchObject([{ enabled: false, disabledBecause: 'gone' }])
  await audited(caller)
  const [given] = await deliveries(caller, '?state=failed')
  expect(await deliveries(caller)).toHaveLength(1)
  const replay = () =>
    call('POST', `/deliveries/${given.id}/replay`, caller.key, undefined, '/deliveries/{deliveryId}/replay')
  expect((await replay()).statusCode).toBe(409)
  const path = `/${caller.endpoint.id}`
  expect((await call('PATCH', path, caller.key, { enabled: true }, '/{endpointId}')).json().enabled).toBe(
    true,
  )
  receiver.react = () => ({ status: 200 })
  expect((await replay()).statusCode).toBe(204)
  expect((await replay()).json().error.code).toBe('conflict')
  expect(await sendDue()).toBe(1)
  const ids = receiver.received.map(({ id }) => id)
  expect(ids).toEqual([given.messageId, given.messageId])
  const [again] = await deliveries(caller)
  expect(again.attempts).toMatchObject([
    { number: 1, status: 410 },
    { number: 2, status: 200 },
  ])
})

test('an endpoint at which nothing arrives is disabled, one at which something does is not', async () => {
  const caller = await registered()
  receiver.react = () => ({ status: 500 })
  await audited(caller)
  await audited(caller)
  // The second one arrives, at the last moment.
  receiver.react = ({ id }) => ({
    status: id === receiver.received[0].id || receiver.of(id).length <= RETRIES ? 500 : 200,
  })
  await sendDue()
  expect((await call('GET', '', caller.key)).json().endpoints[0].enabled).toBe(true)
  receiver.react = () => ({ status: 500 })
  await audited(caller)
  expect(await sendDue()).toBe(1 + RETRIES)
  expect((await call('GET', '', caller.key)).json().endpoints[0].disabledBecause).toBe('failing')
})

test('a secret is told once and can be replaced; for a while both sign', async () => {
  const caller = await registered()
  const shown = await call('GET', '', caller.key)
  expect(shown.body).not.toContain('whsec_')
  const path = `/${caller.endpoint.id}/secret`
  const rotated = (await call('POST', path, caller.key, undefined, '/{endpointId}/secret')).json()
  expect(rotated.secret).toMatch(/^whsec_/)
  expect(rotated.secret).not.toBe(caller.secret)
  expect(Date.parse(rotated.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  receiver.secrets = [caller.secret, rotated.secret]
  await audited(caller)
  await sendDue()
  expect(receiver.received.map(({ verified }) => verified)).toEqual([[true, true]])
})

describe('the webhookUrl of a request', () => {
  test('needs a secret, and an address that may be sent to', async () => {
    const caller = await service.caller(10)
    const without = await audited(caller, { webhookUrl: receiver.url })
    expect([without.statusCode, without.json().error.message]).toEqual([
      400,
      expect.stringContaining('POST /v1/webhooks/secret'),
    ])
    await call('POST', '/secret', caller.key)
    const inside = await audited(caller, { webhookUrl: 'https://169.254.169.254/' })
    expect([inside.statusCode, inside.json().error.details[0].field]).toEqual([400, 'webhookUrl'])
    expect(await service.balance(caller.key)).toBe(10)
    const nobody = await service.audit(checks('quality'), [
      file('a.wav', freshTone()),
      field('webhookUrl', receiver.url),
    ])
    expect(nobody.statusCode).toBe(402)
    expect(nobody.body).toContain('webhookUrl needs an API key')
  })

  test('is told of the end of that audit, beside the endpoints', async () => {
    const caller = await registered()
    const { secret } = (await call('POST', '/secret', caller.key)).json()
    receiver.secrets = [caller.secret, secret]
    await audited(caller, { webhookUrl: receiver.url })
    await audited(caller)
    await sendDue()
    expect(receiver.received.map(({ verified }) => verified.join()).sort()).toEqual([
      'false,true',
      'true,false',
      'true,false',
    ])
    const [own] = (await deliveries(caller)).filter(({ webhookUrl }: { webhookUrl: string }) => webhookUrl)
    expect(own).toMatchObject({ webhookUrl: receiver.url, endpointId: null, state: 'delivered' })
  })

  test('that is gone ends the message, and nothing else', async () => {
    const caller = await service.caller(10)
    await call('POST', '/secret', caller.key)
    receiver.react = () => ({ status: 410 })
    await audited(caller, { webhookUrl: receiver.url })
    expect(await sendDue()).toBe(1)
    receiver.react = () => ({ status: 200 })
    await audited(caller, { webhookUrl: receiver.url })
    expect(await sendDue()).toBe(1)
    expect((await deliveries(caller)).map(({ state }: { state: string }) => state)).toEqual([
      'delivered',
      'failed',
    ])
  })

  test('is part of what an Idempotency-Key stands for', async () => {
    const caller = await service.caller(10)
    await call('POST', '/secret', caller.key)
    const tone = freshTone()
    const send = (...more: ReturnType<typeof field>[]) =>
      service.audit(checks('quality'), [file('a.wav', tone), ...more], caller.key, { 'idempotency-key': 'k' })
    const hook = field('webhookUrl', receiver.url)
    expect((await send(hook)).statusCode).toBe(200)
    expect((await send(hook)).headers['idempotency-replayed']).toBe('true')
    expect((await send()).statusCode).toBe(409)
    expect(await sendDue()).toBe(1)
  })
})

test('low credits are told once, and again only after there were more', async () => {
  const caller = await registered(10, { events: ['credits.low'], creditsLow: 8.5 })
  for (let audit = 0; audit < 4; audit++) await audited(caller)
  await sendDue()
  expect(receiver.received).toMatchObject([
    { type: 'credits.low', verified: [true], data: { credits: 8, below: 8.5 } },
  ])
  await service.store.ledger.grant(caller.accountId, 3000)
  await audited(caller)
  await sendDue()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1].data.credits).toBe(8)
})

describe('an account', () => {
  test('sees and changes what is its own, with the scope "manage"', async () => {
    const caller = await registered()
    const other = await service.caller(0)
    const { secret: reader } = await service.store.apiKeys.create(caller.accountId, 'reader', {
      scopes: ['audit', 'read'],
    })
    await audited(caller)
    const [{ id }] = await deliveries(caller)
    const one = `/${caller.endpoint.id}`
    for (const [method, path, pattern, payload] of [
      ['PATCH', one, '/{endpointId}', { description: 'x' }],
      ['DELETE', one, '/{endpointId}'],
      ['POST', `${one}/secret`, '/{endpointId}/secret'],
      ['POST', `/deliveries/${id}/replay`, '/deliveries/{deliveryId}/replay'],
    ] as const) {
      expect((await call(method, path, other.key, payload, pattern)).statusCode, path).toBe(404)
      expect((await call(method, path, reader, payload, pattern)).statusCode, path).toBe(403)
    }
    expect((await call('GET', '', other.key)).json()).toEqual({ endpoints: [], requestSecret: null })
    expect(await deliveries(other)).toEqual([])
    const changed = await call(
      'PATCH',
      one,
      caller.key,
      { description: 'b\0', events: ['audit.failed'] },
      '/{endpointId}',
    )
    expect(changed.json()).toMatchObject({ description: 'b\0', events: ['audit.failed'], url: receiver.url })
    expect((await call('DELETE', one, caller.key, undefined, '/{endpointId}')).statusCode).toBe(204)
    expect(await deliveries(caller)).toEqual([])
    expect(await sendDue()).toBe(0)
  })

  test('has so many endpoints and no more', async () => {
    const { key } = await registered()
    for (let more = 1; more < 10; more++) await call('POST', '', key, { url: receiver.url })
    const tooMany = await call('POST', '', key, { url: receiver.url })
    expect([tooMany.statusCode, tooMany.json().error.message]).toEqual([
      409,
      expect.stringContaining('at most 10'),
    ])
  })

  test.each([
    [{ url: 'https://10.0.0.1/' }, 'private or reserved network'],
    [{ url: 'ftp://example.org/' }, 'must begin with https://'],
    [{ url: 'https://me:pw@example.org/' }, 'user name or password'],
    [{ url: 'https://example.org/', events: ['audit.began'] }, 'events'],
    [{ url: 'https://example.org/', events: [] }, 'events'],
    [{ url: 'https://example.org/', evnets: [] }, 'Did you mean "events"?'],
    [{}, 'url'],
  ])('is refused %j', async (payload, words) => {
    const { key } = await service.caller(0)
    const refused = await call('POST', '', key, payload)
    expect([refused.statusCode, refused.json().error.message]).toEqual([400, expect.stringContaining(words)])
  })

  test('pages through its log', async () => {
    const caller = await registered()
    for (let at = 0; at < 3; at++) await audited(caller)
    const first = (await call('GET', '/deliveries?limit=2', caller.key)).json()
    const second = (await call('GET', `/deliveries?limit=2&cursor=${first.nextCursor}`, caller.key)).json()
    expect([first.deliveries.length, second.deliveries.length, second.nextCursor]).toEqual([2, 1, undefined])
    expect(new Set([...first.deliveries, ...second.deliveries].map(({ id }) => id)).size).toBe(3)
    expect((await call('GET', '/deliveries?cursor=x', caller.key)).statusCode).toBe(400)
  })
})

test('what is deleted is not told any more', async () => {
  const caller = await registered()
  const { auditId } = (await audited(caller)).json()
  expect((await service.delete(`/v1/audits/${auditId}`, caller.key)).statusCode).toBe(204)
  expect(await deliveries(caller)).toEqual([])
  expect(await sendDue()).toBe(0)
})

test('the log of an account ends after some days', async () => {
  const caller = await registered()
  await audited(caller)
  await sendDue()
  await audited(caller)
  await service.store.retain({ audio: 30, findings: 90, idempotencyKeys: 1, webhookLog: -1 })
  expect((await deliveries(caller)).map(({ state }: { state: string }) => state)).toEqual(['waiting'])
})

test('an address that was allowed when it was registered is looked at again when it is sent to', async () => {
  const caller = await registered()
  await audited(caller)
  const strict = webhookSender({ ...service.context, outbound: outboundPolicy({ isHttpAllowed: true }) })
  await strict.sendDue()
  expect(receiver.received).toEqual([])
  const [{ attempts }] = await deliveries(caller)
  expect(attempts[0]).toMatchObject({ status: null, fault: 'refused_address' })
})

test('no secret and no address has come into the log', () => {
  expect(log.length).toBeGreaterThan(50)
  expect(log.join('')).not.toMatch(/whsec_|127\.0\.0\.1/)
})
