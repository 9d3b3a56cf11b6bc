// Which text belongs to which file: a .txt of the same name beside it, or a line of a JSON or CSV file.
import type { GatheredFile } from './gather.js'

export interface FoundScripts {
  /** By the path of the audio. */
  byPath: Map<string, string>
  /** What could not be used, in words. */
  faults: string[]
}

export async function scriptsFor(audio: GatheredFile[], texts: GatheredFile[]): Promise<FoundScripts> {
  const byPath = new Map<string, string>()
  const faults: string[] = []
  for (const { path, file } of texts) {
    const text = (await file.text()).replace(/^\ufeff/, '')
    if (/\.txt$/i.test(path)) {
      const beside =
        audio.find((each) => stem(each.path) === stem(path)) ??
        audio.find((each) => bareStem(each.path) === bareStem(path))
      if (beside) byPath.set(beside.path, text.trim())
      else faults.push(`${path}: there is no audio file with this name.`)
      continue
    }
    const read = /\.csv$/i.test(path) ? csvScripts(text) : jsonScripts(text)
    if (typeof read === 'string') {
      faults.push(`${path}: ${read}`)
      continue
    }
    for (const [name, script] of read) {
      const named = audio.find(
        (each) => each.path === name || bare(each.path) === name || bareStem(each.path) === name,
      )
      if (named) byPath.set(named.path, script)
      else faults.push(`${path}: there is no audio file called "${name}".`)
    }
  }
  return { byPath, faults }
}

const bare = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const stem = (path: string) => path.replace(/\.[^./]*$/, '')
const bareStem = (path: string) => stem(bare(path))

function jsonScripts(text: string): [string, string][] | string {
  try {
    const value: unknown = JSON.parse(text)
    const entries =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
    if (entries.length > 0 && entries.every(([, script]) => typeof script === 'string')) return entries
  } catch {
    return 'this file is not valid JSON.'
  }
  return 'it must be an object with the name of each file and its script.'
}

/** Two columns: the file and its text; a first line that names them is left out. */
function csvScripts(text: string): [string, string][] | string {
  const rows = csvRows(text).filter((row) => row.length >= 2 && row[0] !== '')
  const hasHeading = /^(file|name|filename|audio)$/i.test(rows[0]?.[0] ?? '')
  const pairs = rows.slice(hasHeading ? 1 : 0).map(([file, script]): [string, string] => [file, script])
  return pairs.length > 0 ? pairs : 'it must have two columns: the file name and the script.'
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
