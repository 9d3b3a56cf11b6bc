// npx tsx bench/capacity-model.ts [costs.json]: how large each part has to be for so many hours of sound a day, and which
// one cannot grow any more first. The costs are those of "npm run bench -- costs"; without a file, the ones written below.
import { readFileSync } from 'node:fs'
import type { Costs } from './cluster/costs.js'

/**
 * By "npm run bench -- costs" on two cores of an arm64 server (Neoverse N1) that had other work to do, Node 20; the peak is that of a
 * process with one worker thread on x64, see WORKER_MEMORY_MB in src/audit/capacity.ts.
 */
const measured: Costs = {
  workerCpuSecPerAudioSec: 0.27,
  workerPeakMb: 462,
  findingsBytesPerAudioSec: 260,
  redisCpuMsPerFile: 0.45,
  redisBytesPerWaitingFile: 2200,
  apiCpuMsPerFile: 21,
  postgresCpuMsPerFile: 2.1,
}

/** About the length of a prompt in a batch of generated speech, and of a batch. */
const FILE_SEC = 12
const FILES_PER_AUDIT = 50
/** mp3 at 64 kbit/s, as most services of generated speech deliver; wave files are six times as large. */
const AUDIO_BYTES_PER_SEC = 8_000
/** The busiest hour against the mean of a day. */
const PEAK = 2
/** How full a machine may be before those who wait notice. */
const USABLE = 0.75
/** Redis does its work on one core, and all jobs wait in one queue there. */
const REDIS_CORES = 1
/** A PostgreSQL server of a size that can be rented; beyond, tables would have to be split by caller. */
const POSTGRES_CORES = 64
/** Connections that such a server serves well without a pooler in front. */
const POSTGRES_CONNECTIONS = 500
const CONNECTIONS_PER_API = 10
/** Each worker holds two: one that waits for jobs, one for everything else. Redis allows 10,000 unless told otherwise. */
const CONNECTIONS_PER_WORKER = 2
const CONNECTIONS_PER_SERVER = 2
const REDIS_CONNECTIONS = 10_000
/** Of one prefix; more prefixes multiply it (Amazon S3, performance guidelines). Names begin with hashes, so it splits well. */
const S3_WRITES_PER_SEC_PER_PREFIX = 3_500
/** Files that wait at the worst moment. */
const WAITING_MINUTES = 10
const API_CORES = 1
/** Audio and findings are kept for so long unless told otherwise. */
const AUDIO_DAYS = 30
const FINDINGS_DAYS = 90

export interface Plan {
  audioHoursPerDay: number
  filesPerSec: number
  workers: number
  threads: number
  apis: number
  rows: { part: string; need: string; limit: string; share: number }[]
  storage: { audioTb: number; findingsTb: number }
}

/** `threads` is how many cores one worker process uses. */
export function planFor(audioHoursPerDay: number, costs: Costs, threads = 1): Plan {
  const audioSecPerSec = (PEAK * audioHoursPerDay) / 24
  const filesPerSec = audioSecPerSec / FILE_SEC
  const workers = Math.ceil((audioSecPerSec * costs.workerCpuSecPerAudioSec) / USABLE / threads)
  const apis = Math.max(2, Math.ceil((filesPerSec * costs.apiCpuMsPerFile) / 1000 / USABLE / API_CORES))
  const redisCores = (filesPerSec * costs.redisCpuMsPerFile) / 1000 / USABLE
  const postgresCores = (filesPerSec * costs.postgresCpuMsPerFile) / 1000 / USABLE
  const postgresConnections = apis * CONNECTIONS_PER_API
  const redisConnections = workers * CONNECTIONS_PER_WORKER + apis * CONNECTIONS_PER_SERVER
  const waitingFiles = filesPerSec * 60 * WAITING_MINUTES
  // Every API reads what is told of every job, its own or not: three messages of some two hundred bytes.
  const eventsMbitPerSec = (filesPerSec * 3 * 200 * 8 * apis) / 1e6
  // The audio once, its findings once.
  const s3Writes = 2 * filesPerSec
  const row = (part: string, need: number, limit: number, unit: string) => ({
    part,
    need: `${rounded(need)} ${unit}`,
    limit: `${rounded(limit)} ${unit}`,
    share: need / limit,
  })
  const days = (perDay: number, count: number) => (perDay * count) / 1e12
  const secPerDay = audioHoursPerDay * 3600
  return {
    audioHoursPerDay,
    filesPerSec,
    workers,
    threads,
    apis,
    rows: [
      row('Redis, CPU', redisCores, REDIS_CORES, 'cores'),
      row('Redis, connections', redisConnections, REDIS_CONNECTIONS, 'connections'),
      row('Redis, memory for what waits', (waitingFiles * costs.redisBytesPerWaitingFile) / 1e9, 64, 'GB'),
      row('Redis, network for messages', eventsMbitPerSec, 10_000, 'Mbit/s'),
      row('PostgreSQL, CPU', postgresCores, POSTGRES_CORES, 'cores'),
      row('PostgreSQL, connections', postgresConnections, POSTGRES_CONNECTIONS, 'connections'),
      row('S3, writes under one prefix', s3Writes, S3_WRITES_PER_SEC_PER_PREFIX, 'per s'),
    ].sort((a, b) => b.share - a.share),
    storage: {
      audioTb: days(secPerDay * AUDIO_BYTES_PER_SEC, AUDIO_DAYS),
      findingsTb: days(secPerDay * costs.findingsBytesPerAudioSec, FINDINGS_DAYS),
    },
  }
}

function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2)
}

function planText(plan: Plan): string {
  const lines = plan.rows.map(
    ({ part, need, limit, share }) => `| ${part} | ${need} | ${limit} | ${(100 * share).toFixed(0)} % |`,
  )
  const [first] = plan.rows
  const breaksAt = plan.audioHoursPerDay / first.share
  return [
    `${rounded(plan.audioHoursPerDay)} audio hours a day, twice that in the busiest hour: ${rounded(plan.filesPerSec)} files/s of ${FILE_SEC} s, ` +
      `${rounded(plan.workers)} workers of ${plan.threads === 1 ? 'one core' : `${plan.threads} cores`}, ${plan.apis} API processes; ` +
      `${rounded(plan.storage.audioTb)} TB of audio and ${rounded(plan.storage.findingsTb)} TB of findings kept`,
    '',
    '| part | needs | can do | used |',
    '|---|---|---|---|',
    ...lines,
    '',
    `First to break: ${first.part}, at about ${rounded(breaksAt)} audio hours a day.`,
    '',
  ].join('\n')
}

if (process.argv[1]?.endsWith('capacity-model.ts')) {
  const costs: Costs = process.argv[2] ? JSON.parse(readFileSync(process.argv[2], 'utf8')) : measured
  const perWorkerHours = (24 * USABLE) / costs.workerCpuSecPerAudioSec / PEAK
  process.stdout.write(
    `One worker listens to ${rounded(1 / costs.workerCpuSecPerAudioSec)} h of sound in an hour at full load, ${rounded(perWorkerHours)} h a day at these rates. ` +
      `1,000 workers: ${rounded(1000 * perWorkerHours)} h a day. Batches of ${FILES_PER_AUDIT} files.\n\n`,
  )
  const plans: [number, number][] = [
    [10_000, 1],
    [1000 * perWorkerHours, 1],
    [1_000_000, 1],
    [1_000_000, 32],
  ]
  for (const [hours, threads] of plans) process.stdout.write(`${planText(planFor(hours, costs, threads))}\n`)
}
