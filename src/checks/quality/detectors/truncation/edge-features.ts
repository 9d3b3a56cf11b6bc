// How a sound ends, read from the edge of the file inwards; a start is an end turned round. A voice dies away over tens of
// milliseconds, and the noise of its room goes on; one that is cut off is there, and then it is not.
import { frameLevelsDb, meanPower, powerDb } from '../../front-end/frame-levels.js'
import { BANDS, type BandLevels, type BandSamples } from './edge-bands.js'
import { parameters } from './parameters.js'

const {
  floorRangeDb,
  insideRangeDb,
  insideMs,
  lastMs,
  longestPeriodSec,
  loudDb,
  outsideRangeDb,
  outsideMs,
  paddedSec,
  pitchHz,
  pitchSec,
  riseBand,
  riseFrameMs,
  riseWithinMs,
  shortestPeriodSec,
  stepSec,
  windowSec,
} = parameters

export const EDGE_FEATURES = BANDS * (insideMs.length + outsideMs.length - 2) + 3

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
    for (let k = 0; k + 1 < insideMs.length; k++)
      features.push(limited(levelDb(padding + at(insideMs[k]), padding + at(insideMs[k + 1])), insideRangeDb))
    for (let k = 0; k + 1 < outsideMs.length; k++) {
      // Beyond the end of the file there is nothing.
      const share = (padding - at(outsideMs[k])) / at(outsideMs[k + 1] - outsideMs[k])
      const outsideDb = levelDb(padding - at(outsideMs[k + 1]), padding - at(outsideMs[k]))
      features.push(share > 0.5 ? limited(outsideDb, outsideRangeDb) : outsideRangeDb[0])
    }
  }
  features.push(limited(levels.floorDb - levels.speechDb[0], floorRangeDb))
  features.push(padding > 0 ? 1 : 0)
  features.push(periodicity(inwards[0].subarray(padding), sampleRateHz))
  const lastDb = powerDb(meanPower(inwards[0], padding, padding + at(lastMs)))
  return {
    padding,
    levelDb: lastDb - levels.speechDb[0],
    overFloorDb: lastDb - levels.floorDb,
    riseDb: riseDb(inwards[riseBand].subarray(padding, padding + at(riseWithinMs)), at(riseFrameMs)),
    features,
  }
}

function riseDb(inwards: Float32Array, frameLength: number): number {
  const levelsDb = frameLevelsDb(inwards, Math.max(1, Math.round(frameLength)))
  return levelsDb.length > 0 ? Math.max(...levelsDb) - levelsDb[0] : 0
}

function paddingOf(inwards: Float32Array, sampleRateHz: number, speechDb: number): number | null {
  const step = Math.max(1, Math.round(stepSec * sampleRateHz))
  const window = Math.round(windowSec / stepSec)
  const powers = frameLevelsDb(inwards, step).map((level) => 10 ** (level / 10))
  const limit = window * 10 ** ((speechDb + loudDb) / 10)
  let sum = 0
  for (let k = 0; k < powers.length; k++) {
    sum += powers[k] - (k >= window ? powers[k - window] : 0)
    const from = k - window + 1
    if (from < 0 || sum < limit) continue
    if (from * stepSec > paddedSec) return null
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
  const step = Math.max(1, Math.floor(sampleRateHz / pitchHz))
  const length = Math.round(pitchSec * sampleRateHz)
  let best = 0
  const longest = Math.min(inwards.length - length, longestPeriodSec * sampleRateHz)
  for (let lag = Math.round(shortestPeriodSec * sampleRateHz); lag <= longest; lag += step) {
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
