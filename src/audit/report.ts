// From what each check says to what the audit says.
import { type BatchAlarm, type CheckName, type CheckReport, type Judgement, score } from '../checks/check.js'
import { allSpeechless, asSentence, isSpeechless, speechlessSummary } from '../checks/speechless.js'
import { inWords } from '../report/in-words.js'
import { verdictOf } from '../report/verdict.js'

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

/** Where nobody speaks in so many files, it is the pipeline and not the files. */
const SPEECHLESS_SHARE = 0.5

/** What is wrong with the batch as a whole, the most important first. `contents`: hashes of the files, where they are known. */
export function alarmsOf(
  files: readonly string[],
  judged: readonly Judged[],
  contents: readonly (string | undefined)[] = [],
): BatchAlarm[] {
  return [
    ...speechlessAlarms(files, judged),
    ...judged.flatMap(({ alarms = [] }) => alarms),
    ...identicalFiles(files, contents),
  ]
}

function speechlessAlarms(files: readonly string[], [first]: readonly Judged[]): BatchAlarm[] {
  const presences = (first?.report.tracks ?? []).map(({ speech }) => speech)
  const without = files.filter((_, index) => presences[index] !== undefined && isSpeechless(presences[index]))
  if (files.length < 2 || without.length < SPEECHLESS_SHARE * files.length) return []
  return [{ kind: 'nobodySpeaks', message: asSentence(speechlessSummary(presences)!), files: without }]
}

function identicalFiles(files: readonly string[], contents: readonly (string | undefined)[]): BatchAlarm[] {
  const byContent = new Map<string, string[]>()
  files.forEach((file, index) => {
    const content = contents[index]
    if (content !== undefined) byContent.set(content, [...(byContent.get(content) ?? []), file])
  })
  return [...byContent.values()]
    .filter(({ length }) => length > 1)
    .map((same) => ({
      kind: 'identicalFiles',
      message: `The same file is there ${same.length === 2 ? 'twice' : `${same.length} times`}: ${shortened(same)}.`,
      files: same,
    }))
}

/** More names than this make a sentence that nobody reads. */
const MOST_NAMES = 3
const MOST_ALARMS = 2

/** Of a batch in which nobody speaks, that is all there is to say. */
function speechlessBatch(fileCount: number, judged: readonly Judged[]): string | null {
  const [first] = judged
  const presences = (first?.report.tracks ?? []).map(({ speech }) => speech)
  if (presences.length !== fileCount || !allSpeechless(presences)) return null
  return asSentence(`${speechlessSummary(presences)}: regenerate ${fileCount === 1 ? 'it' : 'them all'}`)
}

/** What is wrong with the batch as a whole, then what is to be done with its files. */
export function summaryOf(
  fileCount: number,
  regenerate: TrackToRegenerate[],
  judged: readonly Judged[] = [],
  alarms: readonly BatchAlarm[] = [],
): string {
  const speechless = speechlessBatch(fileCount, judged)
  if (speechless !== null && regenerate.length > 0) return speechless
  const names = shortened(regenerate.map(({ file, reasons }) => `${file} (${reasons[0].message})`))
  const verdict = verdictOf({ fileCount, regenCount: regenerate.length, alarmCount: alarms.length })
  const whole = alarms.slice(0, MOST_ALARMS).map(({ message }) => message)
  return asSentence([...whole, `${verdict}${names === '' ? '' : `: ${names}`}`].map(asClause).join('; '))
}

function asClause(sentence: string): string {
  return `${sentence[0].toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`
}

function shortened(names: string[]): string {
  const more = names.length - MOST_NAMES
  return inWords(more > 0 ? [...names.slice(0, MOST_NAMES), `${more} more`] : names)
}
