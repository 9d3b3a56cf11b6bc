import { open } from 'node:fs/promises'
import { bytesInFile } from '../audio/bytes.js'
import { sniffContainer } from '../audio/decode/sniff.js'
import type { Container } from '../audio/format.js'

const mediaTypes: Record<Container, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  mp4: 'audio/mp4',
  adts: 'audio/aac',
  asf: 'audio/x-ms-wma',
}

/** By content alone: neither the name nor what the sender says counts. Fails with a DecodeError when it is no audio. */
export async function mediaTypeOf(file: string, byteCount: number): Promise<string> {
  const handle = await open(file)
  try {
    return mediaTypes[await sniffContainer(bytesInFile(handle, byteCount))]
  } finally {
    await handle.close()
  }
}
