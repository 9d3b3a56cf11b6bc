// The client against a service that really listens; the analyser behind it is one that needs no time.
import { readFileSync } from 'node:fs'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { fileOf, newAudit, outcome, written } from '../../lab/service/sample-audit.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, TestService } from '../../lab/service/test-service.js'
import { ApiError, type AuditProgress, type Client, createClient } from '../../packages/client/src/client.js'
import { clientTypes, typesFile } from '../../scripts/client-types.js'
import { accountCaller } from '../../src/store/caller.js'
import { contentPool, holdingPool } from '../server/pools.js'

let service: TestService
let folder: string
let files: string[]

async function listening(on: TestService): Promise<string> {
  await on.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(on.app.server.address() as AddressInfo).port}`
}

let baseUrl: string
let caller: Caller
let client: Client

beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  baseUrl = await listening(service)
  caller = await service.caller(100)
  client = createClient({ baseUrl: `${baseUrl}/`, apiKey: caller.key })
  folder = await newDataFolder()
  files = ['one.wav', 'two "2".wav'].map((name) => path.join(folder, name))
  await Promise.all(files.map((file, at) => writeFile(file, toneWav(300 + 100 * at))))
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function refusal(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

test('the types are those of the OpenAPI document (else: npm run derive)', async () => {
  expect(await readFile(typesFile, 'utf8')).toBe(await clientTypes())
})

test('nothing but Node is needed, and that for files by their path alone', async () => {
  const room = new URL('../../packages/client/src/', import.meta.url)
  for (const name of await readdir(room)) {
    const imports = readFileSync(new URL(name, room), 'utf8').matchAll(/from '([^']+)'/g)
    for (const [, from] of imports) expect(from).toMatch(name === 'open-path.ts' ? /^(node:|\.\/)/ : /^\.\//)
  }
})

/** The analyser of these tests finds a voice in no file. */
test('recordings of voices go along with an audit, or by themselves to be kept', async () => {
  const [recording] = files
  const asked = { checks: ['quality'], references: [recording] } as const
  expect((await refusal(client.start(files, asked))).message).toMatch(/whose voice "one.wav" is/)
  const unknown = await refusal(client.start(files, { ...asked, referenceVoices: { Mara: 'two.wav' } }))
  expect(unknown.message).toMatch(/"Mara", "two.wav", is no file of references/)
  expect(await refusal(client.putVoice('Mara & Tom', recording))).toMatchObject({
    code: 'unreadable_audio',
    message: expect.stringContaining('0.0 s of speech'),
  })
  expect(await client.voices()).toEqual([])
  expect((await refusal(client.deleteVoice('Mara & Tom'))).code).toBe('not_found')
})

describe('an audit', () => {
  test('is uploaded, followed and fetched', async () => {
    const steps: AuditProgress[] = []
    const audit = await client.audit(files, {
      checks: ['quality'],
      accuracy: 'high',
      deviationThreshold: 0.3,
      qualityChecks: { hum: false },
      scripts: { 'one.wav': 'Hello.' },
      onProgress: (step) => steps.push(step),
    })
    expect(audit).toMatchObject({
      fileNames: ['one.wav', 'two "2".wav'],
      selectedAnalyses: ['quality'],
      accuracy: 'high',
      creditsUsed: 2,
      checks: { quality: { score: expect.any(Number) } },
    })
    expect(await client.get(audit.auditId)).toEqual(audit)
    expect(await client.balance()).toBe(98)
  })

  test('tells how far it is', async () => {
    const { pool, release } = holdingPool()
    const slow = await service.variant({ pool })
    const followed = createClient({ baseUrl: await listening(slow), apiKey: caller.key })
    const { auditId } = await followed.start([{ name: 'a.wav', content: new Blob([toneWav(440)]) }], {
      checks: ['quality'],
    })
    expect((await followed.status(auditId)).status).not.toBe('done')
    const steps: AuditProgress[] = []
    const finished = followed.finished(auditId, { onProgress: (step) => steps.push(step) })
    setTimeout(release, 200)
    expect((await finished).auditId).toBe(auditId)
    expect(steps.at(-1)).toMatchObject({ file: 'a.wav', filesDone: 1, fileCount: 1 })
    await slow.app.close()
  })

  test('may take other names and content from memory', async () => {
    const content = new Blob([toneWav(555)])
    const sources = [
      { path: files[0], name: 'renamed.wav' },
      { name: 'made.wav', content },
    ]
    expect((await client.audit(sources, { checks: ['quality'] })).fileNames).toEqual([
      'renamed.wav',
      'made.wav',
    ])
  })

  test('may name addresses that the service fetches from', async () => {
    const sources = [
      { name: 'a.wav', content: new Blob(['x']) },
      { url: 'https://cdn.example/1' },
      { url: 'http://127.0.0.1/2', name: 'two.wav' },
    ]
    const error = await refusal(client.start(sources, { checks: ['quality'] }))
    expect(error.details).toEqual(expect.arrayContaining([expect.objectContaining({ field: 'fileUrls.1' })]))
  })

  test('is charged once under one key, and made anew under another', async () => {
    const before = await client.balance()
    const once = { checks: ['quality'], forceFresh: true, idempotencyKey: 'just-once' } as const
    const [first, second] = [await client.audit(files, once), await client.audit(files, once)]
    expect(second.auditId).toBe(first.auditId)
    expect(await client.balance()).toBe(before - 2)
    const other = await client.audit(files, { checks: ['quality'], forceFresh: true })
    expect(other.auditId).not.toBe(first.auditId)
  })

  test('that is refused says why', async () => {
    const error = await refusal(client.audit(files, { checks: ['quality'], deviationThreshold: 2 }))
    expect(error).toMatchObject({
      name: 'ApiError',
      code: 'invalid_request',
      status: 400,
      message: expect.stringContaining('deviationThreshold'),
      details: [{ field: 'deviationThreshold', message: expect.any(String) }],
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect((await refusal(client.audit(files, { checks: [] }))).code).toBe('invalid_request')
  })

  test('that fails later says why', async () => {
    const broken = await service.variant({
      pool: contentPool(async () => {
        throw new Error('broken')
      }),
    })
    const failing = createClient({ baseUrl: await listening(broken), apiKey: caller.key })
    const content = new Blob([toneWav(666)])
    const error = await refusal(failing.audit([{ name: 'x.wav', content }], { checks: ['quality'] }))
    expect(error).toMatchObject({ code: 'internal', status: undefined })
    await broken.app.close()
  })

  test('that nobody waits for any more is stopped, and its credits are given back', async () => {
    const { pool, heard } = holdingPool()
    const slow = await service.variant({ pool })
    const waiting = createClient({ baseUrl: await listening(slow), apiKey: caller.key })
    const before = await client.balance()
    const abort = new AbortController()
    const audit = waiting.audit([{ name: 'a.wav', content: new Blob([toneWav(888)]) }], {
      checks: ['quality'],
      signal: abort.signal,
    })
    audit.catch(() => {})
    while (heard() === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    abort.abort(new Error('enough'))
    await expect(audit).rejects.toThrow('enough')
    expect(await client.balance()).toBe(before)
    await slow.app.close()
  })

  test('is read from the disk while it is sent, and never held in memory', async () => {
    const MIB = 2 ** 20
    const large = path.join(folder, 'large.wav')
    await writeFile(large, '')
    await truncate(large, 256 * MIB)
    const before = process.memoryUsage().arrayBuffers
    let peak = 0
    let received = 0
    const sink = createServer((request, response) => {
      request.on('data', (piece: Buffer) => {
        received += piece.length
        peak = Math.max(peak, process.memoryUsage().arrayBuffers)
      })
      request.on('end', () =>
        response.writeHead(202, { 'content-type': 'application/json' }).end('{"auditId":"a"}'),
      )
    })
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
    const { port } = sink.address() as AddressInfo
    const uploading = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'aa_x' })
    await uploading.start([large], { checks: ['quality'] })
    sink.close()
    expect(received).toBeGreaterThan(256 * MIB)
    // What is under way, on both sides, and what has not been cleaned up yet.
    expect(peak - before).toBeLessThan(128 * MIB)
  })

  test('of a file that is not there fails at once, before anything is sent', async () => {
    await expect(client.audit([path.join(folder, 'nothing.wav')], { checks: ['quality'] })).rejects.toThrow()
  })
})

describe('audits', () => {
  test('are listed across pages, deleted, and gone', async () => {
    const own = await service.caller(100)
    const mine = createClient({ baseUrl, apiKey: own.key })
    const made: string[] = []
    for (let at = 0; at < 5; at++) {
      made.unshift((await mine.audit(files.slice(0, 1), { checks: ['quality'] })).auditId)
    }
    const found: string[] = []
    for await (const { auditId } of mine.list({ pageSize: 2 })) found.push(auditId)
    expect(found).toEqual(made)
    expect((await mine.page({ limit: 3 })).audits).toHaveLength(3)
    await mine.revokeReport(made[0])
    expect((await mine.get(made[0])).reportUrl).toBeUndefined()
    await mine.delete(made[0])
    expect((await refusal(mine.get(made[0]))).code).toBe('not_found')
    expect((await refusal(mine.delete(made[0]))).code).toBe('not_found')
  })

  test('take decisions about their issues, and tell them', async () => {
    const own = await service.caller(100)
    const mine = createClient({ baseUrl, apiKey: own.key })
    const file = 'one.wav'
    const quality = { score: 0, summary: '', tracks: [{ file, flagged: true, issues: [] }] }
    const auditId = await service.store.audits.start(
      accountCaller(own.accountId),
      newAudit({ files: [fileOf('one', file)] }),
    )
    await service.store.audits.complete(auditId, {
      ...outcome,
      ...written({ score: 0, summary: '', checks: { quality } }),
    })
    expect(await mine.decisions(auditId)).toEqual([])
    const made = { file, check: 'quality', kind: 'quality', timeSec: null, decision: 'accept' } as const
    expect(await mine.decide(auditId, [made])).toMatchObject([{ ...made, note: '', auditId }])
    expect(await mine.decisions(auditId)).toHaveLength(1)
    const unknown = refusal(mine.decide(auditId, [{ ...made, kind: 'click' }]))
    expect(await unknown).toMatchObject({ code: 'invalid_request', details: [{ field: 'decisions.0.kind' }] })
  })

  test('give captions of their files', async () => {
    const own = await service.caller(0)
    const mine = createClient({ baseUrl, apiKey: own.key })
    const track = { file: 'one.wav', transcript: 'Hello.', wordTimesSec: [[0, 0.5]], differences: [] }
    const auditId = await service.store.audits.start(accountCaller(own.accountId), newAudit())
    await service.store.audits.complete(auditId, {
      ...outcome,
      ...written({ score: 0, summary: '', checks: { scriptAccuracy: { tracks: [track] } } }),
    })
    expect(await mine.captions(auditId, 0)).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello.\n')
    expect(await mine.captions(auditId, 0, { format: 'srt', level: 'word' })).toBe(
      '1\r\n00:00:00,000 --> 00:00:00,500\r\nHello.\r\n\r\n',
    )
    expect(await refusal(mine.captions(auditId, 2))).toMatchObject({ code: 'not_found', status: 404 })
  })

  test('are shown to nobody with a wrong key', async () => {
    const stranger = createClient({ baseUrl, apiKey: 'aa_wrong' })
    expect(await refusal(stranger.balance())).toMatchObject({ code: 'unauthorized', status: 401 })
    expect((await refusal(stranger.audit(files, { checks: ['quality'] }))).code).toBe('unauthorized')
  })
})

describe('a line that is not what it should be', () => {
  let server: Server
  let answers: RequestListener[]
  let asked: { method?: string | undefined; key?: string | undefined }[]
  let shaky: Client

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push({ method: request.method, key: request.headers['idempotency-key'] as string })
      request.resume()
      request.on('end', () => (answers.shift() ?? teapot)(request, response))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    shaky = createClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'aa_x' })
  })
  afterAll(() => server?.close())

  const teapot: RequestListener = (_, response) => response.writeHead(418).end('<html>proxy</html>')
  const hangUp: RequestListener = (request) => request.socket.destroy()
  const json =
    (status: number, body: object, headers: Record<string, string> = {}): RequestListener =>
    (_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  const busy = json(503, { error: { code: 'busy', message: 'Later.' } }, { 'retry-after': '0' })
  const begin = (...list: RequestListener[]) => {
    answers = list
    asked = []
  }

  test('is tried again, with the same key for the same audit', async () => {
    begin(busy, hangUp, json(202, { auditId: 'a' }))
    const { auditId } = await shaky.start([{ name: 'a.wav', content: new Blob(['x']) }], {
      checks: ['quality'],
    })
    expect(auditId).toBe('a')
    expect(asked).toHaveLength(3)
    expect(asked[0].key).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
  })

  test('is given up in the end', async () => {
    const impatient = createClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'aa_x',
      retries: 1,
    })
    begin(busy, busy, busy)
    expect((await refusal(impatient.balance())).code).toBe('busy')
    begin(hangUp, hangUp, hangUp)
    await expect(impatient.balance()).rejects.toThrow(TypeError)
    expect(asked).toHaveLength(2)
  })

  test('is not tried again where the service refused', async () => {
    begin(json(400, { error: { code: 'invalid_request', message: 'No.' } }), json(200, { credits: 1 }))
    expect((await refusal(shaky.balance())).message).toBe('No.')
    expect(asked).toHaveLength(1)
  })

  test('has deleted what is gone at the second try', async () => {
    begin(hangUp, json(404, { error: { code: 'not_found', message: 'There is no such audit.' } }))
    await shaky.delete('a')
    expect(asked).toHaveLength(2)
  })

  test('that answers something else is told from the service', async () => {
    begin(teapot)
    expect(await refusal(shaky.balance())).toMatchObject({ code: 'unexpected_response', status: 418 })
    begin((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('Welcome!'))
    expect((await refusal(shaky.balance())).code).toBe('unexpected_response')
  })

  test('that leads to a later version, which tells more, is understood', async () => {
    const more = { addedLater: { anything: [1, 'two'] } }
    const done = { auditId: 'a', status: 'done', ...more }
    const event = (kind: string, data: object) => `event: ${kind}\nid: 7\ndata: ${JSON.stringify(data)}\n\n`
    begin(
      json(202, { auditId: 'a', ...more }, { 'x-added-later': '1' }),
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(
          event('addedLater', more) + event('progress', { file: 'a.wav', ...more }) + event('done', done),
        )
      },
      json(200, { auditId: 'a', score: 100, ...more }),
    )
    const steps: AuditProgress[] = []
    const audit = await shaky.audit([{ name: 'a.wav', content: new Blob(['x']) }], {
      checks: ['quality'],
      onProgress: (step) => steps.push(step),
    })
    expect([audit.score, steps.map(({ file }) => file)]).toEqual([100, ['a.wav']])
    begin(
      json(418, { error: { code: 'added_later', message: 'No.', details: [{ ...more }], ...more }, ...more }),
    )
    expect(await refusal(shaky.balance())).toMatchObject({ code: 'added_later', message: 'No.', status: 418 })
    begin(json(200, { audits: [{ auditId: 'a', ...more }], ...more }))
    expect((await shaky.page()).audits).toHaveLength(1)
  })

  test('that loses the events asks how it ended', async () => {
    const state = { auditId: 'a', status: 'done' }
    begin(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(': hello\n\nevent: status\nda', () => response.destroy())
      },
      json(200, state),
      json(200, { auditId: 'a', score: 100 }),
    )
    expect(await shaky.finished('a')).toEqual({ auditId: 'a', score: 100 })
  })
})
