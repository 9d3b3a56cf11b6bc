import { open } from 'node:fs/promises'

const HEADER_BYTES = 64
/** What compressed speech mostly takes: 96 kbit/s. */
const COMPRESSED_BYTES_PER_SEC = 12_000
/** Of a wave file as nearly all are: the format comes first, and in it the bytes per second at this place. */
const WAVE_BYTE_RATE_AT = 28
/** Of a FLAC file: 20 bits of rate and 36 bits of length in samples, in the block that comes first. */
const FLAC_RATE_AT = 18

/** About how long it sounds, from its header and size alone; to know how much waits, not to charge for. */
export async function roughDurationSec(file: string): Promise<number> {
  const handle = await open(file)
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    await handle.read(header, 0, HEADER_BYTES, 0)
    const { size } = await handle.stat()
    return durationOf(header, size)
  } finally {
    await handle.close()
  }
}

export function durationOf(header: Buffer, byteCount: number): number {
  const longest = byteCount
  const mark = header.toString('latin1', 0, 4)
  if (mark === 'RIFF') {
    const bytesPerSec = header.readUInt32LE(WAVE_BYTE_RATE_AT)
    if (bytesPerSec > 0) return Math.min(byteCount / bytesPerSec, longest)
  }
  if (mark === 'fLaC') {
    const rateHz = header.readUInt32BE(FLAC_RATE_AT) >>> 12
    const samples = (header[FLAC_RATE_AT + 3] & 0x0f) * 2 ** 32 + header.readUInt32BE(FLAC_RATE_AT + 4)
    if (rateHz > 0 && samples > 0) return Math.min(samples / rateHz, longest)
  }
  return byteCount / COMPRESSED_BYTES_PER_SEC
}
