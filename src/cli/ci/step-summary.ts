// The summary of a step on GitHub: Markdown, in which nothing that comes from files is more than text.
import type { Audit } from '../../audit/engine.js'
import { counted } from '../../report/counted.js'
import { printable } from '../printable.js'
import { reportsOf } from './faults.js'
import { reasonLines } from './reason-lines.js'
import { casesByFile, type Outcome, type Verdict } from './verdict.js'
import { verdictSentence } from './verdict-text.js'
import { wellFormed } from './well-formed.js'

/** GitHub drops a summary that is larger. */
export const MOST_SUMMARY_BYTES = 1024 * 1024
const MOST_CELL_CHARACTERS = 300

const marks: Record<Outcome, string> = {
  passed: 'ok',
  notJudged: 'not judged',
  failed: '**fails**',
  asBefore: 'as before',
  accepted: 'accepted',
  notCounted: 'flagged',
}

/** A table of the files, those that fail first; `mostRows` of them. */
export function stepSummary(audit: Audit, verdict: Verdict, mostRows: number): string {
  const checks = reportsOf(audit.checks).map(([check]) => check)
  const byFile = casesByFile(verdict)
  const files = [...byFile.keys()]
  const failing = new Set(verdict.failedFiles)
  const sorted = [...files.filter((file) => failing.has(file)), ...files.filter((file) => !failing.has(file))]
  const rows = sorted.slice(0, mostRows).map((file) => {
    const own = byFile.get(file)!
    const why = own.filter(({ track }) => track.flagged).flatMap((each) => reasonLines(each).slice(0, 3))
    return [markdownText(file), ...own.map(({ outcome }) => marks[outcome]), markdownText(why.join('; '))]
  })
  const titles = ['file', ...checks, 'why']
  return [
    '### audio-audit',
    '',
    `${markdownText(verdictSentence(verdict))} Score ${audit.score.toFixed(1)} of 100.`,
    '',
    ...audit.batchAlarms.map(({ message }) => `- ${markdownText(message)}`),
    ...(audit.batchAlarms.length > 0 ? [''] : []),
    row(titles),
    row(titles.map(() => '---')),
    ...rows.map(row),
    ...(sorted.length > rows.length ? ['', `And ${counted(sorted.length - rows.length, 'more file')}.`] : []),
    '',
    '',
  ].join('\n')
}

/** The longest summary that still fits: with fewer and fewer rows, and empty where not even the verdict does. */
export function fittingSummary(
  summaryWith: (mostRows: number) => string,
  fileCount: number,
  takenBytes: number,
): string {
  for (let rows = fileCount; ; rows = Math.floor(rows / 2)) {
    const summary = summaryWith(rows)
    if (takenBytes + Buffer.byteLength(summary) <= MOST_SUMMARY_BYTES) return summary
    if (rows === 0) return ''
  }
}

function row(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}

/** What could be mark-up, a link, a mention or the end of a cell as a character reference. */
export function markdownText(text: string): string {
  const shown = text.length <= MOST_CELL_CHARACTERS ? text : `${text.slice(0, MOST_CELL_CHARACTERS - 3)}...`
  return wellFormed(printable(shown)).replaceAll(
    /[^\p{L}\p{M}\p{N} ,;%()"'-]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  )
}
