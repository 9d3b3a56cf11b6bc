// Files that a request names by their address: fetched, and from then on as if they had been uploaded.
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshTone } from '../../lab/service/audits.js'
import { type S3Engine, startS3 } from '../../lab/service/engines.js'
import { FileServer } from '../../lab/service/file-server.js'
import { field, file } from '../../lab/service/multipart.js'
import { BASE_URL, checks, TestService } from '../../lab/service/test-service.js'
import { Documentation } from './documented.js'
import { contentPool } from './pools.js'

const MOST_MIB = 1
let service: TestService
let files: FileServer
let s3: S3Engine
let documented: Documentation
const log: string[] = []

beforeAll(async () => {
  files = await FileServer.start()
  s3 = await startS3()
  const { endpoint, region, credentials } = s3.settings
  service = await TestService.start({
    pool: contentPool(),
    config: {
      outboundNetworks: ['127.0.0.0/8'],
      outboundHttp: 'true',
      mostUploadMb: MOST_MIB,
      mostFiles: 5,
      leastUploadRate: 8192,
      uploadWindowSec: 1,
      fileUrlBuckets: ['tracks/incoming/'],
      s3Endpoint: endpoint,
      s3Region: region,
      s3AccessKeyId: credentials!.accessKeyId,
      s3SecretAccessKey: credentials!.secretAccessKey,
    },
    onLog: (line) => log.push(line),
  })
  documented = new Documentation(service.app)
})
afterAll(async () => {
  await service?.stop()
  await s3?.stop()
  await files?.stop()
})

const named = (...urls: unknown[]) => field('fileUrls', JSON.stringify(urls))
const sent = async (parts: ReturnType<typeof field>[], key?: string, headers = {}) => {
  const answer = await service.audit(checks('quality'), parts, key, headers)
  documented.expectDescribed('POST', '/v1/audit', answer)
  return answer
}
const errorOf = (answer: { json(): { error: { code: string; message: string; details: object[] } } }) =>
  answer.json().error

test('files are fetched beside those that were sent, in the order of both, and charged the same', async () => {
  const { key } = await service.caller(10)
  const [own, first, second] = [freshTone(), freshTone(), freshTone()]
  const urls = [
    files.put('/takes/%C3%BCber%20one.wav', first),
    { url: files.put('/download', second), name: 'two.wav' },
  ]
  const scripts = field('scripts', JSON.stringify({ 'über one.wav': 'hello' }))
  const answer = await sent([named(...urls), file('own.wav', own), scripts], key)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ fileCount: 3, creditsUsed: 3 })
  const audit = (await service.get(`/v1/audits/${answer.json().auditId}`, key)).json()
  expect(audit.fileNames).toEqual(['own.wav', 'über one.wav', 'two.wav'])
  const stored = await service.get(audit.audioUrls[1].slice(BASE_URL.length))
  expect(stored.rawPayload.equals(first)).toBe(true)
  // What was listened to before is cached, whichever way it comes.
  const again = await sent([file('one.wav', first)], key)
  expect(again.json().creditsUsed).toBe(0.5)
})

test('an audit goes on without its caller, and is the same under its Idempotency-Key', async () => {
  const { key } = await service.caller(10)
  const tone = freshTone()
  const url = files.put('/async.wav', tone)
  const headers = { prefer: 'respond-async', 'idempotency-key': 'one' }
  const first = await sent([named(`${url}?signature=once`)], key, headers)
  expect(first.statusCode).toBe(202)
  const again = await sent([file('async.wav', tone)], key, { 'idempotency-key': 'one' })
  expect([again.statusCode, again.json().auditId]).toEqual([200, first.json().auditId])
  expect(await service.balance(key)).toBe(9)
})

test('who has no key is told the price of the files behind the addresses', async () => {
  const answer = await sent([named(files.put('/a.wav', freshTone()), files.put('/b.wav', freshTone()))])
  expect([answer.statusCode, answer.json().price]).toMatchObject([402, { files: 2, credits: 2 }])
})

describe('what cannot be fetched is named by its place, and costs nothing', () => {
  let key: string
  beforeAll(async () => {
    key = (await service.caller(10)).key
    files.put('/good.wav', freshTone())
    files.put('/moved', (_, response) => response.writeHead(302, { location: '/good.wav' }).end())
    files.put('/half.wav', (_, response) => {
      response.writeHead(200, { 'content-length': '5000' })
      response.write(Buffer.alloc(1000), () => response.destroy())
    })
    files.put('/packed.wav', (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    )
    files.put('/secret.wav', (_, response) => response.writeHead(403).end())
    files.put('/slow.wav', (_, response) => void response.writeHead(200).write(Buffer.alloc(10)))
    files.put('/told.wav', (_, response) =>
      response.writeHead(200, { 'content-length': String(MOST_MIB * 2 ** 20 + 1) }).flushHeaders(),
    )
    files.put('/endless.wav', (_, response) => {
      const piece = Buffer.alloc(64 * 1024)
      const more = () => response.write(piece, (error) => error ?? setImmediate(more))
      more()
    })
  })

  const places: [path: string, status: number, code: string, fault: string | undefined][] = [
    ['/nothing.wav', 422, 'file_not_fetched', 'status'],
    ['/secret.wav', 422, 'file_not_fetched', 'status'],
    ['/moved', 422, 'file_not_fetched', 'redirected'],
    ['/half.wav', 422, 'file_not_fetched', 'cut_off'],
    ['/packed.wav', 422, 'file_not_fetched', 'encoded'],
    ['/slow.wav', 422, 'file_not_fetched', 'too_slow'],
    ['/told.wav', 413, 'too_large', undefined],
    ['/endless.wav', 413, 'too_large', undefined],
  ]
  test.each(places)('%s', async (path, status, code, fault) => {
    const answer = await sent([named(`${files.origin}/good.wav`, `${files.origin}${path}?token=s3cret`)], key)
    expect([answer.statusCode, errorOf(answer).code]).toEqual([status, code])
    if (fault) {
      expect(errorOf(answer).details).toMatchObject([{ field: 'fileUrls.1', fault }])
      expect(errorOf(answer).message).toMatch(/^fileUrls\[1\]: /)
    }
    expect(answer.body).not.toContain('s3cret')
    expect(await service.balance(key)).toBe(10)
  })

  test.each([
    ['not JSON', 'is not JSON'],
    ['{}', 'is no array'],
    ['[]', 'is empty'],
    [`${'['.repeat(100)}${']'.repeat(100)}`, 'inside of each other'],
    ['["http://127.0.0.1:22/a.wav"]', 'fileUrls[0]: The address must be on port 80'],
    [
      '["https://169.254.169.254/latest"]',
      'fileUrls[0]: The address leads into a private or reserved network',
    ],
    ['["file:///etc/passwd"]', 'fileUrls[0]: The address must begin with'],
    ['["https://example.org/"]', 'fileUrls[0]: Its address ends without the name of a file'],
    ['[7, {"url":"https://example.org/a.wav","nmae":"b"}]', 'fileUrls[1]: There is no field "nmae"'],
    ['[{"url":"https://example.org/a.wav","name":""}]', 'fileUrls[0]: Its name must be a text.'],
    [`[{"url":"https://example.org/a.wav","name":"${'n'.repeat(1025)}"}]`, 'longer than 1024 bytes'],
  ])('%s is refused before anything is fetched', async (text, words) => {
    const before = files.asked.length
    const answer = await sent([field('fileUrls', text)], key)
    expect([answer.statusCode, errorOf(answer).message]).toEqual([400, expect.stringContaining(words)])
    expect(files.asked.length).toBe(before)
  })

  test('too many together are refused, and two of one name', async () => {
    const many = Array.from({ length: 5 }, () => `${files.origin}/good.wav`)
    const over = await sent([file('own.wav', freshTone()), named(...many)], key)
    expect([over.statusCode, errorOf(over).message]).toEqual([413, 'Send at most 5 files at a time.'])
    const twice = await sent([named(`${files.origin}/good.wav`), file('good.wav', freshTone())], key)
    expect([twice.statusCode, errorOf(twice).message]).toEqual([400, expect.stringContaining('good.wav')])
  })

  test('nothing is fetched for who could not pay for it', async () => {
    const poor = await service.caller(0)
    const before = files.asked.length
    const answer = await sent([named(`${files.origin}/good.wav`)], poor.key)
    expect([answer.statusCode, errorOf(answer).code]).toEqual([402, 'insufficient_credits'])
    expect(files.asked.length).toBe(before)
  })

  test('a server can be set to fetch for nobody, or only for who has a key', async () => {
    const off = await service.variant({ config: { fileUrls: 'off' } })
    const one = [named(`${files.origin}/good.wav`)]
    expect(errorOf(await off.audit(checks('quality'), one, key)).message).toContain('fetches no files')
    const keys = await service.variant({ config: { fileUrls: 'keys' } })
    expect((await keys.audit(checks('quality'), one)).body).toContain('only for who has an API key')
    expect((await keys.audit(checks('quality'), one, key)).statusCode).toBe(200)
  })
})

describe('a bucket of the server', () => {
  const tone = freshTone()
  beforeAll(async () => {
    const { bucket, endpoint, region, credentials } = s3.settings
    const client = new S3Client({
      endpoint: endpoint!,
      region,
      credentials: credentials!,
      forcePathStyle: true,
    })
    for (const Key of ['incoming/take 1.wav', 'private/take.wav']) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: tone }))
    }
    client.destroy()
  })

  test('is read where the server allows it', async () => {
    const { key } = await service.caller(10)
    const answer = await sent([named('s3://tracks/incoming/take 1.wav')], key)
    expect(answer.statusCode, answer.body).toBe(200)
    const audit = (await service.get(`/v1/audits/${answer.json().auditId}`, key)).json()
    expect(audit.fileNames).toEqual(['take 1.wav'])
    expect((await service.get(audit.audioUrls[0].slice(BASE_URL.length))).rawPayload.equals(tone)).toBe(true)
  })

  test.each([
    ['s3://tracks/private/take.wav', 400, 'reads no such place'],
    ['s3://others/incoming/take.wav', 400, 'reads no such place'],
    ['s3://tracks', 400, 's3://BUCKET/KEY'],
    ['s3://tracks/incoming/../private/take.wav', 400, 'reads no such place'],
    ['s3://tracks/incoming/nothing.wav', 422, 'no such object'],
  ])('%s is refused', async (url, status, words) => {
    const { key } = await service.caller(10)
    const answer = await sent([named(url)], key)
    expect([answer.statusCode, errorOf(answer).message]).toEqual([status, expect.stringContaining(words)])
  })

  test('is not for who has no key', async () => {
    const answer = await sent([named('s3://tracks/incoming/take 1.wav')])
    expect(answer.statusCode).toBe(402)
    expect(answer.body).toContain('reads no such place')
  })
})

test('nothing behind a question mark has come into the log', () => {
  expect(log.length).toBeGreaterThan(20)
  expect(files.asked.some((path) => path.includes('s3cret'))).toBe(true)
  expect(log.join('')).not.toMatch(/s3cret|signature=once/)
})
