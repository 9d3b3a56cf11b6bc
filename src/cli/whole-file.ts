import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes a file that is there as a whole or not at all: under another name until its end, and removed when that is not reached. Fails with the reason of the signal. */
export async function writeWhole(
  file: string,
  content: Readable | Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    await pipeline(content, createWriteStream(unfinished), { signal })
    signal.throwIfAborted()
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    signal.throwIfAborted()
    throw error
  }
}
