import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Utterance, Voice } from './utterance.js'

/** Raise it when a voice says the same text differently than before: what was kept is stale then. */
const version = 1
const defaultFolder = fileURLToPath(new URL('../.cache/voices/', import.meta.url))

/**
 * The same voice, keeping what it said on disk: Kokoro is slower than real time. The folder is `.cache/voices` of
 * the repository, or AUDIO_AUDIT_VOICE_CACHE; "off" there keeps nothing.
 */
export function cached(voice: Voice, folder = process.env.AUDIO_AUDIT_VOICE_CACHE || defaultFolder): Voice {
  if (folder === 'off') return voice
  return {
    ...voice,
    async speak(text, options = {}) {
      const key = JSON.stringify([voice.engine, voice.name, text, options.speed ?? 1, version])
      const path = join(folder, createHash('sha256').update(key).digest('hex'))
      const kept = await read(path)
      if (kept) return kept
      const utterance = await voice.speak(text, options)
      await mkdir(folder, { recursive: true })
      await write(path, utterance)
      return utterance
    },
  }
}

async function read(path: string): Promise<Utterance | null> {
  try {
    const [bytes, json] = await Promise.all([readFile(`${path}.f32`), readFile(`${path}.json`, 'utf8')])
    const samples = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    )
    return { samples, ...JSON.parse(json) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function write(path: string, { samples, ...rest }: Utterance): Promise<void> {
  // Renamed when complete, the description last: a reader never finds half a file.
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
  await rename(temporary, `${path}.f32`)
  await writeFile(temporary, JSON.stringify(rest))
  await rename(temporary, `${path}.json`)
}
