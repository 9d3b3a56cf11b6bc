/** Lines of a table as spreadsheets read them. RFC 4180. */
export function csvOf(lines: unknown[][]): string {
  return lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('')
}

function cell(value: unknown): string {
  if (value === null || value === undefined || typeof value === 'object') return ''
  if (typeof value !== 'string') return String(value)
  // A spreadsheet would run a text that begins so as a formula.
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
