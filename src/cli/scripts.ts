// What the files should say: from one JSON file, or from a text beside each file.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AuditFile } from '../audit/request.js'
import { UsageError } from './exit.js'

/** Reads a JSON object of file name to text; `file` is only for what is said when it is none. */
export function scriptsIn(file: string, json: string): Record<string, string> {
  let scripts: unknown
  try {
    scripts = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch {
    throw new UsageError(`${file} is not JSON`)
  }
  const isMap =
    typeof scripts === 'object' &&
    scripts !== null &&
    !Array.isArray(scripts) &&
    Object.values(scripts).every((text) => typeof text === 'string')
  if (!isMap)
    throw new UsageError(`${file} must hold an object of file name to text: {"a.wav": "What it says."}`)
  return scripts as Record<string, string>
}

/** The texts that lie beside the files under the same name: intro.txt beside intro.wav. */
export async function scriptsBeside(files: AuditFile[]): Promise<Record<string, string>> {
  const found = await Promise.all(
    files.map(async ({ name, path: file }) => {
      const { dir, name: bare } = path.parse(file)
      const text = await readFile(path.join(dir, `${bare}.txt`), 'utf8').catch(() => null)
      return text === null ? [] : [[name, text] as const]
    }),
  )
  return Object.fromEntries(found.flat())
}
