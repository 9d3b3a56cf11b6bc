// An audit for people: the verdict, a table of the files, and what to regenerate.
import type { CheckName } from '../audit/checks.js'
import type { Audit } from '../audit/engine.js'
import { counted } from '../report/counted.js'
import { printable } from './printable.js'
import { scriptDiff } from './script-diff.js'

type Track = Record<string, unknown> & { flagged: boolean }

/** What the table shows of a file for each check, in a few characters. */
const cells: Record<CheckName, (track: Track) => string> = {
  comparison: ({ similarity }) => number(similarity, 2),
  quality: ({ score }) => number(score, 0),
  pace: ({ wordsPerMinute, deviation }) =>
    typeof wordsPerMinute === 'number'
      ? `${number(wordsPerMinute, 0)} wpm ${signedPercent(deviation)}`
      : 'nothing said',
  scriptAccuracy: ({ accuracy }) => `${number(accuracy, 0)} %`,
}

const FLAG = ' !'
const NO_FLAG = '  '

export function auditAsText({ score, summary, fileCount, checks, tracksToRegenerate }: Audit): string {
  const reports = Object.entries(checks) as [
    CheckName,
    { score: number; summary: string; tracks: unknown[] },
  ][]
  const nameColumns = Math.max(...reports.map(([name]) => name.length))
  const lines = [
    `${counted(fileCount, 'file')}, score ${score.toFixed(1)} of 100`,
    '',
    ...reports.map(
      ([name, report]) =>
        `${name.padEnd(nameColumns)}  ${report.score.toFixed(1).padStart(5)}  ${printable(report.summary)}`,
    ),
    '',
    ...fileTable(reports),
    '',
  ]
  const traits = checks.quality?.batchTraits ?? []
  if (traits.length > 0) {
    lines.push('In most files:')
    for (const trait of traits) lines.push(`  ${printable(trait.summary)}`, `    ${printable(trait.advice)}`)
    lines.push('')
  }
  const findings = checks.scriptAccuracy?.batchFindings ?? []
  if (findings.length > 0) {
    lines.push('Between files and scripts:')
    for (const { message } of findings) lines.push(`  ${printable(message)}`)
    lines.push('')
  }
  if (tracksToRegenerate.length === 0) lines.push(printable(summary))
  else {
    lines.push('To regenerate:')
    for (const { file, reasons } of tracksToRegenerate) {
      lines.push(`  ${printable(file)}`)
      for (const { check, message } of reasons) lines.push(`    ${check}: ${printable(message)}`)
    }
  }
  const diff = scriptDiff(checks.scriptAccuracy?.tracks ?? [])
  if (diff.length > 0) lines.push('', ...diff)
  return `${lines.join('\n')}\n`
}

function fileTable(reports: [CheckName, { tracks: unknown[] }][]): string[] {
  const tracks = reports.map(([, report]) => report.tracks as (Track & { file: string })[])
  const rows = tracks[0].map(({ file }, index) => [
    printable(file),
    ...reports.map(([name], place) => {
      const track = tracks[place][index]
      return cells[name](track) + (track.flagged ? FLAG : NO_FLAG)
    }),
  ])
  const titles = ['file', ...reports.map(([name]) => name + NO_FLAG)]
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  )
  return [titles, ...rows].map((row) =>
    row
      .map((text, column) => (column === 0 ? text.padEnd(widths[0]) : text.padStart(widths[column])))
      .join('  ')
      .trimEnd(),
  )
}

function number(value: unknown, decimals: number): string {
  return typeof value === 'number' ? value.toFixed(decimals) : '-'
}

function signedPercent(fraction: unknown): string {
  if (typeof fraction !== 'number') return '   -'
  const percent = Math.round(100 * fraction)
  return `${percent > 0 ? '+' : ''}${percent} %`.padStart(6)
}
