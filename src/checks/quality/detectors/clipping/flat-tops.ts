// Tops of the waveform that are cut off flat.

/** A run of samples at one height, the highest far and wide on its side. */
export interface FlatTop {
  from: number
  to: number
  /** Absolute value. */
  height: number
}

/** Two samples at the top happen in any wave; three with steep flanks do not. */
const SHORTEST = 3
/** Equal within one and a half steps of 16 bit (dither), or this share of the height. */
const SAME_WITHIN = 1.5 / 32768
const SAME_SHARE = 0.0005
/**
 * A rounded top that is flat to a tolerance over three samples falls by no more than four thirds of it at the next one (a
 * parabola), also where the steps of the format are coarse. A cut-off wave arrives with the slope it has on its way up.
 */
const STEEP_TOLERANCES = 8
/** Quieter plateaus are digital silence, DC, or the steps of the format. */
const LOWEST_HEIGHT = 0.02

export function toleranceAt(height: number): number {
  return Math.max(SAME_WITHIN, SAME_SHARE * height)
}

/** Flat tops that begin from `coreFrom` up to `coreTo`. */
export function flatTops(samples: Float32Array, coreFrom: number, coreTo: number): FlatTop[] {
  const tops: FlatTop[] = []
  const last = samples.length - 1
  for (let n = Math.max(1, coreFrom); n < Math.min(coreTo, last); n++) {
    const value = samples[n]
    const height = Math.abs(value)
    const tolerance = toleranceAt(height)
    // Nearly always true, unlike the height of a wave: asked first, it spares the processor many wrong guesses.
    if (Math.abs(samples[n + 1] - value) > tolerance) continue
    if (height < LOWEST_HEIGHT) continue
    let to = n + 2
    while (to <= last && Math.abs(samples[to] - value) <= tolerance) to++
    if (to - n >= SHORTEST && to <= last) {
      const sign = value < 0 ? -1 : 1
      const rise = height - sign * samples[n - 1]
      const fall = height - sign * samples[to]
      if (Math.min(rise, fall) > 0 && rise + fall > 2 * STEEP_TOLERANCES * tolerance) {
        tops.push({ from: n, to, height })
      }
    }
    n = to - 1
  }
  return tops
}
