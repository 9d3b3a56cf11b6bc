// Captions of a stored audit, from the one who made it to the one who may not see them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import type { ScriptFindings } from '../../src/checks/script-accuracy/listen.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

const transcript = 'The hammer lay <still> & grey. Nobody spoke.'

const wordTimesSec = transcript.split(' ').map((_, at): [number, number] => [at / 2, at / 2 + 0.4])

/** Every file says the same, which the recogniser writes otherwise than the script. */
const said: ScriptFindings = {
  presence: 'speech',
  transcript,
  wordTimesSec,
  script: 'The harbour lay <still> & gray. Nobody spoke!',
  scriptTimesSec: wordTimesSec,
  referenceWords: 8,
  matchedWords: 7,
  differences: [
    {
      kind: 'changed',
      verdict: 'said',
      written: 'harbour',
      heard: 'hammer',
      timeSec: 0.5,
      endSec: 0.9,
      confidence: 0.1,
      cause: 'recogniser',
      weight: 0,
      wordErrors: 1,
      atEnd: false,
    },
  ],
  tags: { found: 0, spoken: [] },
  repetitions: [],
  truncated: false,
}

const listening = contentPool()
const pool: typeof listening = {
  ...listening,
  async listen(sound, requests, options) {
    const listened = await listening.listen(sound, requests, options)
    const findings = requests.map(({ check }, at) =>
      check === 'scriptAccuracy' ? packFindings(said) : listened.findings[at],
    )
    return { ...listened, findings }
  },
}

let service: TestService
let caller: Caller
let documentation: Documentation
let auditId: string

async function audited(key: string, names: string[], ...on: string[]): Promise<string> {
  const answer = await service.audit(
    checks(...on),
    names.map((name, at) => file(name, toneWav(300 + 10 * at))),
    key,
  )
  expect(answer.statusCode).toBe(200)
  return answer.json().auditId
}

beforeAll(async () => {
  service = await TestService.start({ pool })
  caller = await service.caller(100)
  documentation = new Documentation(service.app)
  auditId = await audited(
    caller.key,
    ["chapter '1'*.mp3", 'ça va 🎉;\u200f.x.wav', '../up.wav'],
    'scriptAccuracy',
    'quality',
  )
})
afterAll(() => service?.stop())

async function captions(rest: string, key: string | undefined = caller.key, id = auditId) {
  const answer = await service.get(`/v1/audits/${id}/captions/${rest}`, key)
  expect(answer.headers['cache-control']).toBe('no-store')
  if (answer.statusCode !== 200) {
    documentation.expectDescribed('GET', '/v1/audits/{auditId}/captions/{position}', answer)
  }
  return answer
}

describe('who made the audit', () => {
  test('gets WebVTT by the phrase when nothing else is said, with the words of the script', async () => {
    const answer = await captions('0')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
    expect(answer.body).toBe(
      `WEBVTT

00:00:00.000 --> 00:00:03.000
The harbour lay &lt;still&gt; &amp; gray.

00:00:03.000 --> 00:00:04.000
Nobody spoke!
`,
    )
  })

  test('gets SubRip by the word when asked for', async () => {
    const answer = await captions('1?format=srt&level=word')
    expect(answer.headers['content-type']).toBe('application/x-subrip; charset=utf-8')
    const cues = answer.body.split('\r\n\r\n').filter(Boolean)
    expect(cues).toHaveLength(8)
    expect(cues[1]).toBe('2\r\n00:00:00,500 --> 00:00:00,900\r\nharbour')
    expect(cues[3]).toBe('4\r\n00:00:01,500 --> 00:00:01,900\r\n<still>')
  })

  test.each([
    ['0', 'chapter%20%271%27%2a.vtt'],
    ['1?format=srt', '%C3%A7a%20va%20%F0%9F%8E%89%3B%E2%80%8F.x.srt'],
    ['2', 'up.vtt'],
  ])('is told a file name that cannot break out of its header: %s', async (rest, name) => {
    const { headers } = await captions(rest)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`)
  })

  test('gets them also when the audio is gone', async () => {
    const id = await audited(caller.key, ['old.wav'], 'scriptAccuracy')
    await service.store.retain({ audio: -1, findings: 90, idempotencyKeys: 1, webhookLog: 14 })
    expect((await captions('0', caller.key, id)).statusCode).toBe(200)
  })
})

describe('a request that is wrong is told where', () => {
  test.each([
    ['format=vvt', 'format', 'format must be one of vtt, srt, not "vvt". Did you mean "vtt"?'],
    ['format=VTT', 'format', 'Did you mean "vtt"?'],
    ['level=words', 'level', 'level must be one of sentence, word, not "words". Did you mean "word"?'],
    ['format=', 'format', 'not ""'],
    ['format=srt&format=vtt', 'format', 'format must be given once.'],
    [
      'fromat=srt',
      'fromat',
      'There is no parameter "fromat"; there are: format, level. Did you mean "format"?',
    ],
  ])('%s', async (query, field, message) => {
    const answer = await captions(`0?${query}`)
    expect(answer.statusCode).toBe(400)
    const { error } = answer.json()
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ field }] })
    expect(error.message).toContain(message)
  })

  test.each(['3', '999999'])('there is no file at %s', async (position) => {
    const answer = await captions(position)
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found'])
    expect(answer.json().error.message).toBe(
      'There is no such file in this audit: it has 3 files, counted from 0.',
    )
  })

  test.each(['-1', '1.5', 'x', '0x1', '1234567'])('%s is no place', async (position) => {
    expect((await captions(position)).statusCode).toBe(404)
  })
})

test('an audit that did not look at words has no captions, and says what would have', async () => {
  const id = await audited(caller.key, ['a.wav'], 'quality')
  const answer = await captions('0', caller.key, id)
  expect(answer.statusCode).toBe(409)
  const { error } = answer.json()
  expect(error).toMatchObject({ code: 'conflict', details: [{ file: 'a.wav', fault: 'no_word_times' }] })
  expect(error.message).toContain('scriptAccuracy=true')
})

test('what is of another caller looks like what is not there', async () => {
  const stranger = await service.caller(10)
  const answers = [
    await captions('0', stranger.key),
    await captions('9', stranger.key),
    await captions('0', stranger.key, '0'.repeat(32)),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  const keyless = await service.get(`/v1/audits/${auditId}/captions/0`)
  expect([keyless.statusCode, keyless.json().error.code]).toEqual([401, 'unauthorized'])
})

test('a key gets them with "read", or with "audit" of what was made with it', async () => {
  const keyWith = async (...scopes: ('audit' | 'read' | 'manage')[]) =>
    (await service.store.apiKeys.create(caller.accountId, 'limited', { scopes })).secret
  const audit = await keyWith('audit')
  const id = await audited(audit, ['a.wav'], 'scriptAccuracy')
  const keys = [audit, await keyWith('audit'), await keyWith('read'), await keyWith('manage')]
  const statuses = await Promise.all(keys.map(async (key) => (await captions('0', key, id)).statusCode))
  expect(statuses).toEqual([200, 403, 200, 403])
})

test('an audit that is deleted takes its captions with it', async () => {
  const id = await audited(caller.key, ['a.wav'], 'scriptAccuracy')
  await service.delete(`/v1/audits/${id}`, caller.key)
  expect((await captions('0', caller.key, id)).statusCode).toBe(404)
})
