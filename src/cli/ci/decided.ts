// What people have decided about issues, from a file: that of "labels export", or the answer of GET /v1/audits/ID/decisions.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { AuditFile } from '../../audit/request.js'
import { UsageError } from '../exit.js'
import { type Fault, isExplainedByFaults, type JudgedTrack } from './faults.js'

interface Decision {
  /** Of an export, which knows the content; without it the name of the file counts. */
  sha256?: string
  file?: string | null
  check: string
  kind: string
  timeSec: number | null
}

/** Decisions after which an issue is nothing to fail for. */
const FORGIVING = new Set(['accept', 'falseAlarm'])
/** To the millisecond, as results tell times. */
const STEPS_PER_SEC = 1000

/** What may stay as it is, by name of the file. */
export class Decided {
  private constructor(private readonly forgiven: ReadonlySet<string>) {}

  static readonly nothing = new Decided(new Set())

  static async read(from: string, files: readonly AuditFile[]): Promise<Decided> {
    const decisions = decisionsIn(
      from,
      await readFile(from, 'utf8').catch((cause) => {
        throw new UsageError(`the decisions in ${from} cannot be read (${cause.code})`)
      }),
    )
    const names = decisions.some(({ sha256 }) => sha256 !== undefined)
      ? await namesByContent(files)
      : new Map()
    return new Decided(
      new Set(
        decisions.flatMap((decision) => {
          const named =
            decision.sha256 === undefined ? [decision.file ?? ''] : (names.get(decision.sha256) ?? [])
          return named.map((file: string) => keyOf(file, decision))
        }),
      ),
    )
  }

  /** The faults of a flagged file that still stand; none when it was accepted as a whole, or all that it is flagged for was. */
  standing(judged: JudgedTrack): { faults: Fault[]; isForgiven: boolean } {
    const { check, track } = judged
    const isAccepted = (kind: string, timeSec: number | null) =>
      this.forgiven.has(keyOf(track.file, { check, kind, timeSec }))
    if (isAccepted(check, null)) return { faults: [], isForgiven: true }
    const faults = judged.faults.filter(({ kind, timeSec }) => !isAccepted(kind, timeSec))
    return { faults, isForgiven: faults.length === 0 && isExplainedByFaults(judged) }
  }
}

function keyOf(file: string, { check, kind, timeSec }: Pick<Decision, 'check' | 'kind' | 'timeSec'>): string {
  return JSON.stringify([file, check, kind, timeSec === null ? null : Math.round(timeSec * STEPS_PER_SEC)])
}

function decisionsIn(from: string, text: string): Decision[] {
  const all = listIn(text)
  if (!all?.every(isDecision)) {
    throw new UsageError(
      `${from} holds no decisions: it must come from "labels export" or GET /v1/audits/ID/decisions`,
    )
  }
  return all.filter(({ decision }) => FORGIVING.has(decision))
}

/** An object with a list, or an object a line. */
function listIn(text: string): unknown[] | undefined {
  const whole = parsed(text)
  if (typeof whole === 'object' && whole !== null && 'decisions' in whole)
    return Array.isArray(whole.decisions) ? whole.decisions : undefined
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed)
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

function isDecision(value: unknown): value is Decision & { decision: string } {
  if (typeof value !== 'object' || value === null) return false
  const { sha256, file, check, kind, timeSec, decision } = value as Record<string, unknown>
  return (
    (sha256 === undefined || typeof sha256 === 'string') &&
    (typeof file === 'string' || ((file === null || file === undefined) && sha256 !== undefined)) &&
    [check, kind, decision].every((text) => typeof text === 'string') &&
    (timeSec === null || typeof timeSec === 'number')
  )
}

async function namesByContent(files: readonly AuditFile[]): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  // One after the other: a batch may have more files than a process may open.
  for (const { name, path } of files) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    const sha256 = hash.digest('hex')
    names.set(sha256, [...(names.get(sha256) ?? []), name])
  }
  return names
}
