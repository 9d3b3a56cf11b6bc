// References: what files are held against, sent with an audit or kept with the account.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormPart, field, file, multipart } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import type { AuditContext } from '../../src/audit/engine.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import type { ComparisonFindings } from '../../src/checks/comparison/listen.js'
import { shippedJudge } from '../../src/checks/comparison/voice-judge.js'
import { madeUpBatch } from '../checks/comparison/made-up.js'
import { Documentation } from './documented.js'

/** Whose voice is in which content; null where nobody speaks. */
const voiceOf = new Map<string, number | null>()
const listenedTo: string[] = []
let pitchHz = 200

/** A new sound in which that voice speaks. */
function saying(voice: number | null): Buffer {
  const sound = toneWav(pitchHz++)
  voiceOf.set(createHash('sha256').update(sound).digest('hex'), voice)
  return sound
}

/** Prints of a voice lie near each other, and those of two voices far apart, in the space of the model that ships. */
function printOf(voice: number, sha256: string): Float32Array {
  const { mean } = shippedJudge().models.plain
  const nudge = Number.parseInt(sha256.slice(0, 4), 16)
  return mean.map(
    (each, at) => each + 10 * Math.sin((voice + 1) * 997 * (at + 1)) + 0.1 * Math.sin(nudge + 31 * at),
  )
}

function findingsIn(sha256: string): ComparisonFindings {
  const voice = voiceOf.get(sha256)
  const presence = typeof voice === 'number' ? 'speech' : 'silence'
  const [{ findings }] = madeUpBatch([{ voice: null, presence }])
  if (typeof voice !== 'number') return findings
  return { ...findings, voice: { speechSec: 5, views: { plain: printOf(voice, sha256) } } }
}

const pool: AuditContext['pool'] = {
  workers: 2,
  model: 'base',
  async listen(_, requests, { sha256 = '' } = {}) {
    listenedTo.push(sha256)
    const findings = requests.map(() => packFindings(findingsIn(sha256)))
    return { findings, stageSec: {}, totalSec: 0.001, durationSec: 5 }
  },
}

const MARA = 1
const NARRATOR = 2

let service: TestService
let caller: Caller
let documentation: Documentation
beforeAll(async () => {
  service = await TestService.start({ pool })
  caller = await service.caller(1000)
  documentation = new Documentation(service.app)
})
afterAll(() => service?.stop())

const reference = (name: string, sound: Buffer): FormPart => ({ ...file(name, sound), name: 'references' })
const named = (voices: Record<string, unknown>) => field('referenceVoices', JSON.stringify(voices))
const lines = (...voices: number[]) => voices.map((voice, at) => file(`line-${at}.wav`, saying(voice)))

async function compared(parts: FormPart[], headers: Record<string, string> = {}) {
  const answer = await service.audit(checks('comparison'), parts, caller.key, headers)
  documentation.expectDescribed('POST', '/v1/audit', answer)
  return answer
}

async function refused(parts: FormPart[], code = 'invalid_request') {
  const before = await service.balance(caller.key)
  const answer = await compared(parts)
  expect(answer.json().error.code).toBe(code)
  expect(await service.balance(caller.key)).toBe(before)
  return answer.json().error as { message: string; details: { field?: string; fault?: string }[] }
}

async function put(name: string, parts: FormPart[], key = caller.key) {
  const { headers, body } = multipart(parts)
  const url = `/v1/voices/${encodeURIComponent(name)}`
  const answer = await service.app.inject({
    method: 'PUT',
    url,
    headers: { ...headers, 'x-api-key': key },
    payload: body,
  })
  documentation.expectDescribed('PUT', '/v1/voices/{name}', answer)
  return answer
}

async function kept(key = caller.key) {
  const answer = await service.get('/v1/voices', key)
  documentation.expectDescribed('GET', '/v1/voices', answer)
  return answer.json().voices as { name: string; speechSec: number; outdated: boolean }[]
}

describe('a reference that is sent with an audit', () => {
  test('is what all files should sound like, costs as much as one check, and less when it is cached', async () => {
    const mara = reference('mara.wav', saying(MARA))
    const right = await compared([...lines(MARA, MARA), mara, named({ Mara: 'mara.wav' })])
    expect(right.json()).toMatchObject({ tracksToRegenerate: [], fileCount: 2, creditsUsed: 3 })
    const wrong = await compared([...lines(NARRATOR, NARRATOR), mara, named({ Mara: 'mara.wav' })])
    expect(wrong.json().creditsUsed).toBe(2.5)
    const { comparison } = wrong.json().checks
    expect(comparison.summary).toBe('No file sounds like the reference of Mara.')
    expect(wrong.json().tracksToRegenerate.map(({ file }: { file: string }) => file)).toEqual([
      'line-0.wav',
      'line-1.wav',
    ])
    expect(comparison.tracks[0].referenceSimilarity).toBeLessThan(0.1)
  })

  test('may be several recordings of one voice, and a voice that is kept among them', async () => {
    await put('mara 2025', [file('m.wav', saying(MARA))])
    const parts = [
      ...lines(MARA, MARA),
      reference('calm.wav', saying(MARA)),
      reference('loud.wav', saying(MARA)),
      named({ Mara: ['calm.wav', 'loud.wav', 'mara 2025'] }),
    ]
    const { tracksToRegenerate, checks } = (await compared(parts)).json()
    await service.delete('/v1/voices/mara%202025', caller.key)
    expect(tracksToRegenerate).toEqual([])
    expect(checks.comparison.cast).toMatchObject([{ voice: 'Mara', hasReference: true }])
  })

  test('names the voice that a file has in place of its own', async () => {
    const parts = [
      ...lines(MARA, MARA, NARRATOR),
      reference('m.wav', saying(MARA)),
      reference('n.wav', saying(NARRATOR)),
      field('voices', JSON.stringify({ 'line-0.wav': 'Mara', 'line-1.wav': 'Mara', 'line-2.wav': 'Mara' })),
      named({ Mara: 'm.wav', Narrator: 'n.wav' }),
    ]
    const { tracksToRegenerate } = (await compared(parts)).json()
    expect(tracksToRegenerate).toMatchObject([
      { file: 'line-2.wav', reasons: [{ message: 'sounds like Narrator, should be Mara' }] },
    ])
  })

  test('is not listened to, and costs nothing, where voices are not compared', async () => {
    const before = listenedTo.length
    const parts = [...lines(MARA, MARA), reference('m.wav', saying(MARA)), named({ Mara: 'm.wav' })]
    const price = await service.audit(checks('quality'), parts)
    expect(price.json().price).toMatchObject({ credits: 2, files: 2 })
    expect(price.json().price.references).toBeUndefined()
    expect(listenedTo.length).toBe(before)
  })

  test('is in the price that is told without a key', async () => {
    const parts = [...lines(MARA, MARA), reference('m.wav', saying(MARA)), named({ Mara: 'm.wav' })]
    const { price } = (await service.audit(checks('comparison'), parts)).json()
    expect(price).toMatchObject({ credits: 3, files: 2, references: 1 })
  })

  test('leaves no sound behind, and what was found in it goes with the audit', async () => {
    const sounds = async () =>
      (await readdir(path.join(service.dataFolder, 'audio'), { recursive: true })).map((at) =>
        path.basename(at),
      )
    const mara = saying(MARA)
    const sha256 = createHash('sha256').update(mara).digest('hex')
    const parts = () => [...lines(MARA, MARA), reference('m.wav', mara), named({ Mara: 'm.wav' })]
    const first = (await compared(parts())).json()
    expect(await sounds()).not.toContain(sha256)
    expect((await service.delete(`/v1/audits/${first.auditId}`, caller.key)).statusCode).toBe(204)
    expect((await compared(parts())).json().creditsUsed).toBe(3)
  })

  test('makes a request what it is: another reference is another request', async () => {
    const files = lines(MARA, MARA)
    const sent = (sound: Buffer) =>
      compared([...files, reference('m.wav', sound), named({ Mara: 'm.wav' })], { 'idempotency-key': 'one' })
    const mara = saying(MARA)
    const first = await sent(mara)
    const again = await sent(mara)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json().auditId).toBe(first.json().auditId)
    expect((await sent(saying(MARA))).json().error.code).toBe('conflict')
  })

  test('can be sent, or named where it is kept, by an agent', async () => {
    await put('the narrator', [file('n.wav', saying(NARRATOR))])
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.app.server.address() as AddressInfo
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${caller.key}` } },
      }),
    )
    const names = ['0.wav', '1.wav', '2.wav']
    const answer = await client.callTool({
      name: 'audit_files',
      arguments: {
        files: [MARA, MARA, NARRATOR].map((voice, at) => ({
          name: names[at],
          dataBase64: saying(voice).toString('base64'),
        })),
        checks: ['comparison'],
        voices: Object.fromEntries(names.map((name) => [name, 'Mara'])),
        referenceVoices: {
          Mara: [MARA, MARA].map((voice) => ({ dataBase64: saying(voice).toString('base64') })),
          Narrator: 'the narrator',
        },
      },
    })
    await client.close()
    await service.delete('/v1/voices/the%20narrator', caller.key)
    expect(answer.structuredContent).toMatchObject({
      filesToRegenerate: [{ file: '2.wav', reasons: [{ message: 'sounds like Narrator, should be Mara' }] }],
    })
  })

  test('is refused where nobody speaks in it', async () => {
    const parts = [...lines(MARA, MARA), reference('hush.wav', saying(null)), named({ Mara: 'hush.wav' })]
    const { message, details } = await refused(parts, 'unreadable_audio')
    expect(message).toBe('hush.wav: Nobody speaks in it.')
    expect(details).toMatchObject([{ field: 'referenceVoices', fault: 'no_voice' }])
  })

  test.each<[string, () => FormPart[], RegExp]>([
    ['no JSON', () => [field('referenceVoices', 'Mara')], /JSON object of names of voices/],
    ['a name that there is not', () => [named({ Mara: 'mara' })], /"mara", is no file of references/],
    [
      'a name that is misspelt',
      () => [reference('mara.wav', saying(MARA)), named({ Mara: 'marra.wav' })],
      /Did you mean "mara.wav"\?.*does not say whose voice "mara.wav"/,
    ],
    ['no name', () => [named({ Mara: 7 })], /must be the name of a file/],
    ['no name in a list', () => [named({ Mara: [{}] })], /must be the name of a file/],
    ['an empty list', () => [named({ Mara: [] })], /its list is empty/],
    ['a list without end', () => [named({ Mara: Array(101).fill('m.wav') })], /names 101 references/],
    [
      'a name twice in a list',
      () => [reference('m.wav', saying(MARA)), named({ Mara: ['m.wav', 'm.wav'] })],
      /"m.wav", is named twice/,
    ],
    [
      'a reference that is of nobody',
      () => [reference('m.wav', saying(MARA))],
      /does not say whose voice "m.wav"/,
    ],
    [
      'two of one name',
      () => [reference('m.wav', saying(MARA)), reference('m.wav', saying(MARA)), named({ Mara: 'm.wav' })],
      /Two references are called "m.wav"/,
    ],
    [
      'one for two voices',
      () => [
        reference('m.wav', saying(MARA)),
        named({ Mara: 'm.wav', Tom: 'm.wav' }),
        field('voices', '{"line-0.wav":"Mara","line-1.wav":"Tom"}'),
      ],
      /is that of another voice/,
    ],
    ['text in place of a file', () => [field('references', 'm.wav')], /Send references as files/],
  ])('is refused with %s', async (_, parts, message) => {
    expect((await refused([...lines(MARA, MARA), ...parts()])).message).toMatch(message)
  })
})

describe('a voice that is kept', () => {
  test('is put, listed, named in audits for nothing, and deleted', async () => {
    const before = await service.balance(caller.key)
    const answer = await put('mara 2026', [file('m.wav', saying(MARA))])
    expect(answer.json()).toMatchObject({ name: 'mara 2026', speechSec: 5, outdated: false })
    expect(await service.balance(caller.key)).toBe(before - 1)
    expect((await kept()).map(({ name }) => name)).toEqual(['mara 2026'])
    const wrong = await compared([...lines(NARRATOR, NARRATOR), named({ Mara: 'mara 2026' })])
    expect(wrong.json()).toMatchObject({ creditsUsed: 2, tracksToRegenerate: [{}, {}] })
    const gone = await service.delete('/v1/voices/mara%202026', caller.key)
    documentation.expectDescribed('DELETE', '/v1/voices/{name}', gone)
    expect(gone.statusCode).toBe(204)
    expect((await service.delete('/v1/voices/mara%202026', caller.key)).statusCode).toBe(404)
    const { message } = await refused([...lines(MARA, MARA), named({ Mara: 'mara 2026' })])
    expect(message).toMatch(/no voice that you keep/)
  })

  test('is replaced by one of the same name', async () => {
    await put('changed', [file('m.wav', saying(NARRATOR))])
    await put('changed', [file('m.wav', saying(MARA))])
    expect((await kept()).filter(({ name }) => name === 'changed')).toHaveLength(1)
    const { tracksToRegenerate } = (await compared([...lines(MARA, MARA), named({ Mara: 'changed' })])).json()
    expect(tracksToRegenerate).toEqual([])
  })

  test("is nobody else's", async () => {
    await put('mine', [file('m.wav', saying(MARA))])
    const other = await service.caller(10)
    expect(await kept(other.key)).toEqual([])
    expect((await service.delete('/v1/voices/mine', other.key)).statusCode).toBe(404)
    const parts = [...lines(MARA, MARA), named({ Mara: 'mine' })]
    const answer = await service.audit(checks('comparison'), parts, other.key)
    expect(answer.json().error.message).toMatch(/no voice that you keep/)
    expect((await kept()).map(({ name }) => name)).toContain('mine')
    // Without an account there are none.
    const { error } = (await service.audit(checks('comparison'), parts)).json()
    expect(error.message).toMatch(/Voices are kept for who has an API key/)
  })

  test('is refused in an audit once another model listens, until it is put again', async () => {
    await put('old', [file('m.wav', saying(MARA))])
    const later = await service.variant({ pool: { ...pool, model: 'tiny' } })
    const listed = (await later.get('/v1/voices', caller.key)).json().voices
    expect(listed.find(({ name }: { name: string }) => name === 'old').outdated).toBe(true)
    const answer = await later.audit(
      checks('comparison'),
      [...lines(MARA, MARA), named({ Mara: 'old' })],
      caller.key,
    )
    expect(answer.json().error.message).toMatch(
      /"old" was made by another version of the voice model: put its recording again, with PUT \/v1\/voices\/old\./,
    )
    await later.app.close()
  })

  test('costs nothing when it cannot be made', async () => {
    const before = await service.balance(caller.key)
    const hush = await put('hush', [file('hush.wav', saying(null))])
    expect(hush.json().error).toMatchObject({
      code: 'unreadable_audio',
      message: 'hush.wav: Nobody speaks in it.',
    })
    const text = await put('text', [file('text.wav', 'Dear Sir or Madam')])
    expect(text.statusCode).toBe(415)
    const none = await put('none', [])
    expect(none.json().error.message).toMatch(/Send one recording/)
    const more = await put('more', [file('m.wav', saying(MARA)), field('accuracy', 'high')])
    expect(more.json().error.message).toMatch(/without accuracy/)
    const two = await put('two', [file('a.wav', saying(MARA)), file('b.wav', saying(MARA))])
    expect(two.statusCode).toBe(413)
    expect(await service.balance(caller.key)).toBe(before)
    expect((await kept()).map(({ name }) => name)).not.toContain('hush')
  })

  test('needs credits, and a key that may run audits', async () => {
    const poor = await service.caller(0.5)
    const refusal = await put('mara', [file('m.wav', saying(MARA))], poor.key)
    expect(refusal.json().error.code).toBe('insufficient_credits')
    const { secret } = await service.store.apiKeys.create(caller.accountId, 'reader', { scopes: ['read'] })
    expect((await put('mara', [file('m.wav', saying(MARA))], secret)).statusCode).toBe(403)
  })

  test.each([' ', 'a\u0007b'])('is not called %j', async (name) => {
    expect((await put(name, [file('m.wav', saying(MARA))])).json().error.message).toMatch(
      /1 to 100 characters/,
    )
  })
})
