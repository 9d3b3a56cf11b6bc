/** Pieces of about two periods of a low voice: shorter ones roughen it, longer ones double plosives. */
const WINDOW_SEC = 0.04
/** How far a piece may be moved to fit what comes before it: a period of a low voice. */
const SEARCH_SEC = 0.01

/**
 * The same speech at `speed` times the pace, pitch and timbre kept: WSOLA (W. Verhelst and M. Roelands, "An overlap-add
 * technique based on waveform similarity", 1993). The result has exactly `samples.length / speed` samples, rounded.
 */
export function atSpeed(samples: Float32Array, sampleRateHz: number, speed: number): Float32Array {
  const hop = Math.round((WINDOW_SEC * sampleRateHz) / 2)
  const search = Math.round(SEARCH_SEC * sampleRateHz)
  const at = (index: number) => samples[index] ?? 0
  const result = new Float32Array(Math.round(samples.length / speed))
  let previous = 0
  for (let out = 0; out < result.length + hop; out += hop) {
    const from = out === 0 ? 0 : bestStart(at, Math.round(out * speed), previous + hop, hop, search)
    for (let n = 0; n < 2 * hop; n++) {
      const target = out - hop + n
      if (target < 0 || target >= result.length) continue
      // Hann windows half a window apart add up to one.
      result[target] += at(from - hop + n) * (0.5 - 0.5 * Math.cos((Math.PI * n) / hop))
    }
    previous = from
  }
  return result
}

/** The start near `wanted` whose piece looks most like what would follow the last piece by itself. */
function bestStart(
  at: (index: number) => number,
  wanted: number,
  natural: number,
  hop: number,
  search: number,
): number {
  let best = wanted
  let highest = Number.NEGATIVE_INFINITY
  for (let from = wanted - search; from <= wanted + search; from++) {
    let product = 0
    let energy = 1e-9
    // Every second sample is enough to tell the fit.
    for (let n = -hop; n < hop; n += 2) {
      product += at(from + n) * at(natural + n)
      energy += at(from + n) ** 2
    }
    const likeness = product / Math.sqrt(energy)
    if (likeness > highest) {
      highest = likeness
      best = from
    }
  }
  return best
}
