// What is attacked: a service of its own that ends with the bench, or one that runs already.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fillDataFolder } from '../../lab/service/data-folder.js'
import { tied } from '../../lab/service/engines.js'
import { type RunningServer, runServer } from '../../lab/service/running-server.js'
import { runnableFile } from '../../src/audit/runnable-file.js'
import { administrationAt, controlSocketIn } from '../../src/server/admin/control-socket.js'
import { Client } from './client.js'
import type { Pulse } from './pulse.js'

export interface Target {
  address: string
  /** Somebody with an account and an address of their own, who may have been given credits. */
  party(name: string, credits: number): Promise<Client>
  /** Somebody without a key. */
  stranger(): Client
  /** CPU time of the service since its start, user and system, all threads. */
  cpuSec(): Promise<number>
  /** Where it keeps everything; undefined when that is not known. */
  dataFolder: string | undefined
  /** Ends the service but leaves its data; not for one that runs on its own. */
  stop(): Promise<void>
  end(): Promise<void>
}

export interface OwnServiceOptions {
  dataFolder?: string
  env?: Record<string, string>
}

/** Clock ticks of /proc a second; the same on every Linux that Node runs on. */
const TICKS_PER_SEC = 100

/** CPU time of a process and all its threads, and how many of its bytes are in memory. */
export function cpuSecOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SEC
}

/** Every party comes from an address of its own on loopback, where the machine has them. */
let addressesTaken = 1
const ownAddress = () => (process.platform === 'linux' ? `127.0.0.${++addressesTaken}` : undefined)

/** The compiled program on a data folder with an empty database that others may enter, started by a machine that closes nothing. */
export async function ownService({
  dataFolder,
  env = {},
}: OwnServiceOptions = {}): Promise<Target & { server: RunningServer }> {
  const folder = dataFolder ?? (await mkdtemp(path.join(tmpdir(), 'audio-audit-hostile-')))
  if (!dataFolder) {
    await fillDataFolder(folder)
    await chmod(folder, 0o755)
  }
  const server = await runServer(folder, { AUDIO_AUDIT_WORKERS: '', ...env }, { umask: '000' })
  tied(server.process)
  return {
    server,
    address: server.address,
    dataFolder: folder,
    async party(name, credits) {
      const administration = await administrationAt(controlSocketIn(folder)!)
      if (!administration) throw new Error('the service does not listen on its control socket')
      const { key, account } = await administration.createKey({ newAccount: name, name })
      if (credits > 0) await administration.grant({ account, credits, note: 'bench' })
      return new Client(server.address, key, ownAddress(), account)
    },
    stranger: () => new Client(server.address, undefined, ownAddress()),
    cpuSec: async () => cpuSecOf(server.process.pid!),
    async stop() {
      if (server.process.exitCode === null && server.process.signalCode === null) await server.end('SIGTERM')
    },
    async end() {
      if (server.process.exitCode === null && server.process.signalCode === null) await server.end('SIGKILL')
      if (!dataFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** One that runs already, with two keys of different accounts: the attacks are made with the second. */
export function runningService(address: string, honestKey: string, attackerKey: string): Target {
  return {
    address,
    dataFolder: undefined,
    party: async (name) => new Client(address, name === 'honest' ? honestKey : attackerKey),
    stranger: () => new Client(address),
    async cpuSec() {
      const { text } = await new Client(address).ask('GET', '/metrics')
      return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1] ?? Number.NaN)
    },
    stop: async () => {},
    end: async () => {},
  }
}

export class PulseWatch {
  private readonly watcher: ChildProcess

  constructor(address: string) {
    const script = runnableFile(new URL('pulse.ts', import.meta.url))
    this.watcher = tied(fork(script, [address], { execArgv: [] }))
  }

  /** Since it was asked last. */
  async felt(): Promise<Pulse> {
    if (!this.watcher.connected) return { longestMs: 0, answers: 0, unanswered: 0 }
    const told = once(this.watcher, 'message')
    this.watcher.send('tell')
    return (await told)[0] as Pulse
  }

  end(): void {
    if (this.watcher.connected) this.watcher.disconnect()
  }
}
