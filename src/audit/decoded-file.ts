import { bytesInFile } from '../audio/bytes.js'
import { decodeAudio } from '../audio/decode.js'
import { openedFile } from './opened-file.js'

/** Hands over the sound of a file piece by piece, each with its channels. Fails with a DecodeError or FileError. */
export async function decodeFile(
  file: string,
  onPiece: (channels: Float32Array[], rateHz: number) => void,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const handle = await openedFile(file)
  try {
    const { size } = await handle.stat()
    await decodeAudio(bytesInFile(handle, size), onPiece, { signal })
  } finally {
    await handle.close()
  }
}
