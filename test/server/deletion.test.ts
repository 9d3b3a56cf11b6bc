// What is left of an audit after its deletion. Looked for in every table and every file, not only through the service.
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { field, file } from '../../lab/service/multipart.js'
import { sha256 } from '../../lab/service/sample-audit.js'
import { toneWav } from '../../lab/service/sounds.js'
import { type Caller, checks, TestService } from '../../lab/service/test-service.js'
import type { AuditContext } from '../../src/audit/engine.js'
import { packFindings, unpackFindings } from '../../src/audit/packed-findings.js'
import { openEmbeddedDatabase } from '../../src/store/database.js'
import { contentPool, holdingPool } from './pools.js'

const quality = checks('quality')
/** Said in every file, so that it is in what was found and in nothing else. */
const SPOKEN_WORD = 'zanzibar'

/** Of a decision about one of the files. */
const NOTE = 'quizzical'

const hearing = contentPool()
const pool: AuditContext['pool'] = {
  ...hearing,
  async listen(...asked) {
    const listened = await hearing.listen(...asked)
    return {
      ...listened,
      findings: listened.findings.map((packed) =>
        packFindings({ ...(unpackFindings(packed) as object), transcript: SPOKEN_WORD }),
      ),
    }
  },
}

let service: TestService
let dataFolder: string
let caller: Caller
beforeAll(async () => {
  service = await TestService.start({ pool })
  dataFolder = service.dataFolder
  caller = await service.caller(100)
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

let pitchHz = 400
const newSound = () => toneWav(pitchHz++)

async function audited(sounds: Record<string, Buffer>, headers: Record<string, string> = {}) {
  const files = Object.entries(sounds).map(([name, sound]) => file(name, sound))
  const script = field('scripts', JSON.stringify({ [Object.keys(sounds)[0]]: 'xylophone' }))
  const answer = await service.audit(quality, [...files, script], caller.key, headers)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { auditId: string; creditsUsed: number }
}

async function lookedAt(auditId: string): Promise<void> {
  const { audioUrls } = (await service.get(`/v1/audits/${auditId}`, caller.key)).json()
  const link = new URL(audioUrls[0])
  const waveform = await service.get(`${link.pathname}/peaks${link.search}`)
  expect(waveform.json().peaks.length).toBeGreaterThan(0)
}

const deleted = async (auditId: string) =>
  expect((await service.delete(`/v1/audits/${auditId}`, caller.key)).statusCode).toBe(204)

const gone = { 'quixotic.wav': newSound(), 'quagmire.wav': newSound() }
const goneWhileRunning = { 'quicksand.wav': newSound() }
const goneLate = { 'quarrel.wav': newSound() }
const shared = newSound()

test('an audit takes with it what was found in files that no other is about', async () => {
  const { auditId } = await audited(gone, { 'idempotency-key': 'order 1' })
  await lookedAt(auditId)
  const [one] = Object.entries(gone)
  const decision = { check: 'quality', kind: 'quality', timeSec: null, endSec: null, confidence: null }
  const made = { ...decision, contentSha256: sha256(one[1]), position: 0, note: NOTE }
  const owner = `account:${caller.accountId}` as const
  expect(await service.store.decisions.keep(owner, auditId, [{ ...made, decision: 'accept' }])).toBe(true)
  // Paid again in full: nothing of it is known any more.
  await deleted(auditId)
  const again = await audited({ [one[0]]: one[1] })
  expect(again.creditsUsed).toBe(1)
  await deleted(again.auditId)
})

test('what another audit of the caller is about stays until that goes', async () => {
  const first = await audited({ 'first.wav': shared })
  const second = await audited({ 'second.wav': shared })
  expect(second.creditsUsed).toBe(0.5)
  await deleted(first.auditId)
  const third = await audited({ 'third.wav': shared })
  expect(third.creditsUsed).toBe(0.5)
  await deleted(second.auditId)
  await deleted(third.auditId)
  const last = await audited({ 'last.wav': shared })
  expect(last.creditsUsed).toBe(1)
  await deleted(last.auditId)
})

test('what another caller has of the same file stays', async () => {
  const other = await service.caller(2)
  const send = async () =>
    (await service.audit(quality, [file('other.wav', shared)], other.key)).json().creditsUsed
  expect(await send()).toBe(1)
  const own = await audited({ 'own.wav': shared })
  await deleted(own.auditId)
  expect(await send()).toBe(0.5)
})

test('an audit that settles while another of the same file is deleted keeps what it found', async () => {
  const first = await audited({ 'early.wav': shared })
  const holding = holdingPool()
  const slow = await service.variant({ pool: holding.pool })
  const running = slow.audit({ ...quality, forceFresh: 'true' }, [file('slow.wav', shared)], caller.key)
  while (holding.heard() === 0) await new Promise(setImmediate)
  await deleted(first.auditId)
  holding.release()
  const { auditId } = (await running).json()
  expect((await audited({ 'later.wav': shared })).creditsUsed).toBe(0.5)
  await deleted(auditId)
  await slow.app.close()
})

test('one that is running is stopped and leaves nothing', async () => {
  const holding = holdingPool()
  const slow = await service.variant({ pool: holding.pool })
  const [[name, sound]] = Object.entries(goneWhileRunning)
  const accepted = await slow.audit(quality, [file(name, sound)], caller.key, { prefer: 'respond-async' })
  while (holding.heard() === 0) await new Promise(setImmediate)
  expect((await slow.delete(`/v1/audits/${accepted.json().auditId}`, caller.key)).statusCode).toBe(204)
  await slow.app.close()
})

test('one whose audio was deleted by its age takes what was found in it all the same', async () => {
  const { auditId } = await audited(goneLate)
  await lookedAt(auditId)
  await service.store.retain({ audio: -1, findings: 90, idempotencyKeys: 1, webhookLog: 14 })
  const [content] = Object.values(goneLate)
  expect(
    await service.store.audio.waveform({ caller: `account:${caller.accountId}`, sha256: sha256(content) }, 1),
  ).toBeUndefined()
  expect((await audited(goneLate)).creditsUsed).toBe(0.5)
  const { audits } = (await service.get('/v1/audits', caller.key)).json()
  for (const audit of audits) await deleted(audit.auditId)
})

test('nothing is left in any table or file but the ledger and what is of the other caller', async () => {
  await service.context.running.drain(0)
  await service.app.close()
  await service.store.close()
  const sounds = Object.values({ ...gone, ...goneWhileRunning, ...goneLate })
  const traces = [
    ...Object.keys({ ...gone, ...goneWhileRunning, ...goneLate }).map((name) => name.slice(0, -4)),
    'xylophone',
    NOTE,
    ...sounds.map(sha256),
    ...sounds.map((sound) => sound.toString('latin1', 44, 244)),
  ]
  const found: string[] = []
  const look = (where: string, text: string) => {
    for (const trace of traces) if (text.includes(trace)) found.push(`${where}: ${trace.slice(0, 20)}`)
  }
  let spokenIn = 0
  for (const [table, rows] of await allRows()) {
    for (const row of rows) {
      look(table, textOf(row))
      // Of the other caller there is one row that speaks of it.
      if (textOf(row).includes(SPOKEN_WORD)) spokenIn++
    }
  }
  for (const name of await readdir(dataFolder, { recursive: true })) {
    if (name.startsWith('database')) continue
    look(name, name)
    const content = await readFile(path.join(dataFolder, name), 'latin1').catch(() => '')
    look(name, content)
    expect(content).not.toContain(SPOKEN_WORD)
  }
  expect(found).toEqual([])
  expect(spokenIn).toBe(1)
})

async function allRows(): Promise<[table: string, rows: object[]][]> {
  const database = await openEmbeddedDatabase(dataFolder)
  try {
    const { rows: tables } = await database.db.execute<{ name: string }>(
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    expect(tables.length).toBeGreaterThan(10)
    const all: [string, object[]][] = []
    for (const { name } of tables) {
      all.push([name, (await database.db.execute(sql`SELECT * FROM ${sql.identifier(name)}`)).rows])
    }
    return all
  } finally {
    await database.close()
  }
}

function textOf(row: object): string {
  return Object.values(row)
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
    .join(' ')
}
