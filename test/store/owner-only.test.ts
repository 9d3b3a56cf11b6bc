import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newDataFolder } from '../../lab/service/data-folder.js'
import { fileOf, newAudit, outcome, sha256 } from '../../lab/service/sample-audit.js'
import { accountCaller } from '../../src/store/caller.js'
import { StoreError } from '../../src/store/errors.js'
import { keepToOwner } from '../../src/store/owner-only.js'
import { openStore } from '../../src/store/store.js'

const OTHERS = 0o077
let folder: string
let maskBefore: number
beforeEach(async () => {
  maskBefore = process.umask(0)
  folder = await mkdtemp(path.join(tmpdir(), 'open-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  process.umask(maskBefore)
  await rm(folder, { recursive: true, force: true })
})

const modeOf = async (place: string) => (await lstat(place)).mode & 0o777

async function openToOthers(root: string): Promise<string[]> {
  const names = ['.', ...(await readdir(root, { recursive: true }))]
  const modes = await Promise.all(names.map(async (name) => [name, await modeOf(path.join(root, name))]))
  return modes.flatMap(([name, mode]) => (Number(mode) & OTHERS ? [`${name} ${mode.toString(8)}`] : []))
}

async function made(name: string, content = ''): Promise<string> {
  const place = path.join(folder, name)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, content)
  return place
}

test('a store in a folder that was open to everybody is for its owner alone, at work and at its next start', async () => {
  const dataFolder = await newDataFolder()
  try {
    await chmod(dataFolder, 0o755)
    expect(await openToOthers(dataFolder)).not.toEqual([])
    const store = await openStore({ dataFolder })
    expect(await openToOthers(dataFolder)).toEqual([])
    const { id } = await store.accounts.create('first')
    const caller = accountCaller(id)
    const audit = await store.audits.start(caller, newAudit({ files: [fileOf('sound')] }))
    const upload = await made('upload', 'sound')
    await chmod(upload, 0o600)
    await store.audio.put({ caller, sha256: sha256('sound') }, upload)
    await store.audits.complete(audit, outcome)
    expect(await openToOthers(dataFolder)).toEqual([])
    await store.close()
    await (await openStore({ dataFolder })).close()
    expect(await openToOthers(dataFolder)).toEqual([])
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})

describe('what was left open', () => {
  test('is closed, all that is of the service and nothing else', async () => {
    const own = ['audio/ab/cd/blob', 'database/base/1/112', 'uploads/x/0', 'work/y/z', 'lock-1-ab']
    for (const name of own) await made(name)
    const foreign = await made('scripts/run.sh')
    await chmod(foreign, 0o755)
    await keepToOwner(folder)
    expect((await openToOthers(folder)).map((line) => line.split(' ')[0]).sort()).toEqual([
      'scripts',
      'scripts/run.sh',
    ])
    expect(await modeOf(foreign)).toBe(0o755)
    expect(await modeOf(path.join(folder, own[0]))).toBe(0o600)
    expect(await modeOf(path.join(folder, 'audio', 'ab'))).toBe(0o700)
  })

  test('is looked for among stored audio once, and again when that was opened', async () => {
    const blob = await made('audio/ab/cd/blob')
    await keepToOwner(folder)
    expect(await modeOf(blob)).toBe(0o600)
    await chmod(blob, 0o644)
    await keepToOwner(folder)
    // Not looked at: nobody else comes as far.
    expect(await modeOf(blob)).toBe(0o644)
    await chmod(path.join(folder, 'audio'), 0o755)
    await keepToOwner(folder)
    expect(await modeOf(blob)).toBe(0o600)
  })

  test('more than are looked at together is closed to the last', async () => {
    for (let at = 0; at < 200; at++) await made(`audio/shelf/${at}/blob`)
    await keepToOwner(folder)
    expect(await openToOthers(folder)).toEqual([])
  })
})

describe('a folder that cannot be closed is refused, and it is said what to do', () => {
  test('shared with everybody', async () => {
    await chmod(folder, 0o1777)
    const refused = await keepToOwner(folder).catch((error) => error)
    expect(refused).toBeInstanceOf(StoreError)
    expect(refused.message).toMatch(/shared with others: set AUDIO_AUDIT_DATA/)
    await chmod(folder, 0o700)
  })

  const NOBODY = 65_534
  test.skipIf(process.geteuid?.() !== 0)('of another user', async () => {
    await made('audio/ab/cd/blob')
    process.seteuid!(NOBODY)
    const refused = await keepToOwner(folder)
      .catch((error) => error)
      .finally(() => process.seteuid!(0))
    expect(refused).toBeInstanceOf(StoreError)
    expect(refused.message).toMatch(/open to other users.*belongs to user 0.*chown -R/)
  })
})
