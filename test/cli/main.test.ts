import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runCli } from './run-cli.js'

test.each([['--help'], ['-h'], ['help']])('%s lists the commands', async (flag) => {
  const { status, stdout, stderr } = await runCli([flag])
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toMatch(/^Usage: audio-audit COMMAND/)
  expect(stdout).toMatch(/^ {2}hear /m)
})

test('a command explains itself', async () => {
  const { status, stdout } = await runCli(['hear', 'file.wav', '--help'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: audio-audit hear/)
  for (const option of ['--json', '--model', '--workers', '--quiet', '--voice-print'])
    expect(stdout).toContain(option)
})

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await runCli(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
})

test.each([
  [[], 'name a command'],
  [['sing'], 'there is no command "sing"'],
  [['constructor'], 'there is no command "constructor"'],
  [['hear'], 'name at least one file'],
  [['hear', '--loud', 'a.wav'], "Unknown option '--loud'"],
  [['hear', '--model', 'huge', 'a.wav'], '--model must be one of base, tiny, base+whisper, not "huge"'],
  [['hear', '--workers', '0', 'a.wav'], '--workers must be a whole number from 1 to 256, not "0"'],
  [['hear', '--workers', 'two', 'a.wav'], '--workers must be a whole number from 1 to 256, not "two"'],
  [['hear', '--voice-print', 'a.wav'], '--voice-print needs --json'],
])('wrong use is told on the error stream: %j', async (args, message) => {
  const { status, stdout, stderr } = await runCli(args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(`audio-audit: ${message}`)
  expect(stderr).not.toContain('    at ')
})

test('a wrong variable is named', async () => {
  const { status, stderr } = await runCli(['hear', 'a.wav'], { env: { AUDIO_AUDIT_WORKERS: 'lots' } })
  expect(status).toBe(2)
  expect(stderr).toContain('AUDIO_AUDIT_WORKERS must be a whole number from 1 to 256, not "lots"')
})
