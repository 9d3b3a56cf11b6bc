// Judges a batch, on a thread of its own: what it takes grows with the batch, and whoever answers requests must not wait for it.
import type { CheckName, FileFindings, LabelledPart, Options, ReferenceFindings } from '../checks/check.js'
import { findingsOfKept } from '../checks/comparison/kept-voice.js'
import { checks } from '../checks/registry.js'
import type { ScriptReport } from '../checks/script-accuracy/report.js'
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
  /** What the voices are held against, beside the files. */
  references?: JudgedReference[]
  /** Packed, for each check those of every file. */
  findings: Uint8Array[][]
}

/** By what comparison has found in a recording, packed, or as a voice that was kept. */
export type JudgedReference = { voice: string } & ({ findings: Uint8Array } | { print: string })

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
  /** What scripts say of who speaks when, once they are judged. */
  let labelledParts: (LabelledPart[] | undefined)[] = []
  const judge = (name: CheckName): Judged => {
    signal.throwIfAborted()
    const place = payload.checks.indexOf(name)
    const batch = files.map(
      (file, index): FileFindings<unknown> => ({
        file,
        findings: unpackFindings(findings[place][index]),
        script: scripts[index],
        castVoice: payload.voices?.[index],
        labelledParts: labelledParts[index],
      }),
    )
    const references = name === 'comparison' ? payload.references?.map(unpackReference) : undefined
    return { name, ...checks[name]!.judge(batch, options, references) }
  }
  // Who should speak when is told to who compares voices: by the report, which everybody may read.
  const ofScripts = payload.checks.includes('scriptAccuracy') ? judge('scriptAccuracy') : undefined
  labelledParts =
    (ofScripts?.report as ScriptReport | undefined)?.tracks.map(({ speakers }) => speakers) ?? []
  const judged = payload.checks.map((name) => (name === 'scriptAccuracy' ? ofScripts! : judge(name)))
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

function unpackReference(reference: JudgedReference): ReferenceFindings<unknown> {
  const { voice } = reference
  const isKept = 'print' in reference
  return { voice, findings: isKept ? findingsOfKept(reference.print) : unpackFindings(reference.findings) }
}
