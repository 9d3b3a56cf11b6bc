// The tools over HTTP, as an agent gets them from the service: driven by the client of the SDK, through a port.
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { file } from '../../lab/service/multipart.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import { drawn, mutated, seedMessages } from '../mcp/mutated-messages.js'
import { contentPool, holdingPool } from './pools.js'
import { spokenWav, texts } from './speech.js'

interface Answer {
  isError?: boolean
  content: { type: string; text?: string; uri?: string; name?: string }[]
  structuredContent?: Record<string, unknown>
}

async function addressOf(service: TestService): Promise<string> {
  if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/mcp`
}

async function connected(
  service: TestService,
  key: string | undefined,
  mode: 'legacy' | 'auto' = 'auto',
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const sent = { ...(key && { authorization: `Bearer ${key}` }), ...headers }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(await addressOf(service)), { requestInit: { headers: sent } }),
  )
  return client
}

interface CallOptions {
  signal?: AbortSignal
  onprogress?: (progress: { progress: number; total?: number | undefined }) => void
}

const call = async (
  client: Client,
  name: string,
  given: Record<string, unknown>,
  options: CallOptions = {},
) =>
  (await client.callTool({ name, arguments: given }, { timeout: 100_000, ...options })) as unknown as Answer

let pitchHz = 300
const sent = (name: string) => ({ name, dataBase64: toneWav(pitchHz++).toString('base64') })

let service: TestService
let caller: Caller
beforeAll(async () => {
  service = await TestService.start({ pool: contentPool() })
  caller = await service.caller(1000)
})
afterAll(() => service?.stop())

describe.each(['legacy', 'auto'] as const)('a client that negotiates as "%s"', (mode) => {
  let client: Client
  beforeAll(async () => {
    client = await connected(service, caller.key, mode)
  })
  afterAll(() => client.close())

  async function expectValid(name: string, answer: Answer): Promise<void> {
    const { tools } = await client.listTools()
    const { outputSchema } = tools.find((tool) => tool.name === name)!
    const validate = new Ajv2020({ strict: false }).compile(outputSchema as object)
    expect(validate(answer.structuredContent), JSON.stringify(validate.errors)).toBe(true)
  }

  test('lists the same tools as on the machine', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['audit_files', 'get_audit', 'list_audits', 'hear_file'])
    expect(tools[0].description).toContain('base64')
  })

  test('audits what it is sent, takes its credits, and tells of it afterwards', async () => {
    const before = await service.balance(caller.key)
    const progress: number[] = []
    const answer = await call(
      client,
      'audit_files',
      { files: [sent('a.wav'), sent('b.wav')], checks: ['quality'] },
      { onprogress: (step) => progress.push(step.progress) },
    )
    expect(answer.isError, answer.content[0].text).not.toBe(true)
    await expectValid('audit_files', answer)
    expect(answer.structuredContent).toMatchObject({ fileCount: 2, filesToRegenerate: [] })
    expect(progress.at(-1)).toBe(2)
    expect(await service.balance(caller.key)).toBe(before - 2)

    const { auditId } = answer.structuredContent as { auditId: string }
    const [report, ...links] = answer.content.filter(({ type }) => type === 'resource_link')
    expect(report.uri).toBe(service.context.links.report(auditId))
    expect(links.map(({ name }) => name)).toEqual(['result.json', 'files.csv'])
    const { contents } = await client.readResource({ uri: links[0].uri! })
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ auditId, fileCount: 2 })

    const details = await call(client, 'get_audit', { auditId })
    await expectValid('get_audit', details)
    expect(details.structuredContent).toMatchObject({ files: [{ file: 'a.wav' }, { file: 'b.wav' }] })

    const listed = await call(client, 'list_audits', { limit: 1 })
    await expectValid('list_audits', listed)
    expect(listed.structuredContent).toMatchObject({ audits: [{ auditId, regenerateCount: 0 }] })
  })

  test.each([
    ['audit_files', { files: [{ name: 'a.wav', dataBase64: 'QUJD' }], checks: ['quality'] }, /a\.wav/],
    ['audit_files', { files: [{ name: 'a.wav', dataBase64: '%%%' }], checks: ['quality'] }, /base64/],
    ['audit_files', { files: [], checks: ['quality'] }, /files/],
    ['audit_files', { paths: ['/etc/passwd'], checks: ['quality'] }, /paths|files/],
    ['get_audit', { auditId: 'b'.repeat(32) }, /no audit b+/],
    ['list_audits', { cursor: 'x' }, /cursor/],
  ])('%s %j says what is wrong', async (name, given, message) => {
    const { isError, content } = await call(client, name, given)
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(message)
  })
})

test('an audit of another account looks like none', async () => {
  const other = await service.caller(10)
  const { auditId } = (
    await service.audit(checks('quality'), [file('a.wav', toneWav(pitchHz++))], other.key)
  ).json()
  const client = await connected(service, caller.key)
  const { isError, content } = await call(client, 'get_audit', { auditId })
  expect(isError).toBe(true)
  expect(content[0].text).toContain('There is no audit')
  await expect(client.readResource({ uri: `audio-audit://audits/${auditId}/result.json` })).rejects.toThrow()
  await client.close()
})

test('too few credits are told, and nothing is charged', async () => {
  const poor = await service.caller(1)
  const client = await connected(service, poor.key)
  const { isError, content } = await call(client, 'audit_files', {
    files: [sent('a.wav'), sent('b.wav')],
    checks: ['quality'],
  })
  expect(isError).toBe(true)
  expect(content[0].text).toMatch(/credits/)
  expect(await service.balance(poor.key)).toBe(1)
  await client.close()
})

test('a key may do here what it may do elsewhere', async () => {
  const { secret } = await service.store.apiKeys.create(caller.accountId, 'reader', { scopes: ['read'] })
  const client = await connected(service, secret)
  expect((await call(client, 'list_audits', {})).isError).not.toBe(true)
  const refused = await call(client, 'audit_files', { files: [sent('a.wav')], checks: ['quality'] })
  expect(refused.isError).toBe(true)
  expect(refused.content[0].text).toMatch(/audit/)
  await client.close()
})

describe('who is refused at the door', () => {
  const post = async (headers: Record<string, string>, body = '{"jsonrpc":"2.0","id":1,"method":"ping"}') => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: 'audit.test',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      payload: body,
    })
    return answer.statusCode
  }

  test('without a key, or with a wrong one', async () => {
    await expect(connected(service, undefined)).rejects.toThrow()
    await expect(connected(service, 'aa_wrong')).rejects.toThrow()
    expect(await post({})).toBe(401)
    expect(await post({ authorization: 'Bearer aa_wrong' })).toBe(401)
    expect(await post({ 'x-api-key': caller.key })).toBe(200)
  })

  test.each([
    ['another name', { host: 'evil.example' }, 403],
    ['another name with a port', { host: 'evil.example:8080' }, 403],
    ['one that only begins alike', { host: 'audit.test.evil.example' }, 403],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page without a site', { origin: 'null' }, 403],
    ['this machine', { host: 'localhost:8080' }, 200],
    ['a page of the service', { origin: 'https://audit.test' }, 200],
  ])('%s', async (_, headers, status) => {
    expect(await post({ 'x-api-key': caller.key, ...headers })).toBe(status)
  })

  test('more than a message may hold', async () => {
    expect(await post({ 'x-api-key': caller.key }, 'x'.repeat(8 * 1024 * 1024 + 1))).toBe(413)
  })
})

test('a call that is cancelled stops its audit and gives the credits back', async () => {
  const { pool, heard } = holdingPool()
  const holding = await service.variant({ pool })
  const { key } = await service.caller(10)
  const client = await connected(holding, key)
  const controller = new AbortController()
  const long = call(
    client,
    'audit_files',
    { files: [sent('a.wav')], checks: ['quality'] },
    { signal: controller.signal, onprogress: () => {} },
  )
  const failed = expect(long).rejects.toThrow()
  await expect.poll(heard, { timeout: 30_000 }).toBe(1)
  controller.abort(new Error('enough'))
  await failed
  await expect.poll(() => service.balance(key), { timeout: 30_000 }).toBe(10)
  await client.close()
  await holding.app.close()
})

test('no key takes all the room there is', async () => {
  const { pool, release, heard } = holdingPool()
  const holding = await service.variant({ pool })
  const greedy = await service.caller(100)
  const client = await connected(holding, greedy.key)
  const calls = Array.from({ length: 4 }, (_, index) =>
    call(client, 'audit_files', { files: [sent(`${index}.wav`)], checks: ['quality'] }),
  )
  await expect.poll(heard, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect
    .poll(() => call(client, 'list_audits', {}).then(() => 'answered', String), { timeout: 30_000 })
    .toMatch(/429|at once/)
  const other = await connected(holding, caller.key)
  expect((await call(other, 'list_audits', {})).isError).not.toBe(true)
  release()
  for (const answer of await Promise.all(calls)) expect(answer.isError).not.toBe(true)
  await client.close()
  await other.close()
  await holding.app.close()
})

test('1,000 mutated messages are each answered, and none breaks it', async () => {
  const seeds = seedMessages({
    audit_files: { files: [{ name: 'a.wav', dataBase64: 'QUJD' }], checks: ['quality'] },
    get_audit: { auditId: 'b'.repeat(32) },
    list_audits: { limit: 3 },
  })
  const below = drawn(25)
  const statuses = new Set<number>()
  for (let count = 0; count < 1000; count++) {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        host: 'localhost',
        'x-api-key': caller.key,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: mutated(seeds[below(seeds.length)], below),
    })
    statuses.add(answer.statusCode)
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  const client = await connected(service, caller.key)
  expect((await client.listTools()).tools).toHaveLength(4)
  await client.close()
})

test('one file is transcribed as it is sent, with a time for each word', async () => {
  const real = await TestService.start()
  try {
    const { key } = await real.caller(5)
    const client = await connected(real, key)
    const { content, structuredContent, isError } = await call(client, 'hear_file', {
      file: { name: 'one.wav', dataBase64: (await spokenWav(texts[0])).toString('base64') },
    })
    expect(isError, content[0].text).not.toBe(true)
    const { transcript, words } = structuredContent as { transcript: string; words: object[] }
    expect(transcript.split(' ').length).toBeGreaterThan(3)
    expect(words).toHaveLength(transcript.split(' ').length)
    expect(await real.balance(key)).toBe(4)
    await client.close()
  } finally {
    await real.stop()
  }
})
