// An audit for people: the verdict, a table of the files, their voices, and what to regenerate.

import type { CheckName } from '../audit/checks.js'
import type { Audit } from '../audit/engine.js'
import { batchTraits } from '../report/batch-traits.js'
import { type Measure, measuresOf } from '../report/judgements.js'
import { verdictOf } from '../report/verdict.js'
import { printable } from './printable.js'
import { scriptDiff } from './script-diff.js'
import { voicesAsText } from './voices-text.js'

const FLAG = ' !'
const NO_FLAG = '  '

export function auditAsText(audit: Audit): string {
  const { score, fileCount, checks, tracksToRegenerate, batchAlarms } = audit
  const reports = Object.entries(checks) as [CheckName, { score: number; summary: string }][]
  const nameColumns = Math.max(...reports.map(([name]) => name.length))
  const verdict = verdictOf({
    fileCount,
    regenCount: tracksToRegenerate.length,
    alarmCount: batchAlarms.length,
  })
  const lines = [
    `${verdict}; score ${score.toFixed(1)} of 100`,
    ...batchAlarms.flatMap(({ message, advice }) => [
      `  ${printable(message)}`,
      ...(advice === undefined ? [] : [`    ${printable(advice)}`]),
    ]),
    '',
    ...reports.map(
      ([name, report]) =>
        `${name.padEnd(nameColumns)}  ${report.score.toFixed(1).padStart(5)}  ${printable(report.summary)}`,
    ),
    '',
    ...fileTable(fileNames(audit), measuresOf(audit)),
    ...voicesAsText(audit),
  ]
  const traits = batchTraits(audit)
  if (traits.length > 0) {
    lines.push('', 'In most files:')
    for (const trait of traits) lines.push(`  ${printable(trait.summary)}`, `    ${printable(trait.advice)}`)
  }
  const findings = checks.scriptAccuracy?.batchFindings ?? []
  if (findings.length > 0) {
    lines.push('', 'Between files and scripts:')
    for (const { message } of findings) lines.push(`  ${printable(message)}`)
  }
  if (tracksToRegenerate.length > 0) {
    lines.push('', 'To regenerate:')
    for (const { file, reasons } of tracksToRegenerate) {
      lines.push(`  ${printable(file)}`)
      for (const { check, message } of reasons) lines.push(`    ${check}: ${printable(message)}`)
    }
  }
  const diff = scriptDiff(checks.scriptAccuracy?.tracks ?? [])
  if (diff.length > 0) lines.push('', ...diff)
  return `${lines.join('\n')}\n`
}

function fileNames({ checks }: Audit): string[] {
  const [report] = Object.values(checks)
  return (report?.tracks ?? []).map(({ file }) => file)
}

/** What each file was judged by, with the limits above. */
function fileTable(files: string[], measures: Measure[]): string[] {
  const rows = files.map((file, index) => [
    printable(file),
    ...measures.map((measure) => {
      const { text, verdict } = measure.files[index]
      return text + (verdict === 'flagged' ? FLAG : NO_FLAG)
    }),
  ])
  const titles = ['file', ...measures.map(({ name }) => name + NO_FLAG)]
  const limits = ['  limit', ...measures.map(({ limitText }) => limitText + NO_FLAG)]
  const all = [titles, limits, ...rows]
  const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column].length)))
  return all.map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  )
}
