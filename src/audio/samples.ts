/**
 * Sound of any length, of which parts are asked for: an array in memory, or what lies elsewhere. A part holds for as long as
 * nobody writes to it, and is not to be written to.
 */
export interface Samples {
  readonly length: number
  /** From one sample up to another, which is left out; as much of that as exists. */
  subarray(from: number, to: number): Float32Array
}

/** Parts are about as long as a minute of speech at 16 kHz, 4 MB. */
const PART_SAMPLES = 1_000_000

/** All of the sound in parts, one after the other; each but the last is so many whole frames. */
export function* partsOf(
  samples: Samples,
  frameLength: number,
): Generator<{ part: Float32Array; from: number }> {
  const step = frameLength * Math.max(1, Math.floor(PART_SAMPLES / frameLength))
  for (let from = 0; from < samples.length; from += step) {
    yield { part: samples.subarray(from, Math.min(samples.length, from + step)), from }
  }
}
