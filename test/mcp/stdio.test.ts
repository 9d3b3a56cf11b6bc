// The tools over standard input and output, as an agent gets them: the built program, driven by the client of the SDK.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawn, mutated, seedMessages } from './mutated-messages.js'
import { type SpeechFolder, speechFolder, texts } from './speech-folder.js'

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
let place: SpeechFolder
const args = () => [program, 'mcp', '--root', place.root, '--model', 'tiny', '--workers', '1']
const env = () => ({
  PATH: process.env.PATH ?? '',
  AUDIO_AUDIT_CACHE: path.join(place.outside, 'cache'),
})

beforeAll(async () => {
  place = await speechFolder()
})
afterAll(() => rm(place.outside, { recursive: true }))

interface Answer {
  isError?: boolean
  content: { type: string; text?: string; uri?: string; name?: string }[]
  structuredContent?: Record<string, unknown>
}

describe.each(['legacy', 'auto'] as const)('a client that negotiates as "%s"', (mode) => {
  let client: Client
  let transport: StdioClientTransport

  beforeAll(async () => {
    transport = new StdioClientTransport({
      command: process.execPath,
      args: args(),
      env: env(),
      stderr: 'ignore',
    })
    client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    await client.connect(transport)
  })
  afterAll(() => client.close())

  const call = async (
    name: string,
    given: Record<string, unknown>,
    options: {
      signal?: AbortSignal
      onprogress?: (progress: { progress: number; total?: number | undefined }) => void
    } = {},
  ) =>
    (await client.callTool({ name, arguments: given }, { timeout: 100_000, ...options })) as unknown as Answer

  /** Against the schema that the client was told, by another validator than the SDK's. */
  async function expectValid(name: string, answer: Answer): Promise<void> {
    const { tools } = await client.listTools()
    const { outputSchema } = tools.find((tool) => tool.name === name)!
    const validate = new Ajv2020({ strict: false }).compile(outputSchema as object)
    expect(validate(answer.structuredContent), JSON.stringify(validate.errors)).toBe(true)
    expect(JSON.parse(answer.content[0].text!)).toEqual(answer.structuredContent)
  }

  test('lists tools that tell a stranger what they are for', async () => {
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['audit_files', 'get_audit', 'list_audits', 'hear_file'])
    for (const { description = '', inputSchema, outputSchema } of tools) {
      expect(description.length).toBeGreaterThan(50)
      expect(inputSchema.type).toBe('object')
      expect(outputSchema?.type).toBe('object')
    }
    expect(tools[0].description).toContain(place.root)
    expect(client.getInstructions()).toContain('audit_files')
  })

  test('audits a batch with progress, links and a result that keeps to its schema', async () => {
    const progress: { progress: number; total?: number | undefined }[] = []
    const answer = await call(
      'audit_files',
      {
        paths: ['good-0.wav', 'noisy.wav', path.join(place.root, 'good-1.wav')],
        checks: ['quality', 'scriptAccuracy'],
        scripts: { 'good-0.wav': texts[0] },
      },
      { onprogress: (step) => progress.push(step) },
    )
    expect(answer.isError).not.toBe(true)
    await expectValid('audit_files', answer)
    expect(answer.structuredContent).toMatchObject({
      fileCount: 3,
      filesToRegenerate: [{ file: 'noisy.wav', position: 1, reasons: [{ check: 'quality' }] }],
      checks: { quality: { score: expect.any(Number) }, scriptAccuracy: {} },
    })
    const counts = progress.map((step) => step.progress)
    expect(counts.at(-1)).toBe(3)
    expect(counts).toEqual([...new Set(counts)].sort((one, other) => one - other))
    expect(progress.every(({ total }) => total === 3)).toBe(true)

    const links = answer.content.filter(({ type }) => type === 'resource_link')
    expect(links.map(({ name }) => name)).toEqual([
      'report.txt',
      'result.json',
      'files.csv',
      'good-0.wav.vtt',
      'noisy.wav.vtt',
      'good-1.wav.vtt',
    ])
    const read = async (name: string) => {
      const { contents } = await client.readResource({ uri: links.find((link) => link.name === name)!.uri! })
      return (contents[0] as { text: string }).text
    }
    expect(await read('report.txt')).toContain('To regenerate:\n  noisy.wav')
    expect(JSON.parse(await read('result.json')).checks.quality.tracks).toHaveLength(3)
    expect(await read('files.csv')).toMatch(/^file,regenerate/)
    expect(await read('good-0.wav.vtt')).toMatch(/^WEBVTT\n\n[\s\S]*committee/)

    const { auditId } = answer.structuredContent as { auditId: string }
    const details = await call('get_audit', { auditId, limit: 2, includeTranscripts: true })
    await expectValid('get_audit', details)
    expect(details.structuredContent).toMatchObject({
      nextOffset: 2,
      files: [
        { file: 'good-0.wav', regenerate: false, transcript: expect.stringMatching(/committee/i) },
        {
          file: 'noisy.wav',
          regenerate: true,
          issues: expect.arrayContaining([
            expect.objectContaining({ check: 'quality', timeSec: expect.any(Number) }),
          ]),
        },
      ],
    })
    const only = await call('get_audit', { auditId, onlyToRegenerate: true })
    expect((only.structuredContent as { files: unknown[] }).files).toHaveLength(1)

    const listed = await call('list_audits', { limit: 1 })
    await expectValid('list_audits', listed)
    expect(listed.structuredContent).toMatchObject({ audits: [{ auditId, regenerateCount: 1 }] })
  })

  test('holds files against the cast and the recordings that it is told', async () => {
    const answer = await call('audit_files', {
      paths: ['good-0.wav', 'good-1.wav'],
      checks: ['comparison'],
      voices: { 'good-0.wav': 'Mara', 'good-1.wav': 'Mara' },
      referenceVoices: { Mara: 'good-0.wav' },
    })
    expect(answer.isError, answer.content[0].text).not.toBe(true)
    const result = answer.content.find(({ name }) => name === 'result.json')!
    const { contents } = await client.readResource({ uri: result.uri! })
    const { checks } = JSON.parse((contents[0] as { text: string }).text)
    expect(checks.comparison.cast).toMatchObject([{ voice: 'Mara', hasReference: true }])
  })

  test('transcribes one file', async () => {
    const answer = await call('hear_file', { path: 'good-1.wav' })
    await expectValid('hear_file', answer)
    expect(answer.structuredContent).toMatchObject({
      file: 'good-1.wav',
      transcript: expect.stringMatching(/window/i),
      durationSec: expect.any(Number),
      words: expect.arrayContaining([expect.objectContaining({ startSec: expect.any(Number) })]),
    })
  })

  test('stops when it is told to, and answers the next call', async () => {
    const controller = new AbortController()
    const long = call('hear_file', { path: 'long/long.wav' }, { signal: controller.signal })
    const failed = expect(long).rejects.toThrow()
    // There is one worker: what comes after it is answered only when it has left off.
    setTimeout(() => controller.abort(new Error('enough')), 500)
    await failed
    expect((await call('hear_file', { path: 'good-0.wav' })).isError).not.toBe(true)
  })

  test.each([
    ['audit_files', { paths: ['../secret.wav'] }],
    ['audit_files', { paths: ['link.wav'] }],
    ['audit_files', { paths: ['linked'], checks: ['quality'] }],
    ['audit_files', { paths: ['way-out/secret.wav'] }],
    ['audit_files', { paths: ['../root-beside/secret.wav'] }],
    ['audit_files', { paths: ['good-0.wav', 'good-1.wav'], referenceVoices: { Mara: '../secret.wav' } }],
    ['hear_file', { path: '/etc/passwd' }],
    ['hear_file', { path: 'way-out/root-beside/secret.wav' }],
    ['hear_file', { path: 'nowhere.wav' }],
  ])('%s of what is outside of the root is refused: %j', async (name, given) => {
    const { isError, content } = await call(name, given)
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(/is not there, or not below a folder that may be read/)
  })

  test.each([
    ['audit_files', { paths: ['good-0.wav'] }, /at least 2 files/],
    ['audit_files', { paths: ['letter.mp3'], checks: ['quality'] }, /letter\.mp3/],
    ['audit_files', { paths: ['good-0.wav'], checks: ['taste'] }, /checks/],
    ['audit_files', { paths: [] }, /paths/],
    ['audit_files', { path: 'good-0.wav' }, /paths/],
    ['get_audit', { auditId: 'b'.repeat(32) }, /no audit b+\. list_audits/],
    ['get_audit', { auditId: '../x' }, /32 hex digits/],
    ['list_audits', { cursor: 'x' }, /cursor/],
    ['list_audits', { limit: 1000 }, /limit/],
  ])('%s %j says what is wrong', async (name, given, message) => {
    const { isError, content } = await call(name, given)
    expect(isError).toBe(true)
    expect(content[0].text).toMatch(message)
  })

  test('captions that are not there are an error, not a crash', async () => {
    await expect(
      client.readResource({ uri: `audio-audit://audits/${'b'.repeat(32)}/captions/0.vtt` }),
    ).rejects.toThrow()
    await client.listTools()
  })
})

test('1,000 mutated messages leave it standing', async () => {
  const child = spawn(process.execPath, args(), { env: env(), stdio: ['pipe', 'pipe', 'ignore'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const seeds = seedMessages({
    audit_files: { paths: ['nowhere.wav'], checks: ['quality'] },
    get_audit: { auditId: 'b'.repeat(32) },
    list_audits: { limit: 3 },
    hear_file: { path: 'letter.mp3' },
  })
  const below = drawn(24)
  child.stdin.write(`${JSON.stringify(seeds[0])}\n`)
  for (let count = 0; count < 1000; count++) {
    child.stdin.write(`${mutated(seeds[below(seeds.length)], below).replaceAll('\n', ' ')}\n`)
  }
  child.stdin.write('{"jsonrpc":"2.0","id":"last","method":"tools/list"}\n')
  await expect
    .poll(() => lines.some((line) => line.includes('"id":"last"') && line.includes('audit_files')), {
      timeout: 60_000,
    })
    .toBe(true)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  expect(child.exitCode).toBe(null)
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([0, null])
})

test('it ends with its client, and says what is wrong before it begins', async () => {
  const ended = async (...more: string[]) => {
    const child = spawn(process.execPath, [program, 'mcp', ...more], {
      env: env(),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.end()
    let told = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      told += text
    })
    const [status] = await once(child, 'close')
    return { status, told }
  }
  expect(await ended('--root', place.root)).toEqual({ status: 0, told: '' })
  expect(await ended('--root', '/nowhere')).toMatchObject({
    status: 2,
    told: expect.stringContaining('/nowhere'),
  })
  expect(await ended('folder')).toMatchObject({ status: 2, told: expect.stringContaining('--root') })
})
