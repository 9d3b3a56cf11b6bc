// What people really use, on a service that really listens, with the real analyser: curl, Python without any package, and
// our own client. All three send the same recordings, so that only the first has to be heard.
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { type Caller, TestService } from '../../lab/service/test-service.js'
import { createClient } from '../../packages/client/src/client.js'
import type { AuditResult } from '../../packages/client/src/types.js'
import { testWith } from '../machine/needing.js'
import { spokenWav, texts } from '../server/speech.js'

const run = promisify(execFile)
const names = ['first.wav', 'second.wav']
const scripts = { 'first.wav': `[warmly] ${texts[0]}` }
const allChecks = ['comparison', 'quality', 'pace', 'scriptAccuracy'] as const

let service: TestService
let address: string
let caller: Caller
let folder: string

beforeAll(async () => {
  service = await TestService.start()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  caller = await service.caller(100)
  folder = await newDataFolder()
  const recordings = await Promise.all(texts.map((text) => spokenWav(text)))
  await Promise.all(names.map((name, at) => writeFile(path.join(folder, name), recordings[at])))
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

function expectWhole(audit: AuditResult): void {
  expect(Object.keys(audit.checks).toSorted()).toEqual(allChecks.toSorted())
  expect(audit.fileCount).toBe(2)
  const [first] = audit.checks.scriptAccuracy!.tracks
  expect(first.file).toBe('first.wav')
  expect(first.tags.found).toBe(1)
  expect(first.transcript).toMatch(/harbo/i)
}

describe('an audit is completed by', () => {
  testWith(['curl'], 'curl', async () => {
    const query = allChecks.map((check) => `${check}=true`).join('&')
    const { stdout } = await run('curl', [
      '--silent',
      '--show-error',
      '--fail-with-body',
      '-H',
      `X-API-Key: ${caller.key}`,
      ...names.flatMap((name) => ['-F', `files=@${path.join(folder, name)}`]),
      '-F',
      `scripts=${JSON.stringify(scripts)}`,
      `${address}/v1/audit?${query}`,
    ])
    expectWhole(JSON.parse(stdout))
  })

  testWith(['Python'], 'Python, by its standard library', async () => {
    const program = fileURLToPath(new URL('../../docs/examples/audit.py', import.meta.url))
    const { stdout } = await run(
      'python3',
      [program, ...names.map((name) => path.join(folder, name)), '--scripts', JSON.stringify(scripts)],
      { env: { ...process.env, AUDIO_AUDIT_URL: address, AUDIO_AUDIT_KEY: caller.key } },
    )
    expectWhole(JSON.parse(stdout))
  })

  test('the TypeScript client', async () => {
    const client = createClient({ baseUrl: address, apiKey: caller.key })
    const files = names.map((name) => path.join(folder, name))
    const audit = await client.audit(files, { checks: allChecks, scripts })
    expectWhole(audit)
    expect(await client.get(audit.auditId)).toEqual(audit)
  })
})
