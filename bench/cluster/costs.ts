// npx tsx bench/main.ts costs: what one file costs each part of a cluster, in CPU time and bytes: the input of the
// capacity model. CPU time hardly depends on how busy the machine is otherwise.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Redis } from 'ioredis'
import { freshTone, sendAudit } from '../../lab/service/audits.js'
import { Cluster } from '../../lab/service/cluster.js'
import { startRedis } from '../../lab/service/engines.js'
import { createPool } from '../../src/audit/pool.js'
import { checkNames, defaultOptions } from '../../src/checks/check.js'
import { checks } from '../../src/checks/registry.js'
import { ListenWorker } from '../../src/queue/listen-worker.js'
import { QueuePool } from '../../src/queue/queue-pool.js'
import type { WorkObjects } from '../../src/store/work-objects.js'
import { speech } from './speech-files.js'

const JOBS = 2000
const AUDITS = 40
const FILES_PER_AUDIT = 10

export interface Costs {
  /** Of a worker, on speech in clips of twelve seconds, all four checks at standard accuracy. */
  workerCpuSecPerAudioSec: number
  workerPeakMb: number
  findingsBytesPerAudioSec: number
  redisCpuMsPerFile: number
  redisBytesPerWaitingFile: number
  apiCpuMsPerFile: number
  postgresCpuMsPerFile: number
}

export async function benchCosts(): Promise<boolean> {
  // The quick ones first; each is told as it comes.
  const costs: Partial<Costs> = {}
  for (const part of [redisCosts, serviceCosts, listeningCosts]) {
    Object.assign(costs, await part())
    process.stderr.write(`${JSON.stringify(costs)}\n`)
  }
  process.stdout.write(`${JSON.stringify(costs, null, 2)}\n`)
  return true
}

async function listeningCosts() {
  const clips = await speech(72)
  const folder = await mkdtemp(path.join(tmpdir(), 'costs-'))
  const pool = createPool({ workers: 1 })
  try {
    const requests = checkNames.map((check) => ({
      check,
      options: checks[check]!.listenOptions(defaultOptions, undefined),
    }))
    const listen = async (clip: Buffer) => {
      const file = path.join(folder, 'clip.wav')
      await writeFile(file, clip)
      return pool.listen(file, requests)
    }
    await listen(clips[0])
    const before = process.cpuUsage()
    let audioSec = 0
    let bytes = 0
    for (const clip of clips.slice(1)) {
      const { findings, durationSec } = await listen(clip)
      audioSec += durationSec
      for (const { length } of findings) bytes += length
    }
    const { user, system } = process.cpuUsage(before)
    return {
      workerCpuSecPerAudioSec: (user + system) / 1e6 / audioSec,
      workerPeakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
      findingsBytesPerAudioSec: bytes / audioSec,
    }
  } finally {
    await pool.close()
    await rm(folder, { recursive: true })
  }
}

async function redisCosts() {
  const redis = await startRedis()
  const look = new Redis(redis.url)
  const listened = new Map<string, Uint8Array>()
  const objects: WorkObjects = {
    fetchAudio: async (_, file) => writeFile(file, '').then(() => true),
    putListened: async (name, bytes) => void listened.set(name, bytes),
    getListened: async (name) => listened.get(name),
    deleteListened: async (name) => void listened.delete(name),
    sweepListened: async () => 0,
    ping: async () => {},
    close: () => {},
  }
  const pool = await new QueuePool({ redisUrl: redis.url, model: 'base', objects }).open()
  const memory = async () => Number(/used_memory:(\d+)/.exec(await look.info('memory'))![1])
  const cpuMs = async () => {
    const info = await look.info('cpu')
    const sec = (name: string) => Number(new RegExp(`${name}:([\\d.]+)`).exec(info)![1])
    return 1000 * (sec('used_cpu_user') + sec('used_cpu_sys'))
  }
  const memoryBefore = await memory()
  const cpuBefore = await cpuMs()
  const requests = [
    { check: 'quality' as const, options: { reading: ['garble'] } },
    {
      check: 'scriptAccuracy' as const,
      options: { script: 'Seven children played behind the wall. '.repeat(5) },
    },
  ]
  const waiting = Array.from({ length: JOBS }, (_, at) =>
    pool.listen('', requests, { caller: `account:${at % 20}`, sha256: at.toString(16).padStart(64, '0') }),
  )
  while (pool.jobsWaiting < JOBS) await new Promise((resolve) => setTimeout(resolve, 100))
  const redisBytesPerWaitingFile = ((await memory()) - memoryBefore) / JOBS
  const worker = await new ListenWorker({
    redisUrl: redis.url,
    objects,
    folder: path.join(tmpdir(), `costs-${process.pid}`),
    pool: {
      workers: 4,
      model: 'base',
      listen: async () => ({ findings: [], stageSec: {}, totalSec: 0, durationSec: 1 }),
    },
  }).open()
  await Promise.all(waiting)
  const redisCpuMsPerFile = ((await cpuMs()) - cpuBefore) / JOBS
  await worker.close(0)
  await pool.close()
  look.disconnect()
  await redis.stop()
  return { redisCpuMsPerFile, redisBytesPerWaitingFile }
}

async function serviceCosts() {
  const cluster = await Cluster.start()
  try {
    const api = await cluster.add('api')
    await cluster.add('worker')
    const { key } = await cluster.account(1_000_000)
    const audit = async () => {
      const sounds = Array.from({ length: FILES_PER_AUDIT }, () => freshTone())
      const answer = await sendAudit(api.address, key, { sounds })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
    }
    for (let at = 0; at < 5; at++) await audit()
    const postgres = () => cpuMsOfGroup('postgres', cluster.postgres.url)
    const before = { api: cpuMsOf(api.process.pid!), postgres: postgres() }
    for (let at = 0; at < AUDITS; at += 4) await Promise.all([audit(), audit(), audit(), audit()])
    const files = AUDITS * FILES_PER_AUDIT
    return {
      apiCpuMsPerFile: (cpuMsOf(api.process.pid!) - before.api) / files,
      postgresCpuMsPerFile: (postgres() - before.postgres) / files,
    }
  } finally {
    await cluster.end()
  }
}

/** Linux counts in hundredths of a second, whatever the machine. */
const MS_PER_TICK = 10

function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  // User and system time, of the process and of its children that have ended (proc(5)).
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * MS_PER_TICK
}

/** Of the server on that socket and of its sessions. */
function cpuMsOfGroup(program: string, url: string): number {
  const folder = decodeURIComponent(/host=([^&]+)/.exec(url)![1])
  const parents = new Map<number, number>()
  let server: number | undefined
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const pid = Number(name)
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      if (command.includes(program) && command.includes(`${folder}/data`)) server = pid
      parents.set(pid, Number(/\) . (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))![1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const members = [...parents].filter(([pid, parent]) => pid === server || parent === server)
  return members.reduce((sum, [pid]) => sum + cpuMsOf(pid), 0)
}
