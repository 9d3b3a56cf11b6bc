// The service as a process: its first start, a second one on the same folder, an orderly stop.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { type RunningServer, runServer } from '../../lab/service/running-server.js'
import { creditBalance } from '../../src/billing/credit-account.js'
import { accountCaller } from '../../src/store/caller.js'
import { openStore } from '../../src/store/store.js'
import { runCli } from '../cli/run-cli.js'
import { quickAudit } from './quick-audit.js'

let dataFolder: string
let key: string
let server: RunningServer | undefined

beforeAll(async () => {
  dataFolder = await newDataFolder()
})
afterEach(async () => {
  if (server && server.process.exitCode === null && server.process.signalCode === null)
    await server.end('SIGKILL')
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

/** What must hold whenever no server runs: every credit and every file is accounted for. */
async function expectAllAccountedFor(): Promise<number> {
  const store = await openStore({ dataFolder })
  try {
    const [{ id }] = await store.accounts.list()
    const audits = []
    for (let cursor: string | undefined; ; ) {
      const page = await store.audits.page(accountCaller(id), { limit: 100, cursor })
      audits.push(...page.audits)
      cursor = page.nextCursor
      if (!cursor) break
    }
    expect(await creditBalance(store, id)).toBe(1000 - 2 * audits.length)
    expect(await store.audits.abandoned(true)).toEqual([])
    expect(await store.ledger.abandoned(true)).toEqual([])
    const owed = new Set<string>()
    for (const { id: auditId } of audits) {
      for (const position of [0, 1]) owed.add((await store.audits.file(auditId, position))!.sha256)
    }
    const entries = await readdir(path.join(dataFolder, 'audio'), { recursive: true, withFileTypes: true })
    expect(new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name))).toEqual(owed)
    return audits.length
  } finally {
    await store.close()
  }
}

test('a first start tells the address, a key with credits and a line to try it', async () => {
  server = await runServer(dataFolder)
  const lines = server.welcome.split('\n')
  expect(lines[1]).toMatch(/^Documentation: http:\S+\/docs$/)
  ;[key] = /aa_[\w-]{40}/.exec(server.welcome)!
  expect(server.welcome).toContain('1000 credits')
  expect(server.welcome).toContain(`curl -H 'X-API-Key: ${key}' -F 'files=@samples/01-harbour.mp3'`)
  const balance = await fetch(`${server.address}/v1/balance`, { headers: { 'x-api-key': key } })
  expect(await balance.json()).toEqual({ credits: 1000 })
  expect(await (await fetch(`${server.address}/readyz`)).json()).toMatchObject({
    checks: { database: 'ok', models: 'ok' },
  })
})

test('a server keeps others off its folder, serves the command line, and stops in order', async () => {
  const running = await runServer(dataFolder, { SHUTDOWN_GRACE_SEC: '60' })
  server = running
  expect(await readdir(path.join(dataFolder, 'uploads')).catch(() => [])).toEqual([])

  const env = { AUDIO_AUDIT_DATA: dataFolder, PORT: '0', BASE_URL: '' }
  const second = await runCli(['serve'], { env })
  expect(second).toMatchObject({ status: 2, stdout: '' })
  expect(second.stderr).toMatch(
    new RegExp(`^audio-audit: The data folder .* is in use by process ${running.process.pid}`),
  )

  const made = JSON.parse((await runCli(['keys', 'create', '--name', 'second', '--json'], { env })).stdout)
  const balance = await fetch(`${running.address}/v1/balance`, {
    headers: { authorization: `Bearer ${made.key}` },
  })
  const { credits } = (await balance.json()) as { credits: number }
  expect((await runCli(['credits', 'balance', '--json'], { env })).stdout).toContain(`"credits": ${credits}`)

  // What runs may finish.
  const last = quickAudit(running, key)
  const hasBegun = /^audio_audit_audits_(running|total\{outcome="done"\}) 1$/m
  while (!hasBegun.test(await (await fetch(`${running.address}/metrics`)).text())) await sleep(10)
  const status = running.end('SIGTERM')
  expect((await last).status).toBe(200)
  expect(await status).toBe(143)
  await expectAllAccountedFor()
  const left = await readdir(dataFolder)
  expect(left.filter((name) => name.startsWith('lock-') || name === 'control.sock')).toEqual([])
})
