// npm run bench -- peers: the whole audit with scripts against whisper.cpp base.en, which merely transcribes, on the same
// generated speech in one run. By CPU time each works on one thread; by wall time each on all cores.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { CheckName } from '../../src/audit/checks.js'
import type { AuditProcessRequest } from './audit-process.js'
import { instructionSets } from './instruction-sets.js'
import { type SpokenClip, speakForPeers } from './speech.js'
import type { Spent } from './spent.js'
import { type WhisperFiles, whisperFiles } from './whisper-files.js'
import type { WhisperRequest } from './whisper-process.js'

interface Row {
  title: string
  threads: number
  cpuSecPerSec: number
  wallSecPerSec: number
  peakMemoryMb?: number
}

interface PeersOptions {
  seconds: number
  rounds: number
  isJson: boolean
}

const ALL: CheckName[] = ['comparison', 'quality', 'pace', 'scriptAccuracy']
const AUDIT = 'the whole audit, with scripts'
const WHISPER = 'whisper.cpp base.en, transcript only'

/** Whether the audit takes at most `BAR` of what whisper.cpp takes. */
export async function benchPeers(options: PeersOptions): Promise<boolean> {
  const whisper = await whisperFiles()
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-bench-'))
  try {
    const clips = await speakForPeers(folder, options.seconds)
    const rows = await measured(clips, whisper, options.rounds)
    const ratios = ratiosOf(rows)
    const about = {
      processor: cpus()[0].model || process.arch,
      cores: availableParallelism(),
      node: process.version,
      date: new Date().toISOString().slice(0, 10),
      clips: clips.length,
      audioSec: audioSecOf(clips),
      rounds: options.rounds,
      whisperBuiltFor: await instructionSets(whisper.runtime),
    }
    process.stdout.write(
      options.isJson
        ? `${JSON.stringify({ ...about, rows, ratios }, null, 2)}\n`
        : tableOf(about, rows, ratios),
    )
    return ratios.cpu <= BAR
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What the audit may take of the CPU time of a transcript by whisper.cpp. */
const BAR = 0.16

/** Taken in turns, so that whatever else the machine does falls on all of them; medians of the rounds. */
async function measured(clips: SpokenClip[], whisper: WhisperFiles, rounds: number): Promise<Row[]> {
  const cores = availableParallelism()
  const threadCounts = cores > 1 ? [1, cores] : [1]
  const plans = threadCounts.flatMap((threads) => [
    { title: AUDIT, threads, run: () => audited(clips, ALL, threads) },
    { title: WHISPER, threads, run: () => transcribed(clips, whisper, threads) },
  ])
  const alone = ALL.map((check) => ({
    title: `${check} alone`,
    threads: 1,
    run: () => audited(clips, [check], 1),
  }))
  const all = [...plans, ...alone].map((plan) => ({
    ...plan,
    taken: [] as (Spent & { peakMemoryMb?: number })[],
  }))
  let runs = 0
  for (let round = 0; round < rounds; round++)
    for (const { title, threads, run, taken } of all) {
      process.stderr.write(
        `${++runs} of ${rounds * all.length}: ${title}, ${threads} thread${threads > 1 ? 's' : ''}\n`,
      )
      taken.push(await run())
    }
  const audioSec = audioSecOf(clips)
  return all.map(({ title, threads, taken }) => {
    const peaks = taken.flatMap(({ peakMemoryMb }) => peakMemoryMb ?? [])
    return {
      title,
      threads,
      cpuSecPerSec: median(taken.map(({ cpuSec }) => cpuSec)) / audioSec,
      wallSecPerSec: median(taken.map(({ wallSec }) => wallSec)) / audioSec,
      ...(peaks.length > 0 ? { peakMemoryMb: Math.max(...peaks) } : {}),
    }
  })
}

function audited(clips: SpokenClip[], checks: CheckName[], workers: number) {
  return childSpent('./audit-process.ts', {
    files: clips.map(({ name, file }) => ({ name, path: file })),
    scripts: Object.fromEntries(clips.map(({ name, script }) => [name, script])),
    checks,
    workers,
  } satisfies AuditProcessRequest)
}

function transcribed(clips: SpokenClip[], whisper: WhisperFiles, threads: number) {
  return childSpent('./whisper-process.ts', {
    ...whisper,
    files: clips.map(({ file16kHz }) => file16kHz),
    threads,
  } satisfies WhisperRequest)
}

async function childSpent(script: string, request: object): Promise<Spent & { peakMemoryMb?: number }> {
  const { pathname } = new URL(script, import.meta.url)
  const { stdout } = await promisify(execFile)(process.execPath, [
    // As the service and the command line run.
    '--single-threaded-gc',
    ...['--import', 'tsx'],
    pathname,
    JSON.stringify(request),
  ])
  return JSON.parse(stdout)
}

function ratiosOf(rows: Row[]): { cpu: number; wall: number } {
  const of = (title: string, threads: number) =>
    rows.find((row) => row.title === title && row.threads === threads)!
  const most = Math.max(...rows.map(({ threads }) => threads))
  return {
    cpu: of(AUDIT, 1).cpuSecPerSec / of(WHISPER, 1).cpuSecPerSec,
    wall: of(AUDIT, most).wallSecPerSec / of(WHISPER, most).wallSecPerSec,
  }
}

interface About {
  processor: string
  cores: number
  node: string
  date: string
  clips: number
  audioSec: number
  rounds: number
  whisperBuiltFor: string
}

/** As it stands in docs/production.md. */
function tableOf(about: About, rows: Row[], ratios: { cpu: number; wall: number }): string {
  const { processor, cores, node, date, clips, audioSec, rounds, whisperBuiltFor } = about
  return [
    `${processor}, ${cores} cores, Node ${node}, ${date}; ${clips} clips of 5 to 10 s, ${audioSec.toFixed(0)} s in all, medians of ${rounds} round${rounds === 1 ? '' : 's'}`,
    '',
    '| | threads | CPU seconds a second of sound | wall seconds | peak memory |',
    '|---|---|---|---|---|',
    ...rows.map(
      ({ title, threads, cpuSecPerSec, wallSecPerSec, peakMemoryMb }) =>
        `| ${title} | ${threads} | ${cpuSecPerSec.toFixed(3)} | ${wallSecPerSec.toFixed(3)} | ` +
        `${peakMemoryMb === undefined ? '' : `${peakMemoryMb.toFixed(0)} MB`} |`,
    ),
    '',
    `whisper.cpp as it is published for npm uses these vector instructions: ${whisperBuiltFor}.`,
    `The audit takes ${ratios.cpu.toFixed(2)} of the CPU time of whisper.cpp on one thread, and ${ratios.wall.toFixed(2)} of its wall time on all cores.`,
    '',
  ].join('\n')
}

function audioSecOf(clips: SpokenClip[]): number {
  return clips.reduce((sum, { durationSec }) => sum + durationSec, 0)
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
}
