// Judges a batch, on a thread of its own: what it takes grows with the batch, and whoever answers requests must not wait for it.
import type { CheckName, FileFindings, Options } from '../checks/check.js'
import { checks } from '../checks/registry.js'
import type { Task } from './calls.js'
import { unpackFindings } from './packed-findings.js'
import { alarmsOf, type Judged, scoreOf, summaryOf, tracksToRegenerate } from './report.js'

export interface JudgePayload {
  /** Names, in the order of the batch. */
  files: string[]
  checks: CheckName[]
  options: Options
  /** Hashes of the contents, where they are known: equal ones are one file under several names. */
  contents?: (string | undefined)[]
  /** For each file what it should say, where the caller told. */
  scripts: (string | undefined)[]
  /** For each file which voice it should have, where the caller told. */
  voices?: (string | undefined)[]
  /** Packed, for each check those of every file. */
  findings: Uint8Array[][]
}

export interface JudgedBatch {
  /** 0 to 100: the mean of the scores of the checks. */
  score: number
  summary: string
  regenCount: number
  /** JSON of the rest, an object with `deviationThreshold`, `batchAlarms`, `tracksToRegenerate` and `checks`: megabytes that are only handed on. */
  restJson: Uint8Array
}

export const judgeTask: Task<JudgePayload, JudgedBatch> = async (payload, { signal }) => {
  const { files, options, scripts, findings } = payload
  const judged = payload.checks.map((name, place): Judged => {
    signal.throwIfAborted()
    const batch = files.map(
      (file, index): FileFindings<unknown> => ({
        file,
        findings: unpackFindings(findings[place][index]),
        script: scripts[index],
        castVoice: payload.voices?.[index],
      }),
    )
    return { name, ...checks[name]!.judge(batch, options) }
  })
  const regenerate = tracksToRegenerate(files, judged)
  const alarms = alarmsOf(files, judged, payload.contents)
  const rest = {
    deviationThreshold: options.deviationThreshold,
    batchAlarms: alarms,
    tracksToRegenerate: regenerate,
    checks: Object.fromEntries(judged.map(({ name, report }) => [name, report])),
  }
  return {
    score: scoreOf(judged),
    summary: summaryOf(files.length, regenerate, judged, alarms),
    regenCount: regenerate.length,
    restJson: new TextEncoder().encode(JSON.stringify(rest)),
  }
}
