// Audits made by hand, for what pipelines make of them.
import type { CheckName } from '../../../src/audit/checks.js'
import type { Audit } from '../../../src/audit/engine.js'
import { type CiRequest, type CiValues, ciRequest } from '../../../src/cli/ci/ci-request.js'
import { Decided } from '../../../src/cli/ci/decided.js'
import type { Yardsticks } from '../../../src/cli/ci/verdict.js'

export interface MadeTrack {
  file: string
  flagged?: boolean
  /** Of the check; one that stands for all when left out. */
  reasons?: string[]
  [field: string]: unknown
}

export type MadeBatch = Partial<Record<CheckName, MadeTrack[]>>

export function auditOf(batch: MadeBatch, more: Partial<Record<CheckName, object>> = {}): Audit {
  const made = Object.entries(batch) as [CheckName, MadeTrack[]][]
  const files = made[0][1].map(({ file }) => file)
  const reasonsOf = (name: string) =>
    made.flatMap(([check, tracks]) =>
      tracks
        .filter(({ file, flagged }) => file === name && flagged)
        .flatMap(({ reasons = [`${check} is wrong`] }) => reasons.map((message) => ({ check, message }))),
    )
  return {
    score: 80,
    summary: 'Made by hand.',
    fileCount: files.length,
    auditId: 'a'.repeat(32),
    deviationThreshold: 0.15,
    batchAlarms: [],
    tracksToRegenerate: files
      .map((file) => ({ file, reasons: reasonsOf(file) }))
      .filter(({ reasons }) => reasons.length > 0),
    checks: Object.fromEntries(
      made.map(([check, tracks]) => [
        check,
        {
          score: 80,
          summary: `${check} in a sentence.`,
          tracks: tracks.map(({ reasons, ...track }) => ({ flagged: false, ...track })),
          ...more[check],
        },
      ]),
    ) as Audit['checks'],
    timing: { decode: 1, checks: 2, total: 3 },
  }
}

export const click = (timeSec: number, more: object = {}) => ({
  type: 'click',
  timeSec,
  endSec: timeSec + 0.01,
  audibilityLabel: 'severe',
  trait: null,
  ...more,
})

export function requestOf(
  values: Partial<CiValues> = {},
  checks: CheckName[] = ['comparison', 'quality', 'pace', 'scriptAccuracy'],
): CiRequest {
  return ciRequest({ github: false, ...values }, checks)
}

export const noYardsticks: Yardsticks = { baseline: undefined, decided: Decided.nothing }

/** A name that does its worst wherever it is written. */
export const hostileName =
  '::error::"<b>&amp;\'|`[x](javascript:1)\n::add-mask::a%0A##[set-env]\u0007\ud800\u202e.wav'
