// Everything that a request can be refused for. Whatever it was: nothing is charged, and nothing stays behind.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { BOUNDARY, type FormPart, field, file, multipart } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { qualityCheckNames } from '../../src/checks/check.js'
import { invalidRequest } from '../../src/server/api-error.js'
import type { ErrorDetail } from '../../src/server/schemas/error.js'
import { Documentation } from './documented.js'

let service: TestService
let documentation: Documentation
let caller: Caller
const tone = toneWav(440)
const other = toneWav(550)
const two = [file('a.wav', tone), file('b.wav', other)]
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const query = (...on: string[]) => String(new URLSearchParams(checks(...on)))
const manyNames = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, 1])))

beforeAll(async () => {
  service = await TestService.start({ config: { mostFiles: 3, mostUploadMb: 2, mostFileMinutes: 1 } })
  documentation = new Documentation(service.app)
  caller = await service.caller(100)
})
afterAll(() => service?.stop())

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(service.dataFolder, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

afterEach(async () => {
  expect(await filesUnder('uploads')).toEqual([])
  expect(await filesUnder('audio')).toEqual([])
  expect(await service.balance(caller.key)).toBe(100)
  expect((await service.get('/v1/audits', caller.key)).json()).toEqual({ audits: [] })
})

function expectRefusal(answer: LightMyRequestResponse, status: number, code: string, message?: RegExp) {
  const body = answer.json()
  expect([answer.statusCode, body.error.code]).toEqual([status, code])
  if (message) expect(body.error.message).toMatch(message)
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  return body.error
}

const post = (query: Parameters<TestService['audit']>[0], parts: Parameters<TestService['audit']>[1]) =>
  service.audit(query, parts, caller.key)

async function expectRefusedAudit(
  answer: LightMyRequestResponse,
  status: number,
  code: string,
  message?: RegExp,
) {
  documentation.expectDescribed('POST', '/v1/audit', answer)
  return expectRefusal(answer, status, code, message)
}

describe('the query', () => {
  const all = checks('quality')
  test.each(Object.keys(all))('%s is required', async (name) => {
    const { [name]: _, ...rest } = all
    const { details } = await expectRefusedAudit(await post(rest, two), 400, 'invalid_request')
    expect(details).toEqual([
      { field: name, message: `${name} must be "true" or "false": send it in the query string.` },
    ])
  })

  test('a parameter that is sent as a field of the form is told where it belongs', async () => {
    const parts = [...two, { name: 'forceFresh', value: 'true' }]
    const { details } = await expectRefusedAudit(await post(all, parts), 400, 'invalid_request')
    expect(details).toEqual([
      {
        field: 'forceFresh',
        message:
          'forceFresh is no field of the form: send it in the query string, as in /v1/audit?forceFresh=true.',
      },
    ])
  })

  test.each(['TRUE', 'True', '1', 'yes', '', ' true', 'null'])(
    '"%s" is neither true nor false',
    async (value) => {
      const { details } = await expectRefusedAudit(
        await post({ ...all, pace: value }, two),
        400,
        'invalid_request',
      )
      expect(details).toEqual([{ field: 'pace', message: 'pace must be "true" or "false".' }])
    },
  )

  test('a parameter given twice is refused', async () => {
    await expectRefusedAudit(await post(`${new URLSearchParams(all)}&pace=true`, two), 400, 'invalid_request')
  })

  test('at least one check must be on', async () => {
    await expectRefusedAudit(await post(checks(), two), 400, 'invalid_request', /At least one of/)
  })
})

describe('the form', () => {
  const quality = checks('quality')

  test.each([
    ['comparison', 2],
    ['pace', 2],
    ['quality', 1],
    ['scriptAccuracy', 1],
  ])('%s needs at least %d files', async (check, least) => {
    const parts = two.slice(0, least - 1)
    const { details } = await expectRefusedAudit(await post(checks(check), parts), 400, 'invalid_request')
    expect(details).toMatchObject([
      { field: 'files', message: expect.stringMatching(`at least ${least} file`) },
    ])
  })

  test.each([
    ['accuracy', 'best', /standard, high, highest/],
    ['accuracy', 'x'.repeat(2 ** 20), /not "x{100}\.\.\."\./],
    ['deviationThreshold', '1.01', /from 0 to 1, not "1.01"/],
    ['deviationThreshold', '-0.1', /from 0 to 1/],
    ['deviationThreshold', 'NaN', /from 0 to 1/],
    ['deviationThreshold', ' ', /from 0 to 1/],
    ['deviationThreshold', '0x1', /from 0 to 1/],
    ['qualityChecks', '{"garble":', /JSON object/],
    ['qualityChecks', '["garble"]', /JSON object/],
    ['qualityChecks', 'null', /JSON object/],
    ['qualityChecks', '{"garble":"false"}', /must be true or false/],
    ['qualityChecks', '{"smell":false}', new RegExp(`"smell"; there are: ${qualityCheckNames.join(', ')}`)],
    ['scripts', 'once upon a time', /JSON object/],
    ['scripts', '{"c.wav":"Hello"}', /"c.wav" but no such file/],
    ['scripts', '{"a.wav":7}', /must be a text/],
    ['scripts', '{"a.wav":{"toString":null}}', /must be a text/],
    ['scripts', '{"a.wav":["once","upon"]}', /must be a text/],
    ['scripts', '['.repeat(20_000), /JSON object of file names to texts; this one has lists/],
    ['scripts', nested(20_000), /JSON object of file names to texts; this one has lists/],
    ['scripts', `{"a.wav":${nested(20_000)}}`, /JSON object of file names to texts; this one has lists/],
    ['scripts', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`, /this one has lists or objects/],
    ['scripts', manyNames(130_000), /has 130000 names, more than the 3 that it may have/],
    ['scripts', JSON.stringify({ 'a.wav': '"\\'.repeat(110_000) }), /longer than 200000 characters/],
    ['scripts', JSON.stringify({ ['x'.repeat(2 ** 20)]: '' }), /"x{100}\.\.\." but no such file/],
    ['scripts', '{"__proto__":"Hello"}', /"__proto__" but no such file/],
    ['qualityChecks', '['.repeat(5000), /JSON object of names to true or false; this one is too long/],
    ['qualityChecks', nested(1000), /JSON object of names to true or false; this one has lists/],
    ['qualityChecks', manyNames(400), /has 400 names/],
    ['qualityChecks', '{"__proto__":false}', /no quality check "__proto__"/],
    ['qualityChecks', '{"clikcs":false}', /Did you mean "clicks"\?$/],
  ])('%s cannot be %.60s', async (name, value, message) => {
    const { details } = await expectRefusedAudit(
      await post(quality, [...two, field(name, value)]),
      400,
      'invalid_request',
      message,
    )
    expect(details[0].field).toBe(name)
  })

  test.each([
    '['.repeat(20_000),
    nested(20_000),
    `{"a.wav":${nested(20_000)}}`,
    manyNames(130_000),
    '{"a.wav":7}',
    'hello',
  ])('scripts that call themselves JSON are read like any others: %.60s', async (value) => {
    const parts = [...two, { name: 'scripts', value, type: 'application/json; charset=utf-8' }]
    const { details } = await expectRefusedAudit(await post(quality, parts), 400, 'invalid_request')
    expect(details.map((detail: { field: string }) => detail.field)).toEqual(['scripts'])
  })

  test.each([
    ['qualtyChecks', /^There is no field "qualtyChecks".* Did you mean "qualityChecks"\?$/],
    ['Script', /Did you mean "scripts"\?$/],
    ['voice', /Did you mean "voices"\?$/],
    ['file', /Did you mean "files"\?$/],
    [
      'tempo',
      /^There is no field "tempo"; there are: files, references, accuracy, deviationThreshold, [^?]*$/,
    ],
    ['x'.repeat(5000), /"x{100}\.\.\."; there are/],
  ])('has no field %.20s', async (name, message) => {
    const { details } = await expectRefusedAudit(
      await post(quality, [...two, field(name, 'x')]),
      400,
      'invalid_request',
      message,
    )
    expect(details).toHaveLength(1)
  })

  test.each(['__proto__', 'constructor', 'toString'])('has no field %s either', async (name) => {
    for (const part of [field(name, '{}'), { ...file('x.wav', tone), name }]) {
      await expectRefusedAudit(
        await post(quality, [...two, part]),
        400,
        'invalid_request',
        /no field can have/,
      )
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('everything that is wrong is named at once, wherever it stands', async () => {
    const parts = [
      field('accuracy', 'best'),
      file('a.wav', tone),
      file('a.wav', other),
      field('deviationThreshold', '2'),
    ]
    const { details } = await expectRefusedAudit(await post(quality, parts), 400, 'invalid_request')
    expect(details.map((detail: { field?: string; file?: string }) => detail.field ?? detail.file)).toEqual([
      'deviationThreshold',
      'accuracy',
      'a.wav',
    ])
  })

  test.each([
    ['a field sent twice', [...two, field('accuracy', 'high'), field('accuracy', 'high')], /more than once/],
    ['files under another name', [{ ...two[0], name: 'file' }], /named "files", not "file"/],
    [
      'a file without a name',
      [...two, { name: 'files', value: tone, type: 'application/octet-stream' }],
      /file name/,
    ],
    ['text in place of a file', [...two, field('files', 'hello')], /as files/],
    ['a name that is too long', [file('x'.repeat(1100), tone)], /longer than/],
  ])('%s is refused', async (_, parts, message) => {
    await expectRefusedAudit(await post(quality, parts), 400, 'invalid_request', message)
  })

  test('may be wrong in any number of ways: some are told, the others counted', () => {
    const wrong = Array.from({ length: 5000 }, (_, at) => ({ message: `No. ${at} is wrong.` }))
    const { details, message } = invalidRequest(wrong)
    expect(details).toHaveLength(101)
    expect(details![100]).toEqual({ message: 'And 4900 more.' })
    expect(message).toMatch(/^No\. 0 is wrong\. .* No\. 9 is wrong\. And 4990 more\.$/)
  })

  test.each([
    ['one field', [field('scripts', 'x'.repeat(9 * 2 ** 20))]],
    [
      'all fields together',
      ['scripts', 'accuracy', 'other'].map((name) => field(name, 'x'.repeat(3 * 2 ** 20))),
    ],
    ['the number of fields', Array.from({ length: 101 }, () => field('scripts', ''))],
    [
      'the number of fields that call themselves JSON',
      Array.from({ length: 101 }, () => ({ name: 'scripts', value: '{}', type: 'application/json' })),
    ],
    [
      'a field that calls itself JSON',
      [{ name: 'scripts', value: 'x'.repeat(9 * 2 ** 20), type: 'application/json' }],
    ],
    [
      'what is no part of a form',
      [{ name: 'a"\r\nContent-Disposition: attachment; x="', value: Buffer.alloc(20 * 2 ** 20) }],
    ],
  ])('is not read further when %s is too large', async (_, parts) => {
    await expectRefusedAudit(await post(quality, [...parts, ...two]), 413, 'too_large')
  })

  test('that breaks off is refused', async () => {
    const { headers, body } = multipart(two)
    for (const end of [40, 200, body.length - 300]) {
      const answer = await service.app.inject({
        method: 'POST',
        url: `/v1/audit?${new URLSearchParams(quality)}`,
        headers: { ...headers, 'x-api-key': caller.key },
        payload: body.subarray(0, end),
      })
      await expectRefusedAudit(answer, 400, 'invalid_request')
    }
  })

  test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/mixed'])(
    '%s is no form with files',
    async (type) => {
      const answer = await service.app.inject({
        method: 'POST',
        url: `/v1/audit?${new URLSearchParams(quality)}`,
        headers: { 'content-type': `${type}; boundary=${BOUNDARY}`, 'x-api-key': caller.key },
        payload: multipart(two).body,
      })
      await expectRefusedAudit(answer, 415, 'unsupported_media')
    },
  )
})

describe('files', () => {
  const quality = checks('quality')

  test('of a kind that cannot be analysed are refused by content, whatever they are called', async () => {
    const parts = [file('a.wav', tone), file('b.wav', '{"error":"quota"}'), file('c.mp3', '%PDF-1.7 ...')]
    const { details } = await expectRefusedAudit(await post(quality, parts), 415, 'unsupported_media')
    expect(details.map((detail: { file: string; fault: string }) => [detail.file, detail.fault])).toEqual([
      ['b.wav', 'unsupported'],
      ['c.mp3', 'unsupported'],
    ])
  })

  test('that cannot be read are all named before any work', async () => {
    const parts = [file('a.wav', ''), file('b.wav', tone), file('c.wav', '')]
    const { details, message } = await expectRefusedAudit(await post(quality, parts), 400, 'unreadable_audio')
    expect(details.map((detail: { file: string }) => detail.file)).toEqual(['a.wav', 'c.wav'])
    // What is the same of both is said once.
    expect(message).toBe(`a.wav, c.wav: ${details[0].message}`)
  })

  test('that turn out to be unreadable when they are listened to give the credits back', async () => {
    // Headers that promise sound, and none behind them.
    const parts = [
      file('a.wav', tone.subarray(0, 44)),
      file('b.wav', tone),
      file('c.wav', toneWav(770).subarray(0, 44)),
    ]
    const { details } = await expectRefusedAudit(await post(quality, parts), 400, 'unreadable_audio')
    expect(details.map((detail: { file: string }) => detail.file)).toEqual(['a.wav', 'c.wav'])
    const history = await service.store.ledger.history(caller.accountId, { limit: 2 })
    expect(history.map(({ kind, amountMilli }) => [kind, amountMilli])).toEqual([
      ['release', 3000],
      ['reservation', -3000],
    ])
  })

  test('that are too many, too large or too long are refused', async () => {
    const many = Array.from({ length: 4 }, (_, at) => file(`${at}.wav`, toneWav(300 + at)))
    await expectRefusedAudit(await post(quality, many), 413, 'too_large', /at most 3 files/)
    const large = [file('a.wav', Buffer.alloc(1.5e6)), file('b.wav', Buffer.alloc(1.5e6))]
    await expectRefusedAudit(await post(quality, large), 413, 'too_large', /at most 2 MiB/)
    const { details } = await expectRefusedAudit(
      await post(quality, [file('long.wav', toneWav(440, 61)), file('short.wav', tone)]),
      413,
      'too_large',
    )
    expect(details).toMatchObject([{ file: 'long.wav', fault: 'too_long' }])
  })
})

describe('callers', () => {
  test.each([
    ['no key', {}],
    ['an unknown key', { 'x-api-key': `aa_${'x'.repeat(40)}` }],
    ['an empty key', { 'x-api-key': '' }],
    ['what is no key at all', { authorization: 'Bearer hello' }],
  ])('with %s are turned away', async (_, headers) => {
    for (const url of ['/v1/audits', `/v1/audits/${'0'.repeat(32)}`, '/v1/balance']) {
      const answer = await service.get(url, undefined, headers as Record<string, string>)
      expectRefusal(answer, 401, 'unauthorized')
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
  })

  test('with an unknown or revoked key get no audit, and nothing of theirs is read', async () => {
    const { secret, key } = await service.store.apiKeys.create(caller.accountId, 'revoked')
    expect((await service.get('/v1/balance', secret)).statusCode).toBe(200)
    await service.store.apiKeys.revoke(key.id)
    for (const bad of [secret, 'aa_nonsense']) {
      expectRefusal(await service.audit(checks('quality'), two, bad), 401, 'unauthorized')
    }
  })

  test('may send the key as a bearer', async () => {
    const answer = await service.get('/v1/balance', undefined, { authorization: `bearer ${caller.key}` })
    expect(answer.json()).toEqual({ credits: 100 })
  })

  test('with too few credits are told what is needed and what is there', async () => {
    const poor = await service.caller(3.5)
    const answer = await service.audit(checks('quality', 'pace'), two, poor.key)
    const { details } = await expectRefusedAudit(answer, 402, 'insufficient_credits')
    expect(details).toMatchObject([{ needed: 4, available: 3.5 }])
    expect(await service.balance(poor.key)).toBe(3.5)
  })

  test.each([{}, { 'payment-signature': 'bm9uc2Vuc2U=' }, { 'x-wallet': '0xabc' }])(
    'without a key are told the price: %j',
    async (headers) => {
      const answer = await service.audit(
        checks('quality', 'pace'),
        two,
        undefined,
        headers as Record<string, string>,
      )
      const { details, message } = await expectRefusedAudit(answer, 402, 'payment_required', /4 credits/)
      expect(message).toMatch(/API keys only/)
      expect(details).toMatchObject([{ needed: 4 }])
      expect(answer.headers['cache-control']).toBe('no-store')
      const { error, price, ...offer } = answer.json()
      expect(price).toEqual({ files: 2, checks: 2, cached: 0, credits: 4, creditsPerFile: 2 })
      expect(offer).toEqual({ x402Version: 2, resource: expect.any(Object), accepts: [] })
      expect(
        JSON.parse(Buffer.from(String(answer.headers['payment-required']), 'base64').toString()),
      ).toEqual({
        ...offer,
        error: message,
      })
    },
  )

  const oneCredit = { files: 1, checks: 1, cached: 0, credits: 1, creditsPerFile: 1 }
  const whole = { files: 2, checks: 2, cached: 0, credits: 4, creditsPerFile: 2 }
  const everything = ['comparison', 'quality', 'pace', 'scriptAccuracy', 'files']
  const form = (parts: FormPart[]) => {
    const { headers, body: payload } = multipart(parts)
    return { headers, payload }
  }
  test.each<[string, string, object, string[], object]>([
    ['nothing at all', '', {}, everything, oneCredit],
    ['no query, but a form', '', form(two), everything.slice(0, 4), oneCredit],
    ['a form without files', query('quality'), form([]), ['files'], oneCredit],
    ['no form', query('quality'), {}, ['files'], oneCredit],
    [
      'another body',
      query('quality'),
      { headers: { 'content-type': 'application/json' }, payload: '{}' },
      ['files'],
      oneCredit,
    ],
    ['a body of no kind', query('quality'), { payload: 'x' }, ['files'], oneCredit],
    ['no check', query(), form(two), ['checks'], oneCredit],
    ['an unknown parameter', `${query('quality')}&qualty=true`, form(two), ['qualty'], oneCredit],
    ['too many files', query('quality'), form([...two, ...two]), ['files'], oneCredit],
    ['too much', query('quality'), form([file('a.wav', Buffer.alloc(3 * 2 ** 20))]), ['files'], oneCredit],
    ['a form that breaks off', query('quality'), { ...form(two), payload: 'x' }, ['files'], oneCredit],
    ['a wrong field', query('quality', 'pace'), form([...two, field('accuracy', 'x')]), ['accuracy'], whole],
    [
      'files that are none',
      query('quality', 'pace'),
      form([file('€', 'x'), file('b', 'x')]),
      ['€', 'b'],
      whole,
    ],
  ])('without a key are told a price and what is wrong: %s', async (_, asked, request, wrong, price) => {
    for (const headers of [{}, { 'payment-signature': 'bm9uc2Vuc2U=' }]) {
      const sent = request as { headers?: object; payload?: string }
      const answer = await service.app.inject({
        method: 'POST',
        url: `/v1/audit?${asked}`,
        ...sent,
        headers: { ...sent.headers, ...headers },
      })
      const { details, message } = await expectRefusedAudit(
        answer,
        402,
        'payment_required',
        /costs? \d credit/,
      )
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.json().price).toEqual(price)
      expect(details[0]).toMatchObject({ field: 'price', needed: (price as typeof whole).credits })
      const named = details.slice(1).map((each: ErrorDetail) => each.file ?? each.field)
      expect(named).toEqual(wrong)
      for (const { message: what } of details.slice(1)) expect(message).toContain(what)
      const header = Buffer.from(String(answer.headers['payment-required']), 'base64').toString()
      expect(JSON.parse(header)).toMatchObject({ x402Version: 2, accepts: [], error: message })
    }
  })

  test('without a key are told of long names in a header that clients take', async () => {
    const names = [0, 1, 2].map((at) => at + '𝄞'.repeat(250))
    const answer = await service.audit(
      checks('quality'),
      names.map((name) => file(name, 'x')),
    )
    await expectRefusedAudit(answer, 402, 'payment_required')
    expect(String(answer.headers['payment-required']).length).toBeLessThan(8_000)
  })

  test('with a key that is no good are told that, whatever else is wrong', async () => {
    for (const headers of [{ 'x-api-key': '' }, { 'x-api-key': 'aa_x' }]) {
      const answer = await service.app.inject({ method: 'POST', url: '/v1/audit', headers })
      await expectRefusedAudit(answer, 401, 'unauthorized')
    }
  })

  test.each([
    ['/v1/audit', 'GET', 'POST, OPTIONS'],
    ['/v1/audit?quality=true', 'PUT', 'POST, OPTIONS'],
    ['/v1/audits', 'POST', 'GET, HEAD, OPTIONS'],
    ['/v1/audits/', 'PATCH', 'GET, HEAD, OPTIONS'],
    [`/v1/audits/${'0'.repeat(32)}`, 'POST', 'GET, HEAD, DELETE, OPTIONS'],
    [`/v1/audits/${'0'.repeat(32)}/audio/0`, 'DELETE', 'GET, HEAD, OPTIONS'],
    ['/healthz', 'POST', 'GET, HEAD, OPTIONS'],
    ['/', 'DELETE', 'GET, HEAD, OPTIONS'],
  ])('of %s are told which methods it is for', async (url, method, allow) => {
    const sorted = (list: unknown) => String(list).split(', ').toSorted()
    for (const headers of [{}, { 'content-type': 'application/json' }]) {
      const answer = await service.app.inject({ method: method as 'GET', url, headers, payload: '{}' })
      expectRefusal(answer, 405, 'method_not_allowed', new RegExp(`^${method} is not for this path`))
      expect(sorted(answer.headers.allow)).toEqual(sorted(allow))
    }
    const asked = await service.app.inject({ method: 'OPTIONS', url })
    expect([asked.statusCode, asked.body, sorted(asked.headers.allow)]).toEqual([204, '', sorted(allow)])
  })

  test('may ask for the head of what they may get', async () => {
    const answer = await service.app.inject({
      method: 'HEAD',
      url: '/v1/audits?limit=1',
      headers: { 'x-api-key': caller.key },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
  })

  test.each([
    [
      'GET',
      '/v1/audits?limt=5',
      /^There is no parameter "limt"; there are: limit, cursor\. Did you mean "limit"\?$/,
    ],
    ['GET', '/v1/audits?limit=5&page=2', /^There is no parameter "page"; there are: limit, cursor\.$/],
    ['GET', '/v1/balance?x', /^There is no parameter "x"; there is none here\.$/],
    ['GET', '/v1/audits?a/b=1', /^There is no parameter "a\/b";/],
    ['DELETE', `/v1/audits/${'0'.repeat(32)}?force=1`, /^There is no parameter "force";/],
    ['POST', '/v1/keys?nmae=x', /Did you mean "name"\?/],
    ['POST', `/v1/audit?${query('quality')}&forcefresh=true`, /Did you mean "forceFresh"\?$/],
  ])('%s %s is refused', async (method, url, message) => {
    const headers = { 'x-api-key': caller.key }
    const answer = await service.app.inject({ method: method as 'GET', url, headers })
    const { details } = expectRefusal(answer, 400, 'invalid_request', message)
    expect(details[0].field).toMatch(/^(limt|page|x|a\/b|force|nmae|forcefresh)$/)
  })

  test('get nothing that a cache on the way may keep', async () => {
    for (const url of ['/v1/audits', '/v1/audits/overview', `/v1/audits/${'0'.repeat(32)}`, '/v1/keys']) {
      expect((await service.get(url, caller.key)).headers['cache-control']).toBe('no-store')
    }
    for (const url of ['/v1/balance', '/v1/nothing', '/v1/audits?limit=0']) {
      expect((await service.get(url, 'aa_wrong')).headers['cache-control']).toBe('no-store')
    }
    const poor = await service.caller(1)
    const answer = await service.audit(checks('quality'), two, poor.key)
    await expectRefusedAudit(answer, 402, 'insufficient_credits', /^2 credits are needed and 1 is there\./)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('find nothing at unknown paths', async () => {
    for (const url of ['/v1', '/v2/audits', '/v1/audits/', '/v1/audits/../balance', '/%00']) {
      expect([400, 401, 404]).toContain((await service.get(url)).statusCode)
    }
    expectRefusal(await service.get('/v1/nothing', caller.key), 404, 'not_found')
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=1.5',
    'limit=',
    'limit=+5',
    'cursor=nonsense',
    'cursor=',
  ])('cannot list audits with %s', async (query) => {
    const answer = await service.get(`/v1/audits?${query}`, caller.key)
    documentation.expectDescribed('GET', '/v1/audits', answer)
    const { details } = expectRefusal(answer, 400, 'invalid_request')
    expect(details[0].field).toBe(query.split('=')[0])
  })
})
