// Attacks by which one caller would keep out all others.
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { file } from '../../lab/service/multipart.js'
import { flacHeader, toneWav } from '../../lab/service/sounds.js'
import { checks, TestService } from '../../lab/service/test-service.js'
import { contentPool, holdingPool } from './pools.js'
import { SlowUpload, type SlowUploadOptions } from './slow-upload.js'

const quality = checks('quality')
const tone = [file('a.wav', toneWav(440))]
const GIB = 2 ** 30
/** The machine may be slow; what is waited for comes all the same. */
const patient = { timeout: 30_000 }

let service: TestService
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => service?.stop())

async function variant(options: Parameters<TestService['variant']>[0]): Promise<TestService> {
  const made = await service.variant(options)
  closing.push(() => made.app.close())
  return made
}

describe('sound that takes long to analyse', () => {
  const longFiles = Array.from({ length: 20 }, (_, at) => file(`${at}.flac`, flacHeader(59 * 60, at)))

  test('20 files of 59 minutes by one account: another account is served, and so is a third', async () => {
    const holding = holdingPool()
    // All files of a batch wait in the pool, as they do in the real one.
    const busy = await variant({ pool: { ...holding.pool, atOnce: 10_000 } })
    closing.push(() => busy.context.running.drain(0))
    const greedy = await service.caller(100)
    const begun = await busy.audit(quality, longFiles, greedy.key, { prefer: 'respond-async' })
    expect(begun.statusCode).toBe(202)
    await vi.waitFor(() => expect(busy.context.backlog.seconds).toBe(20 * 59 * 60), patient)
    const again = await busy.audit(quality, longFiles, greedy.key, { prefer: 'respond-async' })
    expect([again.statusCode, again.json().error.code]).toEqual([429, 'rate_limited'])
    expect(again.json().error.message).toMatch(/600 minutes of sound .* share of one caller/)
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
    for (const _ of [1, 2]) {
      const other = await service.caller(10)
      const answer = await busy.audit(quality, tone, other.key, { prefer: 'respond-async' })
      expect(answer.statusCode).toBe(202)
    }
    expect(await busy.context.metrics.text()).toContain(
      'audio_audit_refusals_total{reason="sound",doing="own"} 1',
    )
  })
})

describe('uploads that come slowly', () => {
  async function listening(options: Parameters<TestService['variant']>[0] = {}) {
    const made = await variant(options)
    await made.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = made.app.server.address() as AddressInfo
    const uploads: SlowUpload[] = []
    closing.push(async () => {
      for (const upload of uploads) upload.end()
    })
    const attack = async (count: number, upload: SlowUploadOptions) => {
      const begun = await Promise.all(Array.from({ length: count }, () => SlowUpload.begin(port, upload)))
      uploads.push(...begun)
      return begun
    }
    const inside = async () => {
      const [, count] = /^audio_audit_requests_admitted (\d+)$/m.exec(await made.context.metrics.text())!
      return Number(count)
    }
    return { made, attack, inside }
  }
  const answered = (uploads: SlowUpload[], status: number) =>
    uploads.filter((upload) => upload.status === status).length

  test('57 on one key: others are served', async () => {
    const { made, attack, inside } = await listening()
    const greedy = await service.caller(1000)
    const uploads = await attack(57, { headers: { 'x-api-key': greedy.key } })
    await vi.waitFor(() => expect(answered(uploads, 429)).toBe(57 - 19), patient)
    expect(await inside()).toBe(19)
    const other = await service.caller(10)
    expect((await made.audit(quality, tone, other.key)).statusCode).toBe(200)
    const own = await made.audit(quality, tone, greedy.key)
    expect([own.statusCode, own.json().error.code]).toEqual([429, 'rate_limited'])
    for (const upload of uploads) upload.end()
    await vi.waitFor(async () => expect(await inside()).toBe(0), patient)
    expect((await made.audit(quality, tone, greedy.key)).statusCode).toBe(200)
  })

  test('19 without a key: another sender is told the price, and a key holder is served', async () => {
    const { made, attack } = await listening()
    const uploads = await attack(19, { contentLength: GIB / 8 })
    await vi.waitFor(() => expect(answered(uploads, 429)).toBe(19 - 4), patient)
    const other = await made.app.inject({
      method: 'POST',
      url: `/v1/audit?${new URLSearchParams(quality)}`,
      remoteAddress: '203.0.113.7',
    })
    expect(other.statusCode).not.toBe(503)
    expect(other.statusCode).not.toBe(429)
    const { key } = await service.caller(10)
    expect((await made.audit(quality, tone, key)).statusCode).toBe(200)
  })

  test('on a key with 5 credits, no more are read than those could pay for', async () => {
    const { made, attack, inside } = await listening()
    const poor = await service.caller(5)
    const uploads = await attack(15, { headers: { 'x-api-key': poor.key }, contentLength: GIB / 2 })
    // Each costs half a credit at least.
    await vi.waitFor(() => expect(answered(uploads, 402)).toBe(5), patient)
    expect(await inside()).toBe(10)
    const [refused] = uploads.filter(({ status }) => status === 402)
    expect(refused.answer).toMatch(
      /insufficient_credits.*At least 0.5 credits are needed and 0 credits are there beside what your other uploads/,
    )
    await vi.waitFor(() => expect(refused.closed).toBe(true), patient)
    // What is small is read, and told its exact price.
    const small = await made.audit(quality, tone, (await service.caller(0)).key)
    expect(small.json().error.details).toMatchObject([{ needed: 1, available: 0 }])
    for (const upload of uploads) upload.end()
    await vi.waitFor(async () => expect(await inside()).toBe(0), patient)
    expect((await made.audit(quality, tone, poor.key)).statusCode).toBe(200)
  })

  test('what was paid before is told again to who has no credits left', async () => {
    const { key } = await service.caller(1)
    const once = { 'idempotency-key': 'once' }
    const large = [file('a.wav', Buffer.concat([toneWav(440), Buffer.alloc(2 ** 20 + 1)]))]
    const first = await service.audit(quality, large, key, once)
    const again = await service.audit(quality, large, key, once)
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.json().auditId).toBe(first.json().auditId)
  })

  test('who sends too slowly is told so, loses the place at once, and then the connection', async () => {
    const { attack, inside } = await listening({ config: { leastUploadRate: 8192, uploadWindowSec: 0.5 } })
    const { key } = await service.caller(100)
    const [silent, dripping, steady] = await attack(3, {
      headers: { 'x-api-key': key },
      contentLength: GIB / 2,
    })
    const timers = [setInterval(() => dripping.send(10), 20), setInterval(() => steady.send(32 * 1024), 20)]
    closing.push(async () => timers.forEach(clearInterval))
    for (const slow of [silent, dripping]) {
      await vi.waitFor(() => expect(slow.status).toBe(408), patient)
      expect(slow.answer).toMatch(/connection: close/i)
      expect(slow.answer).toContain('"code":"upload_too_slow"')
    }
    await vi.waitFor(async () => expect(await inside()).toBe(1), patient)
    await vi.waitFor(() => expect([silent.closed, dripping.closed]).toEqual([true, true]), patient)
    expect(steady.status).toBeUndefined()
  })
})
