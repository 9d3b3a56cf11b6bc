import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from './run-cli.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'doctor-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const doctor = (env: Record<string, string>, ...args: string[]) =>
  runCli(['doctor', ...args], {
    env: { AUDIO_AUDIT_DATA: path.join(folder, 'data'), BASE_URL: '', PORT: '0', ...env },
  })

test('where everything is sound, one line says so of each', async () => {
  const { status, stdout } = await doctor({})
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/^ok {3}node {8}audio-audit \d+\.\d+\.\d+ on Node \d+/),
    expect.stringMatching(/^ok {3}runtime {5}ONNX Runtime \d/),
    expect.stringMatching(/^ok {3}models {6}\d+ files, \d+ MiB, all as published$/),
    expect.stringMatching(
      /^ok {3}whisper {5}(\d+ files, \d+ MiB, all as published; |not installed, and not needed )/,
    ),
    expect.stringMatching(/^ok {3}settings/),
    expect.stringMatching(/^ok {3}disk {8}.* MiB free$/),
    expect.stringMatching(/^ok {3}port/),
  ])
  expect(status).toBe(0)
})

test('a port that is taken and servers that do not answer are told with the mend', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  // Nobody listens on port 1 of this machine.
  const { status, stdout } = await doctor(
    {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: 'postgres://user:secret-word@127.0.0.1:1/none',
      REDIS_URL: 'redis://:secret-word@127.0.0.1:1',
      S3_BUCKET: 'none',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'nobody',
      S3_SECRET_ACCESS_KEY: 'secret-word',
    },
    '--json',
  )
  taken.close()
  expect(status).toBe(1)
  const bad = JSON.parse(stdout).filter(({ isSound }: { isSound: boolean }) => !isSound)
  expect(bad.map(({ what }: { what: string }) => what)).toEqual(['port', 'postgresql', 'redis', 's3'])
  for (const { finding, mend } of bad) {
    expect(finding).not.toBe('')
    expect(mend).toMatch(/PORT|DATABASE_URL|REDIS_URL|S3_BUCKET/)
  }
  expect(stdout).not.toContain('secret-word')
})

test('a setting that cannot be used is named', async () => {
  const { status, stdout } = await doctor({ PORT: 'eighty' })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^BAD {2}settings {4}PORT must be .*To mend: .*docs\/hosting\.md/m)
})
