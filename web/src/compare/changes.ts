// Two audits of the same files: what got better, what got worse.
import type { Audit, CheckName, Reason } from '../api/audit.js'

export interface FileChange {
  file: string
  before: Reason[]
  after: Reason[]
  /** Where its sound is; undefined once that was deleted. */
  soundBefore: string | undefined
  soundAfter: string | undefined
}

export interface Changes {
  fixed: FileChange[]
  appeared: FileChange[]
  remaining: FileChange[]
  /** Passed both times. */
  unharmed: number
  onlyBefore: string[]
  onlyAfter: string[]
  scores: { check: CheckName; before: number; after: number }[]
}

/** Files are the same when they are called the same, whatever format they are in. */
export function changesBetween(before: Audit, after: Audit): Changes {
  const earlier = reasonsByName(before)
  const later = reasonsByName(after)
  const changes: Changes = {
    fixed: [],
    appeared: [],
    remaining: [],
    unharmed: 0,
    onlyBefore: [...earlier.values()].filter(({ key }) => !later.has(key)).map(({ file }) => file),
    onlyAfter: [],
    scores: [],
  }
  for (const { key, file, reasons, audioUrl } of later.values()) {
    const old = earlier.get(key)
    if (!old) {
      changes.onlyAfter.push(file)
      continue
    }
    const change = {
      file,
      before: old.reasons,
      after: reasons,
      soundBefore: old.audioUrl,
      soundAfter: audioUrl,
    }
    if (old.reasons.length > 0 && reasons.length > 0) changes.remaining.push(change)
    else if (old.reasons.length > 0) changes.fixed.push(change)
    else if (reasons.length > 0) changes.appeared.push(change)
    else changes.unharmed++
  }
  for (const check of Object.keys(after.checks) as CheckName[]) {
    const [one, other] = [before.checks[check], after.checks[check]]
    if (one && other) changes.scores.push({ check, before: one.score, after: other.score })
  }
  return changes
}

interface Named {
  key: string
  file: string
  reasons: Reason[]
  audioUrl: string | undefined
}

function reasonsByName({ fileNames, audioUrls = [], tracksToRegenerate }: Audit): Map<string, Named> {
  const reasons = new Map(tracksToRegenerate.map((track) => [track.file, track.reasons]))
  const stems = fileNames.map((name) => name.replace(/\.[^.]*$/, ''))
  return new Map(
    fileNames.map((file, index) => {
      const isAlone = stems.filter((stem) => stem === stems[index]).length === 1
      const key = isAlone ? stems[index] : file
      return [key, { key, file, reasons: reasons.get(file) ?? [], audioUrl: audioUrls[index] }]
    }),
  )
}
