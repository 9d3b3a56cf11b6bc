// Which file should have which voice: from one JSON file.
import { readFile } from 'node:fs/promises'
import { UsageError } from './exit.js'

/** Reads a JSON object of file name to name of a voice. */
export async function castIn(file: string): Promise<Record<string, string>> {
  const json = await readFile(file, 'utf8').catch((cause) => {
    throw new UsageError(`the voices in ${file} cannot be read (${cause.code})`)
  })
  let cast: unknown
  try {
    cast = JSON.parse(json.replace(/^\ufeff/, ''))
  } catch {
    throw new UsageError(`${file} is not JSON`)
  }
  if (typeof cast !== 'object' || cast === null || Array.isArray(cast) || !Object.values(cast).every(isName))
    throw new UsageError(`${file} must hold an object of file name to voice: {"a.wav": "Narrator"}`)
  return cast as Record<string, string>
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
