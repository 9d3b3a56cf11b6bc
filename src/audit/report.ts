// From what each check says to what the audit says.

import { type CheckName, type CheckReport, type Judgement, score } from '../checks/check.js'
import { allSpeechless, asSentence, speechlessSummary } from '../checks/speechless.js'

export interface Judged extends Judgement<CheckReport> {
  name: CheckName
}

export interface Reason {
  check: CheckName
  message: string
  /** For comparison. */
  deviation?: number
}

export interface TrackToRegenerate {
  file: string
  reasons: Reason[]
}

/** The mean of the scores of the checks. */
export function scoreOf(judged: Judged[]): number {
  return score(judged.reduce((sum, { report }) => sum + report.score, 0) / judged.length)
}

/** The files that any check flags, in the order of the batch. */
export function tracksToRegenerate(files: string[], judged: Judged[]): TrackToRegenerate[] {
  return files
    .map((file, index) => ({
      file,
      reasons: judged.flatMap(({ name, reasons }) =>
        reasons[index].map((reason) => ({ check: name, ...reason })),
      ),
    }))
    .filter(({ reasons }) => reasons.length > 0)
}

/** More names than this make a sentence that nobody reads. */
const MOST_NAMES = 3

/** Of a batch in which nobody speaks, that is all there is to say. */
function speechlessBatch(fileCount: number, judged: Judged[]): string | null {
  const [first] = judged
  const presences = (first?.report.tracks ?? []).map(({ speech }) => speech)
  if (presences.length !== fileCount || !allSpeechless(presences)) return null
  return asSentence(`${speechlessSummary(presences)}: regenerate ${fileCount === 1 ? 'it' : 'them all'}`)
}

export function summaryOf(fileCount: number, regenerate: TrackToRegenerate[], judged: Judged[] = []): string {
  const speechless = speechlessBatch(fileCount, judged)
  if (speechless !== null && regenerate.length > 0) return speechless
  if (regenerate.length === 0) {
    return fileCount === 1
      ? 'No reason was found to regenerate the file.'
      : `No reason was found to regenerate any of the ${fileCount} files.`
  }
  const named = regenerate.slice(0, MOST_NAMES).map(({ file, reasons }) => `${file} (${reasons[0].message})`)
  const more = regenerate.length - named.length
  const names = more > 0 ? [...named, `${more} more`] : named
  return `${regenerate.length} of ${fileCount} files should be regenerated: ${inWords(names)}.`
}

function inWords(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
