import { wavBytes } from '../../voices/wav.js'

const RATE_HZ = 8_000

/** A tone that is no speech: analysed in no time, and of content that depends on its pitch. */
export function toneWav(pitchHz: number, durationSec = 0.3): Buffer {
  const samples = Float32Array.from(
    { length: RATE_HZ * durationSec },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * pitchHz * at) / RATE_HZ),
  )
  return wavBytes(samples, RATE_HZ)
}

/** The beginning of a FLAC file, which says how long it is; what follows is no sound, and differs by `seed`. */
export function flacHeader(durationSec: number, seed: number): Buffer {
  const bytes = Buffer.alloc(8_192, seed % 256)
  bytes.write('fLaC', 0, 'latin1')
  // The block that comes first, STREAMINFO of 34 bytes: rate in 20 bits, channels and depth in 8, length in 36.
  bytes.writeUInt32BE(34, 4)
  bytes.writeUInt32BE(((RATE_HZ << 12) | (15 << 4)) >>> 0, 18)
  bytes.writeUInt32BE(RATE_HZ * durationSec, 22)
  bytes.writeUInt32BE(seed, 100)
  return bytes
}
