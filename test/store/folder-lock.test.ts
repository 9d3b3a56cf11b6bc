import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUseError } from '../../src/store/errors.js'
import { lockFolder } from '../../src/store/folder-lock.js'
import { isAlive, ownIdentity } from '../../src/store/process-identity.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A process that does nothing, and how to end it. */
async function someProcess() {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await new Promise((resolve) => child.once('spawn', resolve))
  return {
    pid: child.pid!,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

let locksWritten = 0
async function writeLockOf(identity: object) {
  const name = `lock-1-${String(locksWritten++).padStart(16, '0')}`
  await writeFile(path.join(folder, name), JSON.stringify(identity))
  return path.join(folder, name)
}

const own = await ownIdentity()
/** The times of start are known from /proc. */
const onLinux = process.platform === 'linux'

describe('a data folder', () => {
  test('has one owner, and another after that one has left', async () => {
    const lock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
    await lock.release()
    const next = await lockFolder(folder)
    expect(await readdir(folder)).toHaveLength(1)
    await next.release()
    expect(await readdir(folder)).toEqual([])
  })

  test('of many that start together goes to one, and to one at a time', async () => {
    let holders = 0
    const attempts = Array.from({ length: 6 }, async () => {
      const lock = await lockFolder(folder)
      expect(++holders).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      holders--
      await lock.release()
    })
    const ends = await Promise.allSettled(attempts)
    const refused = ends.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    for (const { reason } of refused) expect(reason).toBeInstanceOf(FolderInUseError)
    expect(refused.length).toBeLessThan(6)
  })

  test.skipIf(!onLinux)('names the process that has it', async () => {
    const other = await someProcess()
    try {
      await writeLockOf({ ...own, pid: other.pid, startedAt: await startOf(other.pid) })
      await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${other.pid}.`)
    } finally {
      await other.kill()
    }
  })

  test.skipIf(!onLinux)('is taken over from a process that was killed', async () => {
    const other = await someProcess()
    await writeLockOf({ ...own, pid: other.pid, startedAt: await startOf(other.pid) })
    await other.kill()
    const lock = await lockFolder(folder)
    expect(await readdir(folder)).toHaveLength(1)
    await lock.release()
  })

  test.skipIf(!onLinux)('is taken over when the process id has gone to another process since', async () => {
    await writeLockOf({ ...own, startedAt: '1' })
    await (await lockFolder(folder)).release()
  })

  test('of another machine or container is taken over once that is silent', async () => {
    const times = { beatMs: 50, silenceMs: 400 }
    const elsewhere = { ...own, space: 'elsewhere', hostname: 'other-host', pid: 7 }
    const file = await writeLockOf(elsewhere)
    const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), 50)
    await expect(lockFolder(folder, times)).rejects.toThrow('in use by process 7 on other-host')
    clearInterval(beat)
    await (await lockFolder(folder, times)).release()
    expect(await readdir(folder)).toEqual([])
  })

  test('may hold other files, and locks that make no sense', async () => {
    await writeFile(path.join(folder, 'lock-notes'), 'mine')
    await writeFile(path.join(folder, `lock-1-${'a'.repeat(16)}`), '')
    await (await lockFolder(folder)).release()
    expect(await readdir(folder)).toContain('lock-notes')
  })
})

test('a process knows itself to be alive', async () => {
  expect(await isAlive(own, own)).toBe(true)
  expect(await isAlive({ ...own, space: 'elsewhere' }, own)).toBeUndefined()
})

/** Field 22 of proc_pid_stat(5); the name of this process has no blanks. */
async function startOf(pid: number): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return (await readFile(`/proc/${pid}/stat`, 'utf8')).split(' ')[21]
}
