// A text for each file, as people keep them: a JSON object, or a table of two columns.

/** What is wrong, in words, where it is no such file. `what` the texts are: "script". */
export function pairsIn(path: string, text: string, what: string): [string, string][] | string {
  const plain = text.replace(/^\ufeff/, '')
  return /\.csv$/i.test(path) ? csvPairs(plain, what) : jsonPairs(plain, what)
}

function jsonPairs(text: string, what: string): [string, string][] | string {
  try {
    const value: unknown = JSON.parse(text)
    const entries =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
    if (entries.length > 0 && entries.every(([, each]) => typeof each === 'string')) return entries
  } catch {
    return 'this file is not valid JSON.'
  }
  return `it must be an object with the name of each file and its ${what}.`
}

/** Two columns: the file and its text; a first line that names them is left out. */
function csvPairs(text: string, what: string): [string, string][] | string {
  const rows = csvRows(text).filter((row) => row.length >= 2 && row[0] !== '')
  const hasHeading = /^(file|name|filename|audio)$/i.test(rows[0]?.[0] ?? '')
  const pairs = rows.slice(hasHeading ? 1 : 0).map(([file, each]): [string, string] => [file, each])
  return pairs.length > 0 ? pairs : `it must have two columns: the file name and the ${what}.`
}

/** RFC 4180. */
export function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows
}
