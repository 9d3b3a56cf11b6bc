// Decisions about issues, from the one who makes them to the one who may not see them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { packFindings, unpackFindings } from '../../src/audit/packed-findings.js'
import type { QualityFindings } from '../../src/checks/quality/listen.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

const listening = contentPool()
/** Clicks in every file, at the same places. */
const pool: typeof listening = {
  ...listening,
  async listen(...asked) {
    const listened = await listening.listen(...asked)
    const faults: QualityFindings['faults'] = [0.2, 0.5].map((startSec) => ({
      type: 'click',
      startSec,
      endSec: startSec + 0.01,
      severity: 0.9,
      audibility: 0.9,
    }))
    return {
      ...listened,
      findings: listened.findings.map((packed) =>
        packFindings({ ...(unpackFindings(packed) as object), faults }),
      ),
    }
  },
}

let service: TestService
let caller: Caller
let documentation: Documentation
beforeAll(async () => {
  service = await TestService.start({ pool })
  caller = await service.caller(1000)
  documentation = new Documentation(service.app)
})
afterAll(() => service?.stop())

let pitchHz = 400
const newSound = () => toneWav(pitchHz++)

interface Issue {
  timeSec: number
  endSec: number
  confidence: number
}

async function audited(sounds: Record<string, Buffer>, key = caller.key) {
  const files = Object.entries(sounds).map(([name, sound]) => file(name, sound))
  const answer = await service.audit(checks('quality'), files, key)
  expect(answer.statusCode).toBe(200)
  const { auditId, checks: reports } = answer.json()
  return { auditId: auditId as string, issues: reports.quality.tracks[0].issues as Issue[] }
}

const pathOf = (auditId: string) => `/v1/audits/${auditId}/decisions`

async function put(auditId: string, body: unknown, key = caller.key) {
  const answer = await service.app.inject({
    method: 'PUT',
    url: pathOf(auditId),
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  documentation.expectDescribed('PUT', pathOf('{auditId}'), answer)
  expect(answer.headers['cache-control']).toBe('no-store')
  return answer
}

async function decisionsOf(auditId: string, key = caller.key) {
  const answer = await service.get(pathOf(auditId), key)
  documentation.expectDescribed('GET', pathOf('{auditId}'), answer)
  return answer
}

/** About the first click of the file. */
const click = { file: 'a.wav', check: 'quality', kind: 'click', timeSec: 0.2, decision: 'falseAlarm' }

test('a decision is kept with the confidence of the result, and told again', async () => {
  const { auditId, issues } = await audited({ 'a.wav': newSound(), 'b.wav': newSound() })
  expect((await decisionsOf(auditId)).json()).toEqual({ decisions: [] })
  const made = await put(auditId, { decisions: [{ ...click, endSec: 0.21, note: 'a "door"\0' }] })
  expect(made.statusCode).toBe(200)
  const expected = {
    ...click,
    endSec: 0.21,
    confidence: issues[0].confidence,
    note: 'a "door"\0',
    auditId,
    createdAt: expect.any(String),
  }
  expect(issues[0].confidence).toEqual(expect.any(Number))
  expect(made.json()).toEqual({ decisions: [expected] })
  expect((await decisionsOf(auditId)).json()).toEqual({ decisions: [expected] })
})

test('a file that is flagged is decided about as a whole, beside its issues', async () => {
  const { auditId } = await audited({ 'a.wav': newSound() })
  const whole = { ...click, kind: 'quality', timeSec: null, decision: 'retake' }
  const answer = await put(auditId, { decisions: [{ ...click, timeSec: 0.5 }, click, whole] })
  expect(answer.json().decisions).toMatchObject([
    { kind: 'quality', timeSec: null, endSec: null, confidence: null, decision: 'retake' },
    { kind: 'click', timeSec: 0.2 },
    { kind: 'click', timeSec: 0.5 },
  ])
})

test('deciding again replaces the decision, whatever it is rounded to', async () => {
  const { auditId } = await audited({ 'a.wav': newSound() })
  await put(auditId, { decisions: [{ ...click, note: 'first' }] })
  const answer = await put(auditId, { decisions: [{ ...click, timeSec: 0.20000001, decision: 'accept' }] })
  expect(answer.json().decisions).toMatchObject([{ timeSec: 0.2, decision: 'accept', note: '' }])
})

test('a decision is seen in the next audit of the same content, under every name that it has there', async () => {
  const sound = newSound()
  const first = await audited({ 'a.wav': sound })
  await put(first.auditId, { decisions: [click] })
  const second = await audited({ 'new.wav': newSound(), 'copy.wav': sound, 'again.wav': sound })
  expect((await decisionsOf(second.auditId)).json().decisions).toMatchObject([
    { file: 'copy.wav', auditId: first.auditId, decision: 'falseAlarm' },
    { file: 'again.wav', auditId: first.auditId, decision: 'falseAlarm' },
  ])
  await service.delete(`/v1/audits/${first.auditId}`, caller.key)
  expect((await decisionsOf(second.auditId)).json().decisions).toMatchObject([
    { file: 'copy.wav', auditId: null },
    { file: 'again.wav', auditId: null },
  ])
  await service.delete(`/v1/audits/${second.auditId}`, caller.key)
  const third = await audited({ 'a.wav': sound })
  expect((await decisionsOf(third.auditId)).json()).toEqual({ decisions: [] })
})

test('decisions can be made when the audio is gone', async () => {
  const { auditId } = await audited({ 'a.wav': newSound() })
  await service.store.retain({ audio: -1, findings: 90, idempotencyKeys: 1, webhookLog: 14 })
  expect((await put(auditId, { decisions: [click] })).statusCode).toBe(200)
  expect((await decisionsOf(auditId)).json().decisions).toHaveLength(1)
})

test.each([
  ['an unknown file', { file: 'z.wav' }, 'decisions.0.file', 'no file "z.wav"'],
  ['an unknown kind', { kind: 'clik' }, 'decisions.0.kind', 'Did you mean "click"?'],
  ['a kind of another check', { check: 'pace' }, 'decisions.0.kind', 'it told nothing'],
  ['another time', { timeSec: 0.3 }, 'decisions.0.timeSec', 'no "click" at 0.3 s'],
  ['no time', { timeSec: null }, 'decisions.0.timeSec', 'about the file as a whole'],
  ['another end', { endSec: 0.4 }, 'decisions.0.endSec', 'ends at 0.21'],
  ['an unknown check', { check: 'qualty' }, 'decisions.0.check', 'quality'],
  ['an unknown decision', { decision: 'maybe' }, 'decisions.0.decision', 'falseAlarm'],
  ['a note that is too long', { note: 'x'.repeat(501) }, 'decisions.0.note', '500'],
  ['a field that is not there', { nots: 'x' }, 'decisions.0', 'Did you mean "note"?'],
  ['a confidence', { confidence: 1 }, 'decisions.0', 'no field "confidence"'],
])('%s is refused by name, and nothing is kept', async (_, wrong, field, message) => {
  const { auditId } = await audited({ 'a.wav': newSound(), 'b.wav': newSound() })
  const answer = await put(auditId, {
    decisions: [
      { ...click, ...wrong },
      { ...click, file: 'b.wav' },
    ],
  })
  expect(answer.statusCode).toBe(400)
  const { error } = answer.json()
  expect(error).toMatchObject({ code: 'invalid_request', details: [{ field }] })
  expect(error.message).toContain(message)
  expect(error.message).toMatch(/[^?.][?.]$/)
  expect((await decisionsOf(auditId)).json()).toEqual({ decisions: [] })
})

test.each([
  ['no JSON', '{"decisions":', 400],
  ['nothing', '', 400],
  ['a list', '[]', 400],
  ['no decisions', '{}', 400],
  ['an empty list', '{"decisions":[]}', 400],
  ['a prototype', '{"__proto__":{"decisions":[]}}', 400],
  ['deep nesting', `{"decisions":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
  ['too many', JSON.stringify({ decisions: Array.from({ length: 1001 }, () => click) }), 400],
  ['too large a body', `{"decisions":["${'x'.repeat(3_000_000)}"]}`, 413],
])('a body of %s is refused', async (_, body, status) => {
  const { auditId } = await audited({ 'a.wav': newSound() })
  expect((await put(auditId, body)).statusCode).toBe(status)
})

test('a body that is no JSON by its type is refused, and says what to send', async () => {
  const { auditId } = await audited({ 'a.wav': newSound() })
  for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await service.app.inject({
      method: 'PUT',
      url: pathOf(auditId),
      headers: { 'content-type': type, 'x-api-key': caller.key },
      payload: JSON.stringify({ decisions: [click] }),
    })
    expect([type, answer.statusCode]).toEqual([type, 415])
    expect(answer.json().error.message).toContain('application/json')
  }
  const elsewhere = await service.app.inject({
    method: 'POST',
    url: '/v1/session',
    headers: { 'content-type': 'application/json', 'x-api-key': caller.key },
    payload: '{}',
  })
  expect(elsewhere.statusCode).toBe(415)
})

test('what is of another caller looks like what is not there', async () => {
  const sound = newSound()
  const { auditId } = await audited({ 'a.wav': sound })
  await put(auditId, { decisions: [click] })
  const stranger = await service.caller(10)
  const none = '0'.repeat(32)
  for (const id of [auditId, none]) {
    expect((await put(id, { decisions: [click] }, stranger.key)).statusCode).toBe(404)
    expect((await decisionsOf(id, stranger.key)).statusCode).toBe(404)
  }
  const own = await audited({ 'a.wav': sound }, stranger.key)
  expect((await decisionsOf(own.auditId, stranger.key)).json()).toEqual({ decisions: [] })
  expect((await service.get(pathOf(auditId))).statusCode).toBe(401)
})

test('a key decides with "manage", or with "audit" about what was made with it; it reads with "read"', async () => {
  const keyWith = async (...scopes: ('audit' | 'read' | 'manage')[]) =>
    (await service.store.apiKeys.create(caller.accountId, 'limited', { scopes })).secret
  const [audit, sister, read, manage] = [
    await keyWith('audit'),
    await keyWith('audit'),
    await keyWith('read'),
    await keyWith('manage'),
  ]
  const { auditId } = await audited({ 'a.wav': newSound() }, audit)
  const statuses = async (key: string) => [
    (await put(auditId, { decisions: [click] }, key)).statusCode,
    (await decisionsOf(auditId, key)).statusCode,
  ]
  expect(await statuses(audit)).toEqual([200, 200])
  expect(await statuses(sister)).toEqual([403, 403])
  expect(await statuses(read)).toEqual([403, 200])
  expect(await statuses(manage)).toEqual([200, 403])
})
