import { coarseDifferences } from '../../lab/golden/differences.js'
import type { Coarse } from '../../lab/golden/findings.js'
import type { Audit } from '../../src/audit/engine.js'

/** What one audit tells otherwise than the other, in words, beyond what the instructions of a processor explain. */
export function auditDifferences(one: Audit, other: Audit): string[] {
  const files = one.checks.quality!.tracks.map(({ file }) => file)
  return files.flatMap((file) =>
    coarseDifferences(toldOf(one, file), toldOf(other, file)).map((line) => `${file}: ${line}`),
  )
}

/** Flags and reasons to the letter, all else as the golden test compares findings. */
function toldOf({ checks, tracksToRegenerate }: Audit, file: string): Coarse[] {
  const quality = checks.quality!.tracks.find((track) => track.file === file)!
  const script = checks.scriptAccuracy!.tracks.find((track) => track.file === file)!
  const pace = checks.pace?.tracks.find((track) => track.file === file)
  const comparison = checks.comparison?.tracks.find((track) => track.file === file)
  const reasons = tracksToRegenerate.find((track) => track.file === file)?.reasons ?? []
  return [
    {
      figures: {
        flaggedFor: reasons.map(({ check }) => check).join(', '),
        speech: quality.speech,
        snrDb: quality.snrDb,
        cutoffHz: quality.bandwidth.cutoffHz,
        wordCount: pace?.wordCount ?? null,
        speechSec: pace?.speechSec ?? null,
        loudnessDb: comparison?.loudnessDb ?? null,
      },
    },
    {
      stretches: quality.issues.map(({ type, timeSec, endSec, audibility }) => ({
        what: type,
        startSec: timeSec,
        endSec,
        strength: audibility,
      })),
    },
    {
      stretches: script.differences.map(({ kind, written, timeSec, endSec }) => ({
        what: `${kind} "${written}"`,
        startSec: timeSec ?? 0,
        endSec: endSec ?? 0,
        strength: 1,
      })),
    },
    { words: script.transcript.toLowerCase().split(/\s+/) },
  ]
}
