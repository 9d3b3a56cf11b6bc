// The voices of an audit for people: the cast, who speaks when in a file of several voices, and what changes slowly.
import type { Audit } from '../audit/engine.js'
import { clock } from '../report/clock.js'
import { type CastRow, castRows } from '../report/voices/cast-rows.js'
import { speakersOf, type Turn } from '../report/voices/speakers.js'
import { batchTrends, fileTrends, trendText } from '../report/voices/trends.js'
import { printable } from './printable.js'

/** Of a voice, or of a cast: more would bury the rest, and the JSON has them all. */
const MOST_LISTED = 8

/** Each part below a title and after an empty line; nothing at all where every file has one voice and keeps it. */
export function voicesAsText(audit: Audit): string[] {
  return [
    ...part('Cast:', castTable(castRows(audit))),
    ...part('Who speaks when:', turnLines(audit)),
    ...part('Slow changes:', trendLines(audit)),
  ]
}

function part(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

interface Column {
  title: string
  text: (row: CastRow) => string
  isNumber: boolean
}

const columns: Column[] = [
  { title: 'voice', text: ({ voice }) => printable(voice ?? '(none named)'), isNumber: false },
  { title: 'files', text: ({ files }) => String(files.length), isNumber: true },
  { title: 'speech', text: ({ speechSec }) => (speechSec === null ? '' : clock(speechSec)), isNumber: true },
  { title: 'alike', text: ({ alike }) => percent(alike), isNumber: true },
  { title: 'reference', text: ({ likeReference }) => percent(likeReference), isNumber: true },
]

/** Without columns of which nothing is known. */
function castTable(rows: CastRow[]): string[] {
  const shown = columns.filter(({ text }) => rows.some((row) => text(row) !== ''))
  const cells = [shown.map(({ title }) => title), ...rows.map((row) => shown.map(({ text }) => text(row)))]
  const widths = shown.map((_, at) => Math.max(...cells.map((line) => line[at].length)))
  if (rows.length === 0) return []
  return cells.map((line, at) => {
    const padded = line.map((cell, column) =>
      shown[column].isNumber ? cell.padStart(widths[column]) : cell.padEnd(widths[column]),
    )
    return [...padded, at === 0 ? '' : remarks(rows[at - 1])].join('  ').trimEnd()
  })
}

function percent(share: number | null): string {
  return share === null ? '' : `${Math.round(100 * share)} %`
}

function remarks({ strays, sameAs }: CastRow): string {
  return [
    ...(sameAs.length > 0 ? [`the same voice as ${listed(sameAs.map(printable))}`] : []),
    ...(strays.length > 0
      ? [
          listed(
            strays.map(({ file, soundsLike }) => `${printable(file)} sounds like ${printable(soundsLike)}`),
          ),
        ]
      : []),
  ].join('; ')
}

function turnLines({ checks }: Audit): string[] {
  return (checks.comparison?.tracks ?? []).flatMap((track) => {
    const speakers = speakersOf(track)
    const names = speakers.map(({ name }) => printable(name))
    const widest = Math.max(...names.map(({ length }) => length))
    const { overlaps = [] } = track
    return [
      ...(speakers.length > 0 ? [printable(track.file)] : []),
      ...speakers.map(
        ({ share, turns }, at) =>
          `  ${names[at].padEnd(widest)}  ${percent(share).padStart('99 %'.length)}  ${listed(turns.map(span))}`,
      ),
      ...(overlaps.length > 0 ? [`  two at once: ${listed(overlaps.map(span))}`] : []),
    ]
  })
}

function span({ startSec, endSec }: Pick<Turn, 'startSec' | 'endSec'>): string {
  return `${clock(startSec)}-${clock(endSec)}`
}

function trendLines(audit: Audit): string[] {
  const [report] = Object.values(audit.checks)
  const ofFiles = (report?.tracks ?? []).flatMap(({ file }, index) => {
    const trends = fileTrends(audit, index)
    return trends.length === 0
      ? []
      : [printable(file), ...trends.map((trend) => `  ${printable(trendText(trend))}`)]
  })
  const ofBatch = batchTrends(audit).map((trend) =>
    printable(`${trend.firstFile} to ${trend.lastFile}: ${trendText(trend)}`),
  )
  return [...ofBatch, ...ofFiles]
}

function listed(texts: string[]): string {
  const shown = texts.slice(0, MOST_LISTED)
  const more = texts.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
