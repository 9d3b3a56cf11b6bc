import { expect, test } from 'vitest'
import { runCli } from './run-cli.js'

test.each([
  ['serve', ['AUDIO_AUDIT_DATA', 'docs/hosting.md']],
  ['keys', ['keys create', 'keys list', 'keys revoke', '--new-account', '--scope', '--expires', '--json']],
  ['credits', ['credits grant', 'credits balance', 'credits history', '--account', '--json']],
  [
    'webhooks',
    [
      'webhooks create URL',
      'rotate',
      'log',
      'replay DELIVERY',
      '--event',
      '--state',
      'audit.completed',
      '--json',
    ],
  ],
  ['labels', ['labels export', '--account', '--out', '--audio', '--json', 'Nothing is sent anywhere']],
])('%s explains itself', async (command, words) => {
  const { status, stdout } = await runCli([command, '--help'])
  expect(status).toBe(0)
  expect(stdout).toMatch(new RegExp(`^Usage: audio-audit ${command}`))
  for (const word of words) expect(stdout).toContain(word)
})

test.each([
  [['keys'], 'use "keys create"'],
  [['keys', 'revoke'], 'use "keys create"'],
  [['keys', 'create', '--account', 'a', '--new-account', 'b'], 'choose one of'],
  [['keys', 'create', '--scope', 'audit,all'], '--scope must be some of audit, read, manage, not "all"'],
  [['keys', 'create', '--expires', '2020-01-01'], '--expires must be a date or time to come'],
  [['keys', 'create', '--expires', '0d'], 'not "0d"'],
  [['keys', 'create', '--expires', 'soon'], 'not "soon"'],
  [['credits', 'grant'], 'use "credits grant CREDITS"'],
  [['credits', 'grant', 'lots'], 'not "lots"'],
  [['credits', 'grant', '-5'], "Unknown option '-5'"],
  [['credits', 'history', '--limit', '0'], '--limit must be a whole number from 1 to 1000'],
  [['webhooks'], 'use "webhooks create URL"'],
  [['webhooks', 'create'], 'use "webhooks create URL"'],
  [
    ['webhooks', 'create', 'https://a.example/', '--event', 'audit.began'],
    '--event must be some of audit.completed',
  ],
  [['webhooks', 'log', '--state', 'lost'], '--state must be one of waiting, delivered, failed, not "lost"'],
  [['labels'], 'use "labels export"'],
  [['labels', 'export', 'all'], 'use "labels export"'],
  [['labels', 'export', '--json'], '--json needs --out'],
  [['serve', 'now'], 'Unexpected argument'],
])('wrong use is told: %j', async (args, message) => {
  const { status, stdout, stderr } = await runCli(args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(message)
  expect(stderr).not.toContain('    at ')
})

test('a wrong variable is named before anything is opened', async () => {
  const env = { PORT: 'x', BASE_URL: '', AUDIO_AUDIT_DATA: '/nowhere' }
  const { status, stderr } = await runCli(['serve'], { env })
  expect(status).toBe(2)
  expect(stderr).toBe('audio-audit: PORT must be a whole number from 0 to 65535, not "x"\n')
})
