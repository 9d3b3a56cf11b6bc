// Keeps a second process off a data folder: the embedded database has no lock of its own, and two on one folder lose rows.
//
// Every process first puts up a lock of its own, under a name that is never used again, and only then looks at the
// others: of two that start together at least one sees the other and stands back. Since no name comes twice, a lock that
// was found to be of a dead process can be removed at any time without hitting a living one.
import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { FolderInUseError } from './errors.js'
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.js'

const LOCK_NAME = /^lock-\d+-[0-9a-f]{16}$/
/** A holder touches its lock this often, for those who cannot see its process (in another container). */
const BEAT_MS = 5_000
/** A lock that was not touched for four beats is of a process that is gone. */
const SILENCE_MS = 4 * BEAT_MS
/** Two that start together both stand back, and try again after times that differ. */
const ATTEMPTS = 8
const LONGEST_PAUSE_MS = 300

export interface FolderLock {
  release(): Promise<void>
}

export interface LockTimes {
  beatMs?: number
  silenceMs?: number
}

/** Fails with a FolderInUseError when another process is at work on the folder. */
export async function lockFolder(
  folder: string,
  { beatMs = BEAT_MS, silenceMs = SILENCE_MS }: LockTimes = {},
): Promise<FolderLock> {
  const own = await ownIdentity()
  for (let attempt = 1; ; attempt++) {
    const file = await putUpLock(folder, own)
    const holder = await firstLivingHolder(folder, file, own, silenceMs).catch(async (error) => {
      await rm(file, { force: true })
      throw error
    })
    if (!holder) return heldLock(file, beatMs)
    await rm(file, { force: true })
    if (attempt === ATTEMPTS) {
      const where = holder.space === own.space ? '' : ` on ${holder.hostname}`
      throw new FolderInUseError(folder, holder.pid, where)
    }
    await sleep(Math.random() * LONGEST_PAUSE_MS)
  }
}

async function putUpLock(folder: string, own: ProcessIdentity): Promise<string> {
  const name = `lock-${own.pid}-${randomBytes(8).toString('hex')}`
  const file = path.join(folder, name)
  await writeFile(`${file}.new`, JSON.stringify(own), { flag: 'wx', mode: 0o600 })
  await rename(`${file}.new`, file)
  return file
}

async function firstLivingHolder(
  folder: string,
  ownFile: string,
  own: ProcessIdentity,
  silenceMs: number,
): Promise<ProcessIdentity | undefined> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    if (!LOCK_NAME.test(name) || file === ownFile) continue
    const holder = await holderIn(file)
    // Taken down since it was listed; or emptied by a power cut, and then its process is gone too.
    if (!holder) continue
    const alive = (await isAlive(holder, own)) ?? (await isTouchedWithin(file, silenceMs))
    if (alive) return holder
    await rm(file, { force: true })
  }
  return undefined
}

async function holderIn(file: string): Promise<ProcessIdentity | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

/** Waits and sees, since the clocks of two machines may differ. */
async function isTouchedWithin(file: string, silenceMs: number): Promise<boolean> {
  const touched = () =>
    stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
  const before = await touched()
  for (let waitedMs = 0; waitedMs < silenceMs; waitedMs += silenceMs / 8) {
    await sleep(silenceMs / 8)
    const now = await touched()
    if (now === undefined) return false
    if (now !== before) return true
  }
  return false
}

function heldLock(file: string, beatMs: number): FolderLock {
  const beat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, beatMs)
  beat.unref()
  return {
    async release() {
      clearInterval(beat)
      await rm(file, { force: true })
    },
  }
}
