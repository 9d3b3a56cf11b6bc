import { printable } from './printable.js'

/** Columns under their headings, as wide as they must be. */
export function asTable(headings: string[], rows: string[][]): string {
  const all = [headings, ...rows.map((row) => row.map(printable))]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column].length)))
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
