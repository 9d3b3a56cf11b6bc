import { wavBytes } from '../../voices/wav.js'

const RATE_HZ = 8_000

/** A tone that is no speech: heard in no time, and of content that depends on its pitch. */
export function toneWav(pitchHz: number, durationSec = 0.3): Buffer {
  const samples = Float32Array.from(
    { length: RATE_HZ * durationSec },
    (_, at) => 0.3 * Math.sin((2 * Math.PI * pitchHz * at) / RATE_HZ),
  )
  return wavBytes(samples, RATE_HZ)
}
