// Transcribes files in a process of its own, so that its peak memory is that of transcribing and of nothing else; the request
// comes as JSON in the first argument, the figures go out as JSON. What is measured is the build in dist/.
import type * as PoolModule from '../src/audit/pool.js'
import type { TranscriberModel } from '../src/speech/speech-data.js'

export interface MeasureRequest {
  model: TranscriberModel
  workers: number
  files: string[]
  /** A short file that every worker transcribes first, so that opening the models is not counted. */
  warmUp: string
}

export interface Spent {
  cpuSec: number
  wallSec: number
}

export interface Measured {
  inAll: Spent
  /** By stage; only with one worker, since CPU time is counted for the whole process. */
  stages: Record<string, Spent>
  /** Until every worker has its models open. */
  start: Spent
  audioSec: number
  peakMemoryMb: number
}

class Stopwatch {
  private cpu = process.cpuUsage()
  private wallMs = performance.now()

  /** Time spent since the last lap. */
  lap(): Spent {
    const { user, system } = process.cpuUsage(this.cpu)
    const wallMs = performance.now()
    const spent = { cpuSec: (user + system) / 1e6, wallSec: (wallMs - this.wallMs) / 1e3 }
    this.cpu = process.cpuUsage()
    this.wallMs = wallMs
    return spent
  }
}

async function measure({ model, workers, files, warmUp }: MeasureRequest): Promise<Measured> {
  const built = new URL('../dist/audit/pool.js', import.meta.url)
  const { createPool } = (await import(built.href)) as typeof PoolModule
  const pool = createPool({ model, workers })
  if (pool.workers !== workers) throw new Error(`there is memory for ${pool.workers} workers only`)
  const whole = new Stopwatch()
  await Promise.all(Array.from({ length: workers }, () => pool.transcribe(warmUp)))
  const start = whole.lap()
  const { stages, audioSec } = workers === 1 ? await oneByOne(pool, files) : await sideBySide(pool, files)
  const inAll = whole.lap()
  await pool.close()
  return { inAll, stages, start, audioSec, peakMemoryMb: (process.resourceUsage().maxRSS * 1024) / 1e6 }
}

type Transcribed = Pick<Measured, 'stages' | 'audioSec'>

async function oneByOne(pool: PoolModule.Pool, files: string[]): Promise<Transcribed> {
  const stages: Record<string, Spent> = {}
  let audioSec = 0
  for (const file of files) {
    const watch = new Stopwatch()
    let current = 'opening'
    const book = () => {
      const { cpuSec, wallSec } = watch.lap()
      const sum = stages[current] ?? { cpuSec: 0, wallSec: 0 }
      stages[current] = { cpuSec: sum.cpuSec + cpuSec, wallSec: sum.wallSec + wallSec }
    }
    const { format } = await pool.transcribe(file, {
      onStage: (stage) => {
        book()
        current = stage
      },
    })
    book()
    audioSec += format.durationSec
  }
  return { stages, audioSec }
}

async function sideBySide(pool: PoolModule.Pool, files: string[]): Promise<Transcribed> {
  const results = await Promise.all(files.map((file) => pool.transcribe(file)))
  return { stages: {}, audioSec: results.reduce((sum, { format }) => sum + format.durationSec, 0) }
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2]))))
