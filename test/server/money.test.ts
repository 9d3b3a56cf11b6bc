// Credits under load and under failure. The analyser is a stand-in: what counts here is what is charged.
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file, multipart } from '../../lab/service/multipart.js'
import { sha256 } from '../../lab/service/sample-audit.js'
import { toneWav } from '../../lab/service/sounds.js'
import { checks, TestService } from '../../lab/service/test-service.js'
import { findingsKey } from '../../src/audit/findings-cache.js'
import { creditHistory } from '../../src/billing/credit-account.js'
import { defaultOptions } from '../../src/checks/check.js'
import { checks as checkRegistry } from '../../src/checks/registry.js'
import { walletCaller } from '../../src/store/caller.js'
import { describeOnEach } from '../store/databases.js'
import { contentPool, holdingPool } from './pools.js'

const quality = checks('quality')
const tone = [file('a.wav', toneWav(440))]

describeOnEach('credits of the service', (made) => {
  let service: TestService

  beforeAll(async () => {
    service = await TestService.start({
      database: made.database,
      pool: contentPool(),
      config: { auditsWaiting: 1000 },
    })
  })
  afterAll(() => service?.stop())

  const eventually = async (check: () => Promise<void>) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await check()
      } catch (error) {
        if (attempt === 200) throw error
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    }
  }
  const filesIn = async (folder: string) => {
    const entries = await readdir(path.join(service.dataFolder, folder), {
      recursive: true,
      withFileTypes: true,
    })
    return entries.filter((entry) => entry.isFile()).length
  }

  test('for 50 audits buy exactly 50 of 200 that come at once', async () => {
    const { key } = await service.caller(50)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => service.audit(quality, [file('a.wav', toneWav(300 + at))], key)),
    )
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect([count(200), count(402)]).toEqual([50, 150])
    for (const answer of answers) {
      if (answer.statusCode === 402) expect(answer.json().error.code).toBe('insufficient_credits')
      else expect(answer.json().creditsUsed).toBe(1)
    }
    expect(await service.balance(key)).toBe(0)
    const listed = (await service.get('/v1/audits?limit=100', key)).json().audits
    expect(listed).toHaveLength(50)
    expect(await filesIn('audio')).toBe(50)
    expect(await filesIn('uploads')).toBe(0)
  })

  test('buy audits of the same files in any order at once', async () => {
    const { key } = await service.caller(1000)
    const files = Array.from({ length: 8 }, (_, at) => file(`${at}.wav`, toneWav(600 + at)))
    const shuffled = Array.from({ length: 12 }, (_, at) => [
      ...files.slice(at % 8),
      ...files.slice(0, at % 8),
    ])
    const answers = await Promise.all(
      shuffled.map((parts, at) => service.audit(quality, at % 2 ? parts : parts.reverse(), key)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(shuffled.map(() => 200))
    const used = answers.reduce((sum, answer) => sum + answer.json().creditsUsed, 0)
    expect(await service.balance(key)).toBe(1000 - used)
  })

  test('are not needed to be told the price, less what a wallet has had analysed before', async () => {
    const names = ['a.wav', 'b.wav']
    const contents = [toneWav(700), toneWav(701)]
    const key = findingsKey({
      contentSha256: sha256(contents[0]),
      check: checkRegistry.quality!,
      listenOptions: checkRegistry.quality!.listenOptions(defaultOptions, undefined),
      model: 'base',
    })
    await service.store.findings.keep(walletCaller('0xAbC'), [
      { key, contentSha256: sha256(contents[0]), bytes: Uint8Array.of(1) },
    ])
    const parts = names.map((name, at) => file(name, contents[at]))
    const priceFor = async (headers: Record<string, string>, query: object = {}) => {
      const answer = await service.audit({ ...quality, ...query }, parts, undefined, headers)
      expect(answer.json().error.code).toBe('payment_required')
      return answer.json().error.details[0].needed
    }
    expect(await priceFor({})).toBe(2)
    expect(await priceFor({ 'x-wallet': '0xaBc' })).toBe(1.5)
    expect(await priceFor({ 'x-wallet': '0xaBc' }, { forceFresh: 'true' })).toBe(2)
    expect(await priceFor({ 'x-wallet': '0xother' })).toBe(2)
  })

  test('go back when it is our fault, which is not explained to strangers', async () => {
    const { key, accountId } = await service.caller(3)
    const broken = await service.variant({
      pool: contentPool(async () => {
        throw new Error('secret detail of the machine')
      }),
    })
    const answer = await broken.audit(quality, tone, key)
    expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'internal'])
    expect(answer.body).not.toContain('secret detail')
    expect(await service.balance(key)).toBe(3)
    expect((await service.get('/v1/audits', key)).json()).toEqual({ audits: [] })
    const history = await creditHistory(service.store, accountId, { limit: 2 })
    expect(history.map(({ kind, credits, note }) => [kind, credits, note])).toEqual([
      ['release', 1, 'internal'],
      ['reservation', -1, ''],
    ])
    await broken.app.close()
  })

  test('go back when the caller hangs up while the audit runs', async () => {
    const { key } = await service.caller(3)
    const holding = holdingPool()
    const slow = await service.variant({ pool: holding.pool })
    const address = await slow.app.listen({ port: 0, host: '127.0.0.1' })
    const { headers, body } = multipart(tone)
    const controller = new AbortController()
    const request = fetch(`${address}/v1/audit?${new URLSearchParams(quality)}`, {
      method: 'POST',
      headers: { ...headers, 'x-api-key': key },
      body,
      signal: controller.signal,
    })
    request.catch(() => {})
    await eventually(async () => expect(holding.heard()).toBe(1))
    expect(await service.balance(key)).toBe(2)
    controller.abort()
    await expect(request).rejects.toThrow()
    await eventually(async () => {
      expect(await service.balance(key)).toBe(3)
      expect(await filesIn('uploads')).toBe(0)
    })
    expect((await service.get('/v1/audits', key)).json()).toEqual({ audits: [] })
    await slow.app.close()
  })

  test('are not touched when the caller hangs up while sending', async () => {
    const { key, accountId } = await service.caller(3)
    const other = await service.variant({})
    const address = new URL(await other.app.listen({ port: 0, host: '127.0.0.1' }))
    const { headers, body } = multipart(tone)
    const socket = connect(Number(address.port), address.hostname)
    socket.write(
      `POST /v1/audit?${new URLSearchParams(quality)} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Length: ${body.length}\r\nContent-Type: ${headers['content-type']}\r\n\r\n`,
    )
    socket.write(body.subarray(0, body.length / 2))
    await eventually(async () => expect(await filesIn('uploads')).toBe(1))
    socket.destroy()
    await eventually(async () => expect(await filesIn('uploads')).toBe(0))
    expect(await creditHistory(service.store, accountId, { limit: 10 })).toHaveLength(1)
    await other.app.close()
  })

  test.each(['close', 'keep-alive'])(
    'are not touched by who is refused while sending, and is told so (%s)',
    async (connection) => {
      const other = await service.variant({ config: { mostUploadMb: 1 } })
      const { key } = await service.caller(3)
      const address = new URL(await other.app.listen({ port: 0, host: '127.0.0.1' }))
      const { headers, body } = multipart([file('a.wav', Buffer.alloc(8 * 2 ** 20, toneWav(440)))])
      const socket = connect(Number(address.port), address.hostname)
      let answer = ''
      socket.setEncoding('utf8').on('data', (text) => {
        answer += text
      })
      const failed = new Promise((_, reject) => socket.once('error', reject))
      socket.write(
        `POST /v1/audit?${new URLSearchParams(quality)} HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nX-API-Key: ${key}\r\nContent-Length: ${body.length}\r\nContent-Type: ${headers['content-type']}\r\n\r\n`,
      )
      // The caller sends all of it before looking for an answer, as simple ones do.
      const sent = new Promise((resolve) => socket.write(body, resolve))
      await Promise.race([failed, sent])
      await eventually(async () => expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*"code":"too_large"/))
      if (connection === 'keep-alive') {
        socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
        await eventually(async () => expect(answer).toMatch(/"status":"ok"/))
      }
      socket.destroy()
      await other.app.close()
    },
  )

  test('go back when a running audit is deleted', async () => {
    const { key } = await service.caller(3)
    const holding = holdingPool()
    const slow = await service.variant({ pool: holding.pool })
    const { auditId } = (await slow.audit(quality, tone, key, { prefer: 'respond-async' })).json()
    await eventually(async () => expect(holding.heard()).toBe(1))
    const status = (await slow.get(`/v1/audits/${auditId}/status`, key)).json()
    expect(status).toMatchObject({ status: 'running', filesDone: 0 })
    expect((await slow.get(`/v1/audits/${auditId}`, key)).statusCode).toBe(404)
    // To another server it is not there to be stopped.
    expect((await service.delete(`/v1/audits/${auditId}`, key)).statusCode).toBe(409)
    expect((await slow.delete(`/v1/audits/${auditId}`, key)).statusCode).toBe(204)
    expect((await slow.get(`/v1/audits/${auditId}/status`, key)).statusCode).toBe(404)
    expect(await service.balance(key)).toBe(3)
    await slow.app.close()
  })

  test('go back when the service stops, and it takes nothing new', async () => {
    const { key } = await service.caller(3)
    const holding = holdingPool()
    const stopping = await service.variant({ pool: holding.pool })
    const waiting = stopping.audit(quality, tone, key)
    await eventually(async () => expect(holding.heard()).toBe(1))
    stopping.announceStop()
    const refused = await stopping.audit(quality, tone, key)
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'busy'])
    const ready = await stopping.get('/readyz')
    expect([ready.statusCode, ready.json().checks.accepting]).toEqual([503, 'failed'])
    await stopping.context.running.drain(0)
    expect((await waiting).json().error).toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/given back/),
    })
    expect(await service.balance(key)).toBe(3)
    await stopping.app.close()
  })

  test('are not taken from those for whom there is no room', async () => {
    const [{ key }, other, third] = [
      await service.caller(10),
      await service.caller(10),
      await service.caller(10),
    ]
    const holding = holdingPool()
    const full = await service.variant({ pool: holding.pool, config: { auditsAtOnce: 1, auditsWaiting: 1 } })
    const running = full.audit(quality, tone, key)
    await eventually(async () => expect(holding.heard()).toBe(1))
    const own = await full.audit(quality, tone, key)
    expect([own.statusCode, own.json().error.code]).toEqual([429, 'rate_limited'])
    const waiting = full.audit(quality, [file('b.wav', toneWav(500))], other.key)
    await eventually(async () => expect(await service.balance(other.key)).toBe(9))
    const refused = await full.audit(quality, tone, third.key)
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'busy'])
    for (const answer of [own, refused]) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await service.balance(third.key)).toBe(10)
    expect(holding.heard()).toBe(1)
    holding.release()
    expect([(await running).statusCode, (await waiting).statusCode]).toEqual([200, 200])
    expect((await full.audit(quality, tone, key)).json().creditsUsed).toBe(0.5)
    await full.app.close()
  })

  test('cannot be guessed at: requests are counted by key and by address', async () => {
    const { key } = await service.caller(1)
    const strict = await service.variant({ config: { requestsPerKey: 3, requestsPerAddress: 6 } })
    const statuses = async (times: number, sent: string) => {
      const answers = []
      for (let at = 0; at < times; at++) answers.push(await strict.get('/v1/balance', sent))
      return answers
    }
    const byKey = await statuses(4, key)
    expect(byKey.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(byKey[3].json().error).toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/this key/),
    })
    expect(Number(byKey[3].headers['retry-after'])).toBeGreaterThan(0)
    const guesses = await statuses(3, `aa_${'g'.repeat(40)}`)
    expect(guesses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 429])
    expect((await strict.get('/healthz')).statusCode).toBe(200)
    await strict.app.close()
  })
})
