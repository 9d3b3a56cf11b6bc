// Decisions as an export has them, from the store to the files that it writes.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { fileOf, newAudit, outcome, sha256 } from '../../lab/service/sample-audit.js'
import { Interrupted, UsageError } from '../../src/cli/exit.js'
import { labelsCommand } from '../../src/cli/labels.js'
import { writeWhole } from '../../src/cli/whole-file.js'
import { accountCaller } from '../../src/store/caller.js'
import type { NewDecision } from '../../src/store/decisions.js'
import { openStore } from '../../src/store/store.js'

const NAMES = ['one.MP3', '../../two', 'three "\u202e".wav']
const variables = ['AUDIO_AUDIT_DATA', 'DATABASE_URL', 'BASE_URL'] as const
const before = variables.map((name) => process.env[name])
const umask = process.umask()

let dataFolder: string
let folder: string
let account: string
beforeAll(async () => {
  dataFolder = await newDataFolder()
  folder = await mkdtemp(path.join(tmpdir(), 'labels-'))
  process.env.AUDIO_AUDIT_DATA = dataFolder
  delete process.env.DATABASE_URL
  // Vitest has one of its own.
  delete process.env.BASE_URL
  const store = await openStore({ dataFolder })
  account = (await store.accounts.create('studio')).id
  await store.accounts.create('idle')
  const caller = accountCaller(account)
  const id = await store.audits.start(caller, newAudit({ files: NAMES.map((name) => fileOf(name, name)) }))
  // Of the third the audio is kept no more.
  for (const name of NAMES.slice(0, 2)) {
    const source = path.join(folder, 'source')
    await writeFile(source, name)
    await store.audio.put({ caller, sha256: sha256(name) }, source)
    await rm(source)
  }
  await store.audits.complete(id, outcome)
  const about = (position: number, over: Partial<NewDecision>): NewDecision => ({
    contentSha256: sha256(NAMES[position]),
    position,
    check: 'quality',
    kind: 'click',
    timeSec: 1.5,
    endSec: 1.51,
    confidence: 0.25,
    decision: 'falseAlarm',
    note: 'a\ndoor',
    ...over,
  })
  const whole = { check: 'pace', kind: 'pace', timeSec: null, endSec: null, confidence: null }
  await store.decisions.keep(caller, id, [
    about(0, {}),
    about(0, { timeSec: 2, endSec: 2.1, decision: 'retake' }),
    about(1, { ...whole, decision: 'accept', note: '' }),
    about(2, {}),
  ])
  await store.close()
})
afterAll(async () => {
  process.umask(umask)
  for (const [at, name] of variables.entries()) {
    if (before[at] === undefined) delete process.env[name]
    else process.env[name] = before[at]
  }
  await rm(dataFolder, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function exported(args: string[], signal = new AbortController().signal) {
  const written = { stdout: '', stderr: '' }
  const stream = (name: 'stdout' | 'stderr') =>
    ({ write: (text: string) => (written[name] += text) }) as never
  const door = { stdout: stream('stdout'), stderr: stream('stderr'), signal }
  const status = await labelsCommand.run(['export', '--account', 'studio', ...args], door)
  return { status, ...written }
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

test('every decision is a line of JSON on standard output, whatever its file is called', async () => {
  const { status, stdout, stderr } = await exported([])
  expect(status).toBe(0)
  const lines = linesOf(stdout)
  expect(lines).toHaveLength(4)
  expect(lines).toContainEqual({
    sha256: sha256(NAMES[0]),
    file: NAMES[0],
    check: 'quality',
    kind: 'click',
    timeSec: 1.5,
    endSec: 1.51,
    confidence: 0.25,
    decision: 'falseAlarm',
    note: 'a\ndoor',
    auditId: expect.stringMatching(/^[0-9a-f]{32}$/),
    createdAt: expect.any(String),
  })
  expect(lines.map(({ file }) => file)).toEqual(expect.arrayContaining(NAMES))
  expect(stdout).not.toContain('\u202e')
  expect(stderr).toBe('4 decisions about 3 files.\n')
})

test('with --out and --audio they go to a file, and the audio that is kept beside it', async () => {
  const [out, audio] = [path.join(folder, 'labels.jsonl'), path.join(folder, 'new', 'audio')]
  const { stdout, stderr } = await exported(['--out', out, '--audio', audio, '--json'])
  expect(JSON.parse(stdout)).toEqual({ account, decisions: 4, files: 3, out, audio, copied: 2 })
  expect(stderr).toBe('')
  expect(linesOf(await readFile(out, 'utf8'))).toHaveLength(4)
  const expected = [`${sha256(NAMES[0])}.mp3`, `${sha256(NAMES[1])}.audio`]
  expect((await readdir(audio)).toSorted()).toEqual(expected.toSorted())
  expect(await readFile(path.join(audio, expected[0]), 'utf8')).toBe(NAMES[0])
  expect((await readdir(folder)).toSorted()).toEqual(['labels.jsonl', 'new'])
  const again = await exported(['--out', out, '--audio', audio])
  expect(again.stdout).toBe(
    `4 decisions about 3 files written to ${out}. The audio of 2 files is in ${audio}. That of the others is kept no more.\n`,
  )
})

test('who has nothing to export is told so, and where nothing can be written, too', async () => {
  const refused = (...args: string[]) => exported(args).catch((error) => error)
  const idle = await refused('--account', 'idle')
  expect(idle).toBeInstanceOf(UsageError)
  expect(idle.message).toContain('has nothing to export')
  expect((await refused('--account', 'nobody')).message).toContain('no account "nobody"')
  const nowhere = await refused('--out', path.join(folder, 'not', 'there', 'labels.jsonl'))
  expect(nowhere).toBeInstanceOf(UsageError)
  expect(nowhere.message).toContain('cannot be written (ENOENT)')
})

test('who is interrupted leaves no half of a file behind', async () => {
  const place = path.join(folder, 'stopped')
  await mkdir(place)
  const stop = new AbortController()
  const reason = new Interrupted('SIGINT')
  async function* halfOfIt() {
    yield 'half'
    while ((await readdir(place)).length === 0) await new Promise(setImmediate)
    stop.abort(reason)
    yield 'the rest'
  }
  const file = path.join(place, 'labels.jsonl')
  await expect(writeWhole(file, Readable.from(halfOfIt()), stop.signal)).rejects.toBe(reason)
  const args = ['--out', file, '--audio', path.join(place, 'audio')]
  await expect(exported(args, stop.signal)).rejects.toBe(reason)
  expect(await readdir(place)).toEqual([])
})
