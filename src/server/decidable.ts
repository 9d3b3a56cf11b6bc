// What can be decided about in a result: each issue that has a place, and each file that a check has flagged as a whole.
import type { CheckName } from '../audit/checks.js'
import type { AuditBody } from './schemas/audit.js'

export interface Decidable {
  file: string
  check: CheckName
  kind: string
  timeSec: number | null
  endSec: number | null
  /** Null where the check tells none. */
  confidence: number | null
}

type Placed = Omit<Decidable, 'file' | 'check'>

/** To the millisecond, as results tell times. */
const STEPS_PER_SEC = 1000

/** By file, check, kind and time. */
export class Decidables {
  private readonly all = new Map<string, Decidable>()
  private readonly kinds = new Map<string, Set<string>>()

  constructor({ checks }: Pick<AuditBody, 'checks'>) {
    const { comparison, quality, pace, scriptAccuracy } = checks
    for (const track of comparison?.tracks ?? []) this.add('comparison', track, [])
    for (const track of quality?.tracks ?? []) {
      this.add(
        'quality',
        track,
        track.issues.map(({ type, confidence = null, ...issue }) => placed(type, issue, confidence)),
      )
    }
    for (const track of pace?.tracks ?? []) this.add('pace', track, [])
    for (const track of scriptAccuracy?.tracks ?? []) {
      this.add('scriptAccuracy', track, [
        ...track.differences.map((each) => placed(each.kind, each, each.confidence)),
        ...track.repetitions.map((each) => placed('repetition', each)),
        ...track.tags.spoken.map((each) => placed('spokenTag', each)),
      ])
    }
  }

  find(asked: Omit<Decidable, 'endSec' | 'confidence'>): Decidable | undefined {
    return this.all.get(keyOf(asked))
  }

  /** The kinds that a check told of a file. */
  kindsOf({ file, check }: Pick<Decidable, 'file' | 'check'>): string[] {
    return [...(this.kinds.get(JSON.stringify([file, check])) ?? [])]
  }

  private add(check: CheckName, { file, flagged }: { file: string; flagged: boolean }, issues: Placed[]) {
    const whole: Placed[] = flagged ? [{ kind: check, timeSec: null, endSec: null, confidence: null }] : []
    for (const issue of [...whole, ...issues]) {
      const one = { file, check, ...issue }
      this.all.set(keyOf(one), one)
    }
    const kinds = [...whole, ...issues].map(({ kind }) => kind)
    this.kinds.set(JSON.stringify([file, check]), new Set(kinds))
  }
}

function placed(
  kind: string,
  { timeSec, endSec }: { timeSec: number; endSec: number },
  confidence: number | null = null,
): Placed {
  return { kind, timeSec, endSec, confidence }
}

function keyOf({ file, check, kind, timeSec }: Omit<Decidable, 'endSec' | 'confidence'>): string {
  return JSON.stringify([file, check, kind, timeSec === null ? null : Math.round(timeSec * STEPS_PER_SEC)])
}

/** Whether two ends are the same as results tell them. */
export function isSameTime(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return one === other
  return Math.round(one * STEPS_PER_SEC) === Math.round(other * STEPS_PER_SEC)
}
