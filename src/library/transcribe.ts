import type { Transcription } from '../audit/pool.js'
import { type AudioSource, withFiles } from './audio-source.js'
import { type Pool, withPool } from './pool.js'

export interface TranscribeOptions {
  /** Of createPool; without it one is opened for this file alone, and its models with it. */
  pool?: Pool
  /** Ends it; it then fails with the reason of the signal. */
  signal?: AbortSignal
}

/**
 * Transcribes and measures one file: format, duration, loudness, where somebody speaks, and words with times and confidences.
 * Fails with a DecodeError, FileError or ModelError.
 */
export async function transcribe(
  source: AudioSource,
  { pool, signal }: TranscribeOptions = {},
): Promise<Transcription> {
  signal?.throwIfAborted()
  return withFiles([source], ([{ path }]) =>
    withPool(pool, ({ listening }) => listening.transcribe(path, { ...(signal && { signal }) })),
  )
}
