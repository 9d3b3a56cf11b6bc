// What the files should say, from one JSON file or from a text beside each file; and in which voice, from a JSON file.
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AuditFile } from '../audit/request.js'
import { UsageError } from './exit.js'

/** Reads a JSON object of file name to text; `file` is only for what is said when it is none. */
export function scriptsIn(file: string, json: string): Record<string, string> {
  return textsIn(file, json, 'an object of file name to text: {"a.wav": "What it says."}')
}

/** Reads a JSON object of file name to name of a voice. */
export function castIn(file: string, json: string): Record<string, string> {
  const wanted = 'an object of file name to voice: {"a.wav": "Narrator"}'
  const cast = textsIn(file, json, wanted)
  if (Object.values(cast).some((voice) => voice.trim() === ''))
    throw new UsageError(`${file} must hold ${wanted}`)
  return cast
}

function textsIn(file: string, json: string, wanted: string): Record<string, string> {
  let texts: unknown
  try {
    texts = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch {
    throw new UsageError(`${file} is not JSON`)
  }
  const isMap =
    typeof texts === 'object' &&
    texts !== null &&
    !Array.isArray(texts) &&
    Object.values(texts).every((text) => typeof text === 'string')
  if (!isMap) throw new UsageError(`${file} must hold ${wanted}`)
  return texts as Record<string, string>
}

/** The texts that lie beside the files under the same name: intro.txt beside intro.wav. */
export async function scriptsBeside(files: AuditFile[]): Promise<Record<string, string>> {
  const found = await Promise.all(
    files.map(async ({ name, path: file }) => {
      const text = await readFile(besideOf(file), 'utf8').catch(() => null)
      return text === null ? [] : [[name, text] as const]
    }),
  )
  return Object.fromEntries(found.flat())
}

/** The texts in the folders among the paths that lie beside no file of the same name, by folder; only folders that have some. */
export async function strayScripts(paths: string[], files: AuditFile[]): Promise<Map<string, string[]>> {
  const beside = new Set(files.map(({ path: file }) => path.normalize(besideOf(file))))
  const stray = new Map<string, string[]>()
  for (const folder of new Set(paths)) {
    // What is no folder was named outright, and says nothing about the texts around it.
    const entries = await readdir(folder).catch(() => [])
    const texts = entries
      .filter((entry) => entry.endsWith('.txt') && !entry.startsWith('.'))
      .filter((entry) => !beside.has(path.join(folder, entry)))
    if (texts.length > 0) stray.set(folder, texts.sort())
  }
  return stray
}

function besideOf(file: string): string {
  const { dir, name } = path.parse(file)
  return path.join(dir, `${name}.txt`)
}
