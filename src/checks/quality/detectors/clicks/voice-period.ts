// Whether a voice goes on through a candidate as if nothing had happened, and with which period.

/** Voices from 62 to 450 Hz. */
export const PERIODS_SEC = [0.0022, 0.016] as const
/** Pitch needs no higher rate than this; the fewer samples, the faster. */
const ENOUGH_HZ = 5_000

export interface VoicePeriod {
  samples: number
  /** Correlation of the sound with itself a period later, the candidate left out on both sides: -1 to 1. */
  likeness: number
}

/** Of the samples from `from` to `to`, those from `skipFrom` to `skipTo` left out. */
export function voicePeriod(
  sound: Float32Array,
  sampleRateHz: number,
  [from, to]: readonly [number, number],
  [skipFrom, skipTo]: readonly [number, number],
): VoicePeriod {
  const step = Math.max(1, Math.floor(sampleRateHz / ENOUGH_HZ))
  const coarse = new Float64Array(Math.max(0, Math.floor((to - from) / step)))
  for (let k = 0; k < coarse.length; k++) {
    let sum = 0
    for (let n = from + k * step; n < from + (k + 1) * step; n++) sum += sound[n]
    coarse[k] = sum
  }
  const firstSkipped = Math.floor((skipFrom - from) / step)
  const afterSkipped = Math.ceil((skipTo - from) / step)
  const least = Math.max(1, Math.round((PERIODS_SEC[0] * sampleRateHz) / step))
  const most = Math.min(coarse.length - 1, Math.round((PERIODS_SEC[1] * sampleRateHz) / step))
  let best = { lag: least, likeness: -1 }
  for (let lag = least; lag <= most; lag++) {
    const likeness = likenessAt(coarse, lag, firstSkipped, afterSkipped)
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return { samples: best.lag * step, likeness: best.likeness }
}

/** Neither a sample nor the one a period later is one of those left out. */
function likenessAt(sound: Float64Array, lag: number, skipFrom: number, skipTo: number): number {
  const end = sound.length - lag
  const used = [0, skipFrom - lag, Math.max(0, skipTo - lag), skipFrom, Math.max(0, skipTo), end]
  let product = 0
  let one = 1e-12
  let other = 1e-12
  for (let k = 0; k < used.length; k += 2) {
    const last = Math.min(end, used[k + 1])
    for (let n = used[k]; n < last; n++) {
      const here = sound[n]
      const later = sound[n + lag]
      product += here * later
      one += here * here
      other += later * later
    }
  }
  return product / Math.sqrt(one * other)
}
