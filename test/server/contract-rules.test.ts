// The rules of the contract that need no ears: headers, parameters, fields, limits, pages, errors.
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormPart, field, file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import type { AuditPage, AuditResult } from '../../packages/client/src/types.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

let service: TestService
let documentation: Documentation
let caller: Caller
const tones = [file('a.wav', toneWav(300)), file('b.wav', toneWav(400))]
const quality = checks('quality')

beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  documentation = new Documentation(service.app)
  caller = await service.caller(1000)
})
afterAll(() => service?.stop())

function expectError(answer: LightMyRequestResponse, status: number, code: string): void {
  expect([answer.statusCode, answer.json().error.code]).toEqual([status, code])
}

async function audited(
  query: Record<string, string> = quality,
  parts: FormPart[] = tones,
  key = caller.key,
): Promise<AuditResult> {
  const answer = await service.audit(query, parts, key)
  documentation.expectDescribed('POST', '/v1/audit', answer)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  return answer.json()
}

describe('headers of POST /v1/audit', () => {
  test.each([
    ['X-API-Key', (key: string) => ({ 'X-API-Key': key })],
    ['Authorization: Bearer', (key: string) => ({ Authorization: `Bearer ${key}` })],
  ])('%s carries the key', async (_, headers) => {
    const answer = await service.audit(quality, tones, undefined, headers(caller.key))
    expect(answer.statusCode).toBe(200)
  })

  test('without a key and without a receipt: 402 with the price', async () => {
    const answer = await service.audit(checks('quality', 'pace'), tones)
    documentation.expectDescribed('POST', '/v1/audit', answer)
    expectError(answer, 402, 'payment_required')
    expect(answer.json().error.details[0].needed).toBe(4)
    const offer = JSON.parse(Buffer.from(String(answer.headers['payment-required']), 'base64').toString())
    expect(offer).toMatchObject({ x402Version: 2, accepts: expect.any(Array) })
  })

  test.each([{ 'Payment-Signature': 'bm90IGEgcmVjZWlwdA==' }, { 'X-Wallet': '0x52908400098527886E0F70300' }])(
    '%j is taken, and is no key',
    async (headers) => {
      const answer = await service.audit(quality, tones, undefined, headers as Record<string, string>)
      documentation.expectDescribed('POST', '/v1/audit', answer)
      expectError(answer, 402, 'payment_required')
    },
  )
})

describe('query of POST /v1/audit', () => {
  const names = Object.keys(quality)
  test.each(names)('%s is required, "true" or "false", and enables its check alone', async (name) => {
    const { [name]: _, ...rest } = checks('quality')
    expectError(await service.audit(rest, tones, caller.key), 400, 'invalid_request')
    for (const value of ['1', 'TRUE', '']) {
      expectError(
        await service.audit({ ...quality, [name]: value }, tones, caller.key),
        400,
        'invalid_request',
      )
    }
    // The price shows which checks are on, without any being run.
    const priced = await service.audit(checks(name), tones)
    expect(priced.json().error.details[0].needed).toBe(2)
  })

  test('at least one must be "true"', async () => {
    expectError(await service.audit(checks(), tones, caller.key), 400, 'invalid_request')
  })

  test('forceFresh: any text but "true" is as if it were not there', async () => {
    const own = await service.caller(100)
    await audited(quality, tones, own.key)
    for (const forceFresh of ['TRUE', '1', 'yes', '', ' true', 'null', 'false']) {
      expect((await audited({ ...quality, forceFresh }, tones, own.key)).creditsUsed).toBe(1)
    }
    const headers = { 'idempotency-key': 'the-same' }
    const [plain, spelled] = await Promise.all(
      [quality, { ...quality, forceFresh: 'no' }].map(
        async (query) => (await service.audit(query, tones, own.key, headers)).json().auditId,
      ),
    )
    expect(spelled).toBe(plain)
  })

  test('forceFresh is optional: "true" skips the discount', async () => {
    const own = await service.caller(100)
    expect((await audited(quality, tones, own.key)).creditsUsed).toBe(2)
    expect((await audited(quality, tones, own.key)).creditsUsed).toBe(1)
    expect((await audited({ ...quality, forceFresh: 'true' }, tones, own.key)).creditsUsed).toBe(2)
    expect(await service.balance(own.key)).toBe(95)
  })
})

describe('form of POST /v1/audit', () => {
  test.each([
    ['quality', 1],
    ['scriptAccuracy', 1],
    ['comparison', 2],
    ['pace', 2],
  ])('with %s alone at least %d files', async (check, fewest) => {
    const short = await service.audit(checks(check), tones.slice(0, fewest - 1), caller.key)
    documentation.expectDescribed('POST', '/v1/audit', short)
    expectError(short, 400, 'invalid_request')
    // Enough: without a key it gets as far as the price.
    expectError(await service.audit(checks(check), tones.slice(0, fewest)), 402, 'payment_required')
  })

  test.each(['standard', 'high', 'highest'])('accuracy "%s" is taken and told again', async (accuracy) => {
    const { auditId } = await audited(quality, [...tones, field('accuracy', accuracy)])
    const { accuracy: told } = (await service.get(`/v1/audits/${auditId}`, caller.key)).json()
    expect(told).toBe(accuracy)
  })

  test.each([
    ['accuracy', ['fast'], ['standard', '']],
    ['deviationThreshold', ['-0.01', '1.01', 'much'], ['0', '1', '0.15', '']],
    ['qualityChecks', ['[]', '{"garble":1}', '{"x":true}', 'x'], ['{}', '{"garble":false,"hum":true}', '']],
    ['scripts', ['[]', '{"c.wav":"c"}', '{"a.wav":1}', 'x'], ['{}', '{"a.wav":"Hello."}', '']],
    [
      'voices',
      ['[]', '{"c.wav":"Mara"}', '{"a.wav":1}', '{"a.wav":" "}', 'x'],
      ['{}', '{"a.wav":"Mara"}', ''],
    ],
  ])('%s is optional, and held to its range', async (name, wrong, right) => {
    for (const value of wrong) {
      const answer = await service.audit(quality, [...tones, field(name, value)], caller.key)
      documentation.expectDescribed('POST', '/v1/audit', answer)
      expectError(answer, 400, 'invalid_request')
      expect(answer.json().error.details[0].field).toBe(name)
    }
    for (const value of right) await audited(quality, [field(name, value), ...tones])
  })
})

describe('scripts of POST /v1/audit', () => {
  test('may be for files of any name', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'a"b.wav']
    const files = names.map((name, at) => file(name.replaceAll('"', '%22'), toneWav(300 + at)))
    const scripts = `{${names.map((name) => `${JSON.stringify(name)}:"Hello."`).join(',')}}`
    const { checks: reports } = await audited(quality, [...files, field('scripts', scripts)])
    expect(reports.quality?.tracks.map((track) => track.file)).toEqual(names)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('may call themselves JSON, and may come out of a file', async () => {
    const scripts = { name: 'scripts', value: '{"a.wav":"Hello."}' }
    await audited(quality, [...tones, { ...scripts, type: 'application/json' }])
    await audited(quality, [
      { ...scripts, filename: 'scripts.json', type: 'application/octet-stream' },
      ...tones,
    ])
  })
})

describe('GET /v1/audits', () => {
  let own: Caller
  const ids: string[] = []
  const page = async (query = ''): Promise<AuditPage> => {
    const answer = await service.get(`/v1/audits${query}`, own.key)
    documentation.expectDescribed('GET', '/v1/audits', answer)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }

  beforeAll(async () => {
    own = await service.caller(100)
    for (let at = 0; at < 22; at++) ids.unshift((await audited(quality, tones, own.key)).auditId)
  })

  test('gives the most recent first, 20 when no limit is given, and the cursor of the next page', async () => {
    const first = await page()
    expect(first.audits.map(({ auditId }) => auditId)).toEqual(ids.slice(0, 20))
    expect(first.nextCursor).toEqual(expect.any(String))
    const last = await page(`?cursor=${first.nextCursor}`)
    expect(last.audits.map(({ auditId }) => auditId)).toEqual(ids.slice(20))
    expect(Object.keys(last)).toEqual(['audits'])
  })

  test('limit is 1 to 100', async () => {
    expect((await page('?limit=1')).audits).toHaveLength(1)
    const all = await page('?limit=100')
    expect([all.audits.length, 'nextCursor' in all]).toEqual([22, false])
    for (const limit of ['0', '101', '-1', '1e1', 'all']) {
      expectError(await service.get(`/v1/audits?limit=${limit}`, own.key), 400, 'invalid_request')
    }
  })

  test('shows a caller nothing of others', async () => {
    const other = await service.caller(0)
    expect((await service.get('/v1/audits?limit=100', other.key)).json()).toEqual({ audits: [] })
    const { nextCursor } = await page('?limit=2')
    const stolen = await service.get(`/v1/audits?cursor=${nextCursor}`, other.key)
    expect(stolen.json().audits ?? []).toEqual([])
  })

  test.each(['/v1/audits', '/v1/audits?limit=0', '/v1/audits/nonsense', '/v1/balance'])(
    '%s wants a key, and payment is not offered',
    async (url) => {
      const answer = await service.get(url, undefined, { 'Payment-Signature': 'bm90IGEgcmVjZWlwdA==' })
      expectError(answer, 401, 'unauthorized')
      expect(answer.headers['payment-required']).toBeUndefined()
    },
  )
})

describe('every other answer is as documented', () => {
  const described = async (method: 'GET' | 'DELETE' | 'HEAD', path: string, url: string, key?: string) => {
    const headers = key === undefined ? {} : { 'x-api-key': key }
    const answer = await service.app.inject({ method, url, headers })
    documentation.expectDescribed(method, path, answer)
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    return answer.statusCode
  }

  test('health, readiness, balance', async () => {
    expect(await described('GET', '/healthz', '/healthz')).toBe(200)
    expect([200, 503]).toContain(await described('GET', '/readyz', '/readyz'))
    expect(await described('GET', '/v1/balance', '/v1/balance', caller.key)).toBe(200)
    expect(await described('GET', '/v1/balance', '/v1/balance', 'aa_wrong')).toBe(401)
    expect(await described('GET', '/openapi.json', '/openapi.json')).toBe(200)
  })

  test('an audit, its state, its report, its end', async () => {
    const { auditId } = await audited()
    const one = '/v1/audits/{auditId}'
    const url = `/v1/audits/${auditId}`
    expect(await described('GET', `${one}/status`, `${url}/status`, caller.key)).toBe(200)
    expect(await described('GET', `${one}/report`, `${url}/report`)).toBe(400)
    expect(await described('DELETE', `${one}/report`, `${url}/report`, caller.key)).toBe(204)
    const other = await service.caller(0)
    for (const [key, status] of [
      [undefined, 401],
      [other.key, 404],
    ] as const) {
      expect(await described('GET', one, url, key)).toBe(status)
      expect(await described('GET', `${one}/status`, `${url}/status`, key)).toBe(status)
      expect(await described('DELETE', one, url, key)).toBe(status)
      expect(await described('DELETE', `${one}/report`, `${url}/report`, key)).toBe(status)
    }
    expect(await described('DELETE', one, url, caller.key)).toBe(204)
    expect(await described('GET', one, url, caller.key)).toBe(404)
    expect(await described('GET', one, '/v1/audits/nonsense', caller.key)).toBe(404)
    const audio = `${one}/audio/{position}`
    expect(await described('GET', audio, `${url}/audio/0`)).toBe(400)
    expect(await described('GET', audio, `${url}/audio/0?expires=99999999999&signature=Zm9v`)).toBe(404)
    expect(await described('GET', audio, `${url}/audio/x?expires=1&signature=Zm9v`)).toBe(404)
  })

  test('an audit that goes on by itself', async () => {
    const answer = await service.audit(quality, tones, caller.key, { prefer: 'respond-async' })
    documentation.expectDescribed('POST', '/v1/audit', answer)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([202, 'no-store'])
    expect(answer.headers.location).toBe(answer.json().statusUrl)
  })

  test('too many requests', async () => {
    const strict = await service.variant({ config: { requestsPerKey: 1 } })
    await strict.get('/v1/balance', caller.key)
    for (const [method, path] of [
      ['GET', '/v1/balance'],
      ['GET', '/v1/audits'],
    ] as const) {
      const answer = await strict.get(path, caller.key)
      documentation.expectDescribed(method, path, answer)
      expectError(answer, 429, 'rate_limited')
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    const refused = await strict.audit(quality, tones, caller.key)
    documentation.expectDescribed('POST', '/v1/audit', refused)
    expectError(refused, 429, 'rate_limited')
    await strict.app.close()
  })

  test('tells how many requests are left, in errors as well', async () => {
    const counted = await service.variant({ config: { requestsPerKey: 5, requestsPerAddress: 9 } })
    const limitsOf = ({ headers }: Awaited<ReturnType<typeof counted.get>>) =>
      [headers['ratelimit-limit'], headers['ratelimit-remaining']].map(Number)
    const ask = async (url: string, key?: string) => {
      const answer = await counted.get(url, key)
      expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThan(0)
      expect(Number(answer.headers['ratelimit-reset'])).toBeLessThanOrEqual(60)
      return [answer.statusCode, ...limitsOf(answer)]
    }
    expect(await ask('/v1/balance', caller.key)).toEqual([200, 5, 4])
    expect(await ask('/nowhere', caller.key)).toEqual([404, 5, 3])
    expect(await ask('/v1/balance')).toEqual([401, 9, 6])
    expect(await ask('/v1/audits?limit=0', caller.key)).toEqual([400, 5, 2])
    expect(await ask('/v1/balance', caller.key)).toEqual([200, 5, 1])
    expect(await ask('/v1/balance', caller.key)).toEqual([200, 5, 0])
    expect(await ask('/v1/balance', caller.key)).toEqual([429, 5, 0])
    counted.announceStop()
    expect(await ask('/v1/balance', caller.key)).toEqual([503, 9, 1])
    expect((await counted.get('/healthz')).headers['ratelimit-limit']).toBeUndefined()
    await counted.app.close()
  })

  test('a service that is about to stop', async () => {
    const leaving = await service.variant({})
    leaving.announceStop()
    for (const path of ['/v1/balance', '/v1/audits', '/docs', '/openapi.json']) {
      const answer = await leaving.get(path, caller.key)
      documentation.expectDescribed('GET', path, answer)
      expectError(answer, 503, 'busy')
    }
    const notReady = await leaving.get('/readyz')
    documentation.expectDescribed('GET', '/readyz', notReady)
    expect(notReady.statusCode).toBe(503)
    await leaving.app.close()
  })

  test('our own fault: told as such, without a word of what it was, and not charged', async () => {
    const before = await service.balance(caller.key)
    const broken = await service.variant({
      pool: contentPool(async () => {
        throw new Error('SELECT secret FROM /etc/passwd')
      }),
    })
    const answer = await broken.audit(quality, [file('new.wav', toneWav(777))], caller.key)
    documentation.expectDescribed('POST', '/v1/audit', answer)
    expectError(answer, 500, 'internal')
    expect(answer.body).not.toMatch(/SELECT|passwd/)
    expect(await service.balance(caller.key)).toBe(before)
    await broken.app.close()
  })

  test.each([
    ['a part whose headers have no end', '--b\r\nContent-Disposition: form-data; name="x"\r\n--b--\r\n', 'b'],
    ['a boundary that is too long', '', 'b'.repeat(300)],
  ])('a form with %s', async (_, body, boundary) => {
    const answer = await service.app.inject({
      method: 'POST',
      url: `/v1/audit?${new URLSearchParams(quality)}`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-api-key': caller.key },
      payload: body,
    })
    documentation.expectDescribed('POST', '/v1/audit', answer)
    expectError(answer, 400, 'invalid_request')
  })

  test.each([
    ['GET /v1/audits HTTP/9.9\r\n\r\n', 400, 'invalid_request'],
    [`GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 413, 'too_large'],
  ])('what is hardly HTTP: %.30s', async (request, status, code) => {
    const bare = await service.variant({})
    await bare.app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((bare.app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(request)
    const answer = await text(socket)
    expect(answer).toMatch(
      new RegExp(`^HTTP/1.1 ${status} .*x-request-id: [0-9a-f-]{36}.*"code":"${code}"`, 's'),
    )
    await bare.app.close()
  })

  test.each(['/%zz', `/v1/audits/${'a'.repeat(200)}`, '/v1/nothing'])('%s', async (url) => {
    const answer = await service.get(url, caller.key)
    expectError(answer, 404, 'not_found')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})
