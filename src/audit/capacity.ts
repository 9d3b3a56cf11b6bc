import { availableParallelism, totalmem } from 'node:os'
import { asksWhisper, type TranscriberModel } from '../speech/speech-data.js'
import { SettingError } from './errors.js'

/**
 * What is counted for one worker with the base model. A process of one, the program and its main thread included, peaked at 389 MB and
 * one of two at 650 MB on clips, at 708 MB with all four checks (x64, Node 20): the first takes most. So much for each leaves the service
 * its 279 MB at rest (the embedded database) beside two.
 */
export const WORKER_MEMORY_MB = 550
/**
 * What is counted beside that for one that asks the second recogniser. A process of one peaked at 933 MB rather than 338 when it
 * transcribed doubtful clips, and at 1,144 MB rather than 543 with scriptAccuracy; one of two at 1,716 MB (x64, Node 20).
 */
export const SECOND_RECOGNISER_MEMORY_MB = 650
/** More threads than any machine this was written for has cores: a larger number is a slip of the keyboard. */
export const MOST_WORKERS = 256

const BYTES_PER_MB = 1e6

export interface CapacityOptions {
  /** Threads wanted; else AUDIO_AUDIT_WORKERS, else one per core. */
  workers?: number
  /** Memory that all workers may take together; else AUDIO_AUDIT_MEMORY_MB, else all that the machine has. */
  memoryMb?: number
  /** What they transcribe with; base when left out. */
  model?: TranscriberModel
}

/** How many workers there shall be: as many as wanted, but never more than the memory holds, and at least one. */
export function workerCount(options: CapacityOptions = {}, env: NodeJS.ProcessEnv = process.env): number {
  const wanted = setting('workers', options.workers, 'AUDIO_AUDIT_WORKERS', env, MOST_WORKERS)
  const held = Math.floor(memoryMbOf(options, env) / workerMemoryMb(options))
  return Math.max(1, Math.min(wanted ?? availableParallelism(), held, MOST_WORKERS))
}

function workerMemoryMb({ model = 'base' }: CapacityOptions): number {
  return WORKER_MEMORY_MB + (asksWhisper(model) ? SECOND_RECOGNISER_MEMORY_MB : 0)
}

function memoryMbOf({ memoryMb }: CapacityOptions, env: NodeJS.ProcessEnv): number {
  const most = Number.MAX_SAFE_INTEGER
  return setting('memoryMb', memoryMb, 'AUDIO_AUDIT_MEMORY_MB', env, most) ?? machineMemoryMb()
}

/** What the service itself takes beside the workers, with some to spare; see docs/hosting.md. */
const OWN_MEMORY_MB = 1000

/** So three callers a worker can have a file under way at a time, one that goes on and two that rest. */
const SPARE_PER_WORKER = 2

/** Threads beyond the workers, as far as the memory holds them; those that rest take no time of the cores. */
export function spareCount(workers: number, options: CapacityOptions = {}, env = process.env): number {
  const held = Math.floor((memoryMbOf(options, env) - OWN_MEMORY_MB) / workerMemoryMb(options))
  return Math.max(0, Math.min(SPARE_PER_WORKER * workers, held - workers, MOST_WORKERS - workers))
}

/** A container may grant less than the machine has. */
function machineMemoryMb(): number {
  const constrained = process.constrainedMemory()
  return Math.min(totalmem(), constrained > 0 ? constrained : Number.POSITIVE_INFINITY) / BYTES_PER_MB
}

function setting(
  name: string,
  given: number | undefined,
  variable: string,
  env: NodeJS.ProcessEnv,
  most: number,
): number | undefined {
  if (given !== undefined) return wholeNumber(given, name, most)
  const text = env[variable]?.trim()
  return text ? wholeNumber(/^\d+$/.test(text) ? Number(text) : text, variable, most) : undefined
}

/** Checks a count that a person has set, and names the setting when it is no good. */
export function wholeNumber(value: number | string, name: string, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  const range =
    most === Number.MAX_SAFE_INTEGER ? 'a whole number above 0' : `a whole number from 1 to ${most}`
  throw new SettingError(`${name} must be ${range}, not "${value}"`)
}
