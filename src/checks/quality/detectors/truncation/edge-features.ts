// How a sound ends, read from the edge of the file inwards; a start is an end turned round. A voice dies away over tens of
// milliseconds, and the noise of its room goes on; one that is cut off is there, and then it is not.
import { frameLevelsDb, meanPower, powerDb } from '../../front-end/frame-levels.js'
import { BANDS, type BandLevels, type BandSamples } from './edge-bands.js'

/** How much of the file counts as its edge, from the outside in. */
export const EDGE_SEC = 0.6
/** The sound may break off so long before the end of the file: encoders and engines add silence. */
const PADDED_SEC = 0.35
const WINDOW_SEC = 0.005
const STEP_SEC = 0.00125
/** Where the sound reaches this against the speech, it is the voice. */
const LOUD_DB = -22
/** Stretches on both sides of that place, from it away: the first ones about as long as a period of a voice. */
const INSIDE_MS = [0, 5, 10, 20, 40, 80, 200]
const OUTSIDE_MS = [0, 2.5, 5, 10, 20, 40, 80]
/** About a period of a deep voice. */
const LAST_MS = 12
/** Without its pitch, whose periods would be taken for rises. */
const RISE_BAND = 1
const RISE_WITHIN_MS = 30
const RISE_FRAME_MS = 5
const INSIDE_DB = [-50, 10] as const
const OUTSIDE_DB = [-70, 0] as const
const FLOOR_DB = [-70, -10] as const
/** Periods of voices from 70 to 400 Hz. */
const SHORTEST_PERIOD_SEC = 1 / 400
const LONGEST_PERIOD_SEC = 1 / 70
const PITCH_SEC = 0.03
const PITCH_HZ = 8_000

export const EDGE_FEATURES = BANDS * (INSIDE_MS.length + OUTSIDE_MS.length - 2) + 3

export interface Edge {
  /** Samples of silence or noise outside the place where the voice ends. */
  padding: number
  /** Level of the last moments of the voice, in dB against the speech. */
  levelDb: number
  /** The same against the quiet of the file. */
  overFloorDb: number
  /** By how much the next moments, inwards, are louder than the last ones; 0 where they are not. */
  riseDb: number
  features: number[]
}

/** `inwards`: the bands of the file's edge, turned so that the outermost sample is the first. Null where no voice is near. */
export function edgeOf(inwards: BandSamples, sampleRateHz: number, levels: BandLevels): Edge | null {
  const padding = paddingOf(inwards[0], sampleRateHz, levels.speechDb[0])
  if (padding === null) return null
  const at = (ms: number) => (ms * sampleRateHz) / 1000
  const features: number[] = []
  for (let band = 0; band < BANDS; band++) {
    const levelDb = (from: number, to: number) =>
      powerDb(meanPower(inwards[band], from, to)) - levels.speechDb[band]
    for (let k = 0; k + 1 < INSIDE_MS.length; k++)
      features.push(limited(levelDb(padding + at(INSIDE_MS[k]), padding + at(INSIDE_MS[k + 1])), INSIDE_DB))
    for (let k = 0; k + 1 < OUTSIDE_MS.length; k++) {
      // Beyond the end of the file there is nothing.
      const share = (padding - at(OUTSIDE_MS[k])) / at(OUTSIDE_MS[k + 1] - OUTSIDE_MS[k])
      const outsideDb = levelDb(padding - at(OUTSIDE_MS[k + 1]), padding - at(OUTSIDE_MS[k]))
      features.push(share > 0.5 ? limited(outsideDb, OUTSIDE_DB) : OUTSIDE_DB[0])
    }
  }
  features.push(limited(levels.floorDb - levels.speechDb[0], FLOOR_DB))
  features.push(padding > 0 ? 1 : 0)
  features.push(periodicity(inwards[0].subarray(padding), sampleRateHz))
  const lastDb = powerDb(meanPower(inwards[0], padding, padding + at(LAST_MS)))
  return {
    padding,
    levelDb: lastDb - levels.speechDb[0],
    overFloorDb: lastDb - levels.floorDb,
    riseDb: riseDb(inwards[RISE_BAND].subarray(padding, padding + at(RISE_WITHIN_MS)), at(RISE_FRAME_MS)),
    features,
  }
}

function riseDb(inwards: Float32Array, frameLength: number): number {
  const levelsDb = frameLevelsDb(inwards, Math.max(1, Math.round(frameLength)))
  return levelsDb.length > 0 ? Math.max(...levelsDb) - levelsDb[0] : 0
}

function paddingOf(inwards: Float32Array, sampleRateHz: number, speechDb: number): number | null {
  const step = Math.max(1, Math.round(STEP_SEC * sampleRateHz))
  const window = Math.round(WINDOW_SEC / STEP_SEC)
  const powers = frameLevelsDb(inwards, step).map((level) => 10 ** (level / 10))
  const limit = window * 10 ** ((speechDb + LOUD_DB) / 10)
  let sum = 0
  for (let k = 0; k < powers.length; k++) {
    sum += powers[k] - (k >= window ? powers[k - window] : 0)
    const from = k - window + 1
    if (from < 0 || sum < limit) continue
    if (from * STEP_SEC > PADDED_SEC) return null
    return outermost(powers, from, window, limit / window) * step
  }
  return null
}

/** A window that reaches over the edge is loud already: the edge is where its first loud part is. */
function outermost(powers: Float64Array, from: number, window: number, limit: number): number {
  for (let k = from; k < from + window; k++) if (powers[k] >= limit) return k
  return from
}

/** How well the last moments repeat after a period: 0 for noise, 1 for a held vowel. */
function periodicity(inwards: Float32Array, sampleRateHz: number): number {
  const step = Math.max(1, Math.floor(sampleRateHz / PITCH_HZ))
  const length = Math.round(PITCH_SEC * sampleRateHz)
  let best = 0
  const longest = Math.min(inwards.length - length, LONGEST_PERIOD_SEC * sampleRateHz)
  for (let lag = Math.round(SHORTEST_PERIOD_SEC * sampleRateHz); lag <= longest; lag += step) {
    let product = 0
    let here = 1e-12
    let there = 1e-12
    for (let n = 0; n < length; n += step) {
      product += inwards[n] * inwards[n + lag]
      here += inwards[n] * inwards[n]
      there += inwards[n + lag] * inwards[n + lag]
    }
    best = Math.max(best, product / Math.sqrt(here * there))
  }
  return best
}

function limited(db: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, db))
}
