// Audits from the request to the listing, with the real analyser on short synthetic speech.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { field, file } from '../../lab/service/multipart.js'
import { written } from '../../lab/service/sample-audit.js'
import { BASE_URL, type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { accountCaller } from '../../src/store/caller.js'
import { Documentation } from './documented.js'
import { forged } from './forged-link.js'
import { spokenWav, texts } from './speech.js'

let service: TestService
let documentation: Documentation
let caller: Caller
let recordings: Buffer[]
const log: string[] = []
const names = ['one.wav', 'zwei "2" ../\u202e🎧.wav']
const everything = checks('comparison', 'quality', 'pace', 'scriptAccuracy')

beforeAll(async () => {
  service = await TestService.start({ onLog: (line) => log.push(line) })
  documentation = new Documentation(service.app)
  caller = await service.caller(1000)
  recordings = await Promise.all(texts.map((text) => spokenWav(text)))
})
afterAll(() => service?.stop())

const batch = () => recordings.map((recording, at) => file(names[at].replaceAll('"', '%22'), recording))
const filesHeard = async () =>
  (await service.context.metrics.listens.get()).values.reduce((sum, { value }) => sum + value, 0)

describe('an audit with every check', () => {
  let audit: Record<string, unknown> & { auditId: string; reportUrl: string; checks: Record<string, object> }

  test('is answered as the documentation says', async () => {
    const scripts = { [names[0]]: `[warmly] ${texts[0]}` }
    const parts = [
      ...batch(),
      // Fields may come behind the files.
      field('deviationThreshold', '0.2'),
      field('qualityChecks', '{"hum":false}'),
      field('scripts', JSON.stringify(scripts)),
    ]
    const answer = await service.audit(everything, parts, caller.key)
    expect(answer.statusCode).toBe(200)
    documentation.expectDescribed('POST', '/v1/audit', answer)
    audit = answer.json()
    expect(Object.keys(audit.checks)).toEqual(['comparison', 'quality', 'pace', 'scriptAccuracy'])
    for (const check of Object.values(audit.checks) as { tracks: { file: string }[] }[]) {
      expect(check.tracks.map((track) => track.file)).toEqual(names)
    }
    expect(audit).toMatchObject({ fileCount: 2, creditsUsed: 8 })
    expect(audit.auditId).toMatch(/^[0-9a-f]{32}$/)
    expect(audit.reportUrl).toMatch(new RegExp(`^${BASE_URL}/report/${audit.auditId}#[\\w-]{43}$`))
    expect(await service.balance(caller.key)).toBe(992)
  })

  test('is listed with all that is known of it', async () => {
    const list = await service.get('/v1/audits', caller.key)
    documentation.expectDescribed('GET', '/v1/audits', list)
    const { audits, nextCursor } = list.json()
    expect(nextCursor).toBeUndefined()
    expect(audits).toHaveLength(1)
    expect(audits[0]).toMatchObject({
      ...audit,
      fileNames: names,
      selectedAnalyses: ['comparison', 'quality', 'pace', 'scriptAccuracy'],
      accuracy: 'standard',
      regenCount: (audit.tracksToRegenerate as object[]).length,
      source: 'api',
    })
    expect(audits[0].createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    const one = await service.get(`/v1/audits/${audit.auditId}`, caller.key)
    documentation.expectDescribed('GET', '/v1/audits/{auditId}', one)
    expect(one.json()).toEqual(audits[0])
  })

  test('is nothing to anybody else', async () => {
    const stranger = await service.caller(0)
    const missing = await service.get(`/v1/audits/${'0'.repeat(32)}`, stranger.key)
    for (const path of ['', '/status', '/report']) {
      for (const method of ['GET', 'DELETE'] as const) {
        const answer = await service.app.inject({
          method,
          url: `/v1/audits/${audit.auditId}${path}`,
          headers: { 'x-api-key': stranger.key, 'x-report-token': 'x'.repeat(43) },
        })
        expect(answer.statusCode).toBe(method === 'DELETE' && path === '/status' ? 405 : 404)
        if (path === '') expect(answer.json()).toEqual(missing.json())
      }
    }
    expect((await service.get('/v1/audits', stranger.key)).json()).toEqual({ audits: [] })
  })

  describe('has audio that', () => {
    const url = async (position = 0) => {
      const { audioUrls } = (await service.get(`/v1/audits/${audit.auditId}`, caller.key)).json()
      return audioUrls[position].slice(BASE_URL.length) as string
    }

    test('is what was uploaded, for whoever has the link', async () => {
      for (const [position, recording] of recordings.entries()) {
        const answer = await service.get(await url(position))
        expect(answer.statusCode).toBe(200)
        expect(answer.rawPayload.equals(recording)).toBe(true)
        expect(answer.headers).toMatchObject({
          'content-type': 'audio/wav',
          'content-length': String(recording.length),
          'accept-ranges': 'bytes',
        })
      }
      const disposition = String((await service.get(await url(1))).headers['content-disposition'])
      expect(disposition).toMatch(/^inline; filename\*=UTF-8''[\w%.~-]+$/)
      expect(decodeURIComponent(disposition.split("''")[1])).toBe(names[1])
    })

    test.each([
      ['bytes=0-99', 0, 100],
      ['bytes=100-', 100, undefined],
      ['bytes=-10', -10, undefined],
      ['bytes=5-99999999', 5, undefined],
    ])('is served in parts: %s', async (range, from, to) => {
      const whole = recordings[0]
      const wanted = whole.subarray(from, to)
      const answer = await service.get(await url(), undefined, { range })
      expect(answer.statusCode).toBe(206)
      expect(answer.rawPayload.equals(wanted)).toBe(true)
      const start = from < 0 ? whole.length + from : from
      expect(answer.headers['content-range']).toBe(
        `bytes ${start}-${start + wanted.length - 1}/${whole.length}`,
      )
    })

    test('is told about without being sent', async () => {
      const answer = await service.app.inject({
        method: 'HEAD',
        url: await url(),
        headers: { range: 'bytes=0-9' },
      })
      expect(answer.statusCode).toBe(206)
      expect(answer.headers['content-length']).toBe('10')
      expect(answer.rawPayload).toHaveLength(0)
    })

    test('has no bytes behind its end', async () => {
      const answer = await service.get(await url(), undefined, { range: 'bytes=99999999-' })
      documentation.expectDescribed('GET', '/v1/audits/{auditId}/audio/{position}', answer)
      expect(answer.statusCode).toBe(416)
      expect(answer.headers['content-range']).toBe(`bytes */${recordings[0].length}`)
      expect(answer.json().error.code).toBe('range_not_satisfiable')
    })

    test.each(['items=0-5', 'bytes=5-2', 'bytes=0-1,5-6', 'bytes=-'])(
      'comes whole when asked for %s',
      async (range) => {
        expect((await service.get(await url(), undefined, { range })).statusCode).toBe(200)
      },
    )

    test('need not be sent again', async () => {
      const { etag } = (await service.get(await url())).headers
      expect((await service.get(await url(), undefined, { 'if-none-match': String(etag) })).statusCode).toBe(
        304,
      )
      const other = { range: 'bytes=0-1', 'if-range': '"other"' }
      expect((await service.get(await url(), undefined, other)).statusCode).toBe(200)
    })

    test('is there for nobody else', async () => {
      const good = await url()
      const wrong = [
        forged(good),
        good.replace(/expires=\d/, 'expires=9'),
        good.replace('/audio/0', '/audio/2'),
        good.replace(audit.auditId, '0'.repeat(32)),
      ]
      for (const link of wrong) expect((await service.get(link)).statusCode).toBe(404)
      const dayMs = 86_400_000
      const [old] = service.context.links.audio(
        { id: audit.auditId, reportRevokedAt: null },
        1,
        Date.now() - 2 * dayMs,
      )
      expect((await service.get(old.slice(BASE_URL.length))).statusCode).toBe(404)
    })
  })

  test('can be read with the token of its report until that is revoked', async () => {
    const { pathname, hash } = new URL(audit.reportUrl)
    expect(pathname).toBe(`/report/${audit.auditId}`)
    const read = (token: string) =>
      service.get(`/v1/audits/${audit.auditId}/report`, undefined, { 'x-report-token': token })
    const report = await read(hash.slice(1))
    documentation.expectDescribed('GET', '/v1/audits/{auditId}/report', report)
    expect(report.json()).toMatchObject(audit)
    for (const token of ['', 'x', hash.slice(2), service.context.links.reportToken('0'.repeat(32))]) {
      expect((await read(token)).statusCode).toBe(404)
    }
    expect((await service.get(`/v1/audits/${audit.auditId}/report`)).statusCode).toBe(400)
    expect((await service.delete(`/v1/audits/${audit.auditId}/report`, caller.key)).statusCode).toBe(204)
    expect((await read(hash.slice(1))).statusCode).toBe(404)
    expect((await service.get(`/v1/audits/${audit.auditId}`, caller.key)).json().reportUrl).toBeUndefined()
  })

  test('costs half when it is asked for again, and is not listened to again', async () => {
    const before = await filesHeard()
    const scripts = field('scripts', JSON.stringify({ [names[0]]: `[warmly] ${texts[0]}` }))
    // With the usual threshold in place of the one before: that is not listened for.
    const again = await service.audit(everything, [...batch(), scripts], caller.key)
    expect(again.json().creditsUsed).toBe(4)
    expect(again.json().checks.comparison.tracks).toEqual(
      (audit.checks.comparison as { tracks: object[] }).tracks,
    )
    expect(await filesHeard()).toBe(before)
    expect(await service.balance(caller.key)).toBe(988)
  })

  test('costs in full what was not asked for before: other options, another caller', async () => {
    const comparison = checks('comparison')
    const before = await filesHeard()
    expect((await service.audit(comparison, batch(), caller.key)).json().creditsUsed).toBe(1)
    expect(await filesHeard()).toBe(before)
    const high = [...batch(), field('accuracy', 'high')]
    expect((await service.audit(comparison, high, caller.key)).json()).toMatchObject({ creditsUsed: 2 })
    expect(await filesHeard()).toBe(before + 2)
    const stranger = await service.caller(1)
    const refused = await service.audit(comparison, batch(), stranger.key)
    expect(refused.json().error.details).toMatchObject([{ needed: 2, available: 1 }])
  })

  test('is done again, at the full price, when it shall be fresh', async () => {
    const before = await filesHeard()
    const query = { ...checks('comparison'), forceFresh: 'true' }
    expect((await service.audit(query, batch(), caller.key)).json().creditsUsed).toBe(2)
    expect(await filesHeard()).toBe(before + 2)
  })

  test('is gone with its audio when it is deleted', async () => {
    const { audioUrls } = (await service.get(`/v1/audits/${audit.auditId}`, caller.key)).json()
    const balance = await service.balance(caller.key)
    expect((await service.delete(`/v1/audits/${audit.auditId}`, caller.key)).statusCode).toBe(204)
    expect((await service.get(`/v1/audits/${audit.auditId}`, caller.key)).statusCode).toBe(404)
    expect((await service.get(audioUrls[0].slice(BASE_URL.length))).statusCode).toBe(404)
    expect((await service.delete(`/v1/audits/${audit.auditId}`, caller.key)).statusCode).toBe(404)
    expect(await service.balance(caller.key)).toBe(balance)
  })
})

describe('an audit that nobody waits for', () => {
  const fresh = { ...checks('comparison'), forceFresh: 'true' }

  test('is accepted, tells how far it is, and is listed when it is done', async () => {
    const answer = await service.audit(fresh, batch(), caller.key, { prefer: 'wait=1, respond-async' })
    documentation.expectDescribed('POST', '/v1/audit', answer)
    expect(answer.statusCode).toBe(202)
    const { auditId, statusUrl, auditUrl } = answer.json()
    expect(answer.headers.location).toBe(statusUrl)
    const status = await service.get(statusUrl.slice(BASE_URL.length), caller.key)
    documentation.expectDescribed('GET', '/v1/audits/{auditId}/status', status)
    expect(status.json()).toMatchObject({ auditId, fileCount: 2, auditUrl })

    // Ends with the audit.
    const events = await service.get(statusUrl.slice(BASE_URL.length), caller.key, {
      accept: 'text/event-stream',
    })
    expect(events.headers['content-type']).toMatch(/^text\/event-stream/)
    const told = events.body
      .split('\n\n')
      .map((block) => /^event: (\w+)\ndata: (.*)$/s.exec(block))
      .filter((match) => match !== null)
      .map(([, kind, data]) => ({ kind, ...JSON.parse(data) }))
    expect(told[0].kind).toBe('status')
    expect(told.at(-1)).toMatchObject({ kind: 'done', status: 'done', filesDone: 2, auditUrl })
    const steps = told.filter(({ kind }) => kind === 'progress')
    for (const { fileCount, file: name } of steps) {
      expect([fileCount, names.includes(name)]).toEqual([2, true])
    }
    const counts = told.filter(({ kind }) => kind === 'status').map(({ filesDone }) => filesDone)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    const done = await service.get(statusUrl.slice(BASE_URL.length), caller.key)
    documentation.expectDescribed('GET', '/v1/audits/{auditId}/status', done)
    expect((await service.get(auditUrl.slice(BASE_URL.length), caller.key)).json().auditId).toBe(auditId)
  })

  test('that fails says why, and costs nothing', async () => {
    const before = await service.balance(caller.key)
    const parts = [...batch(), file('cut.wav', recordings[0].subarray(0, 44))]
    const answer = await service.audit(fresh, parts, caller.key, { prefer: 'respond-async' })
    expect(answer.statusCode).toBe(202)
    const url = answer.json().statusUrl.slice(BASE_URL.length)
    await service.get(url, caller.key, { accept: 'text/event-stream' })
    const status = await service.get(url, caller.key)
    documentation.expectDescribed('GET', '/v1/audits/{auditId}/status', status)
    expect(status.json()).toMatchObject({
      status: 'failed',
      error: { code: 'unreadable_audio', details: [{ file: 'cut.wav' }] },
    })
    expect(await service.balance(caller.key)).toBe(before)
  })
})

describe('a request that is sent twice under one key', () => {
  const key = { 'idempotency-key': 'order 66' }

  test('gives one audit and is charged once, at once and later', async () => {
    const before = await service.balance(caller.key)
    const send = () => service.audit(checks('comparison'), batch(), caller.key, key)
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await service.balance(caller.key)).toBe(before - 1)
  })

  test('but asks for something else is refused', async () => {
    const others = [
      () => service.audit(checks('comparison'), batch().reverse(), caller.key, key),
      () =>
        service.audit(
          checks('comparison'),
          [...batch(), field('deviationThreshold', '0.3')],
          caller.key,
          key,
        ),
      () => service.audit({ ...checks('comparison'), forceFresh: 'true' }, batch(), caller.key, key),
    ]
    for (const send of others) {
      const answer = await send()
      documentation.expectDescribed('POST', '/v1/audit', answer)
      expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'conflict'])
    }
  })

  test('is another request when another caller sends it', async () => {
    const stranger = await service.caller(2)
    const answer = await service.audit(checks('comparison'), batch(), stranger.key, key)
    expect(answer.json().creditsUsed).toBe(2)
  })
})

describe('the listing', () => {
  test('neither skips nor repeats while audits are being added', async () => {
    const reader = await service.caller(0)
    const owner = accountCaller(reader.accountId)
    const result = {
      score: 1,
      summary: '',
      fileCount: 0,
      auditId: '',
      tracksToRegenerate: [],
      checks: {},
      creditsUsed: 0,
    }
    const add = async (at: number) => {
      const id = at.toString(16).padStart(32, '0')
      await service.store.audits.start(owner, {
        id,
        source: 'api',
        selectedAnalyses: ['quality'],
        accuracy: 'standard',
        files: [],
        leaseSec: 60,
        // Several of one time, as when requests come at once.
        createdAt: new Date(1_700_000_000_000 + Math.floor(at / 3)),
      })
      await service.store.audits.complete(id, {
        ...written({ ...result, auditId: id }),
        regenCount: 0,
        creditsUsedMilli: 0,
      })
      return id
    }
    const there: string[] = []
    for (let at = 0; at < 20; at++) there.unshift(await add(at))
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = new URLSearchParams({ limit: '3', ...(cursor && { cursor }) })
      const page = (await service.get(`/v1/audits?${query}`, reader.key)).json()
      seen.push(...page.audits.map((audit: { auditId: string }) => audit.auditId))
      cursor = page.nextCursor
      await add(100 + seen.length)
    } while (cursor)
    expect(seen).toEqual(there)
  })
})

test('the log tells of requests and nothing of what is in them', () => {
  const written = log.join('')
  expect(written).toContain('"route":"/v1/audits/:auditId/audio/:position"')
  const secrets = [
    caller.key,
    caller.key.slice(3, 20),
    'signature=',
    'harbour',
    'one.wav',
    '.wav',
    'idempotency',
    '#',
  ]
  for (const secret of secrets) expect(written).not.toContain(secret)
  for (const line of log) expect(JSON.parse(line)).toHaveProperty('msg')
})

/** Where a WAV file says how many bytes are in a second, and where its sound begins. */
const wavSec = (wav: Buffer) => (wav.length - 44) / wav.readUInt32LE(28)

test('the metrics count what was done', async () => {
  const { body, statusCode } = await service.get('/metrics')
  expect(statusCode).toBe(200)
  const spokenSec = recordings.reduce((sum, recording) => sum + wavSec(recording), 0)
  const value = (line: string) => Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(body)?.[1])
  expect(value('audio_audit_files_heard_total\\{check="quality"\\}')).toBe(2)
  expect(value('audio_audit_audio_seconds_total\\{check="quality"\\}')).toBeCloseTo(spokenSec, 3)
  expect(value('audio_audit_audits_total\\{outcome="failed"\\}')).toBe(1)
  expect(value('audio_audit_cache_hits_total')).toBeGreaterThanOrEqual(10)
  expect(value('audio_audit_errors_total\\{code="conflict"\\}')).toBe(3)
  expect(value('audio_audit_audits_running')).toBe(0)
})
