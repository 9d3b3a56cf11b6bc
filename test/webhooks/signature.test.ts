import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { pauseSec, RETRY_SEC } from '../../src/webhooks/schedule.js'
import { newSecret, signatureHeaders } from '../../src/webhooks/signature.js'

test('a message is signed as in the example of the specification', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1614265330_000),
    body: '{"test": 2432232314}',
  }
  expect(signatureHeaders(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('who has either of two secrets can verify it, and nobody else', () => {
  const [now, before, other] = [newSecret(), newSecret(), newSecret()]
  const body = '{"type":"audit.completed"}'
  const headers = signatureHeaders({ id: 'msg_1', sentAt: new Date(), body }, [now, before])
  for (const secret of [now, before])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(other).verify(body, headers)).toThrow()
  expect(() => new Webhook(now).verify(`${body} `, headers)).toThrow()
  const old = signatureHeaders({ id: 'msg_1', sentAt: new Date(Date.now() - 3_600_000), body }, [now])
  expect(() => new Webhook(now).verify(body, old)).toThrow()
})

test('secrets are of the length that the specification asks for, and never the same', () => {
  const secrets = Array.from({ length: 20 }, newSecret)
  expect(new Set(secrets).size).toBe(20)
  for (const secret of secrets) {
    const bytes = Buffer.from(/^whsec_(.+)$/.exec(secret)![1], 'base64')
    expect(bytes.length).toBeGreaterThanOrEqual(24)
    expect(bytes.length).toBeLessThanOrEqual(64)
  }
})

test('attempts come on the schedule, up to a quarter later, and as late as the receiver asks', () => {
  for (const [at, planned] of RETRY_SEC.entries()) {
    expect(pauseSec(at + 1, { retrySec: RETRY_SEC, random: () => 0 })).toBe(planned)
    expect(pauseSec(at + 1, { retrySec: RETRY_SEC, random: () => 1 })).toBe(1.25 * planned)
  }
  expect(pauseSec(RETRY_SEC.length + 1, { retrySec: RETRY_SEC })).toBeUndefined()
  const random = () => 0
  expect(pauseSec(1, { retrySec: RETRY_SEC, askedSec: 600, random })).toBe(600)
  expect(pauseSec(1, { retrySec: RETRY_SEC, askedSec: 1, random })).toBe(5)
  expect(pauseSec(1, { retrySec: RETRY_SEC, askedSec: 1e9, random })).toBe(86_400)
})
