export interface Column<Row> {
  title: string
  value: (row: Row) => string | number | null
  /** Numbers to the right (the default), text to the left. */
  align?: 'left' | 'right'
}

/** Plain text columns with a rule under the titles; null is shown as a dash. */
export function table<Row>(columns: Column<Row>[], rows: Row[]): string {
  const cells = rows.map((row) => columns.map((column) => String(column.value(row) ?? '-')))
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((line) => line[index]!.length)),
  )
  const line = (values: string[]) =>
    values
      .map((value, index) =>
        columns[index]!.align === 'left' ? value.padEnd(widths[index]!) : value.padStart(widths[index]!),
      )
      .join('  ')
      .trimEnd()
  return [
    line(columns.map((column) => column.title)),
    line(widths.map((width) => '-'.repeat(width))),
    ...cells.map(line),
  ].join('\n')
}

export function percent(share: number | null, digits = 1): string | null {
  return share === null || !Number.isFinite(share) ? null : `${(100 * share).toFixed(digits)} %`
}

export function fixed(value: number | null, digits = 3): string | null {
  return value === null || !Number.isFinite(value) ? null : value.toFixed(digits)
}
