// Which process wrote this, and is it still there? A process id alone is given again after a crash or a restart.
import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  pid: number
  /** When the process began, in ticks since the machine did; empty where the system does not say. */
  startedAt: string
  /** The machine since it was started, and the space in it in which process ids count (a container has its own). */
  space: string
  hostname: string
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [bootId, pidSpace, about] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
    processStat(process.pid),
  ])
  return {
    pid: process.pid,
    startedAt: about?.startedAt ?? '',
    space: `${bootId.trim()} ${pidSpace}`.trim() || hostname(),
    hostname: hostname(),
  }
}

/** Undefined when it cannot be known from here: the process is of another machine or container. */
export async function isAlive(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean | undefined> {
  if (other.space !== own.space) return undefined
  const about = await processStat(other.pid)
  if (about) return about.startedAt === other.startedAt && !about.hasEnded
  try {
    process.kill(other.pid, 0)
    return true
  } catch (error) {
    // There, but of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** proc_pid_stat(5): the name, in brackets, may hold anything; the state is field 3, the time of start field 22. */
async function processStat(pid: number): Promise<{ startedAt: string; hasEnded: boolean } | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (line === undefined) return undefined
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  return { startedAt: fields[22 - 3], hasEnded: 'ZX'.includes(fields[0]) }
}
