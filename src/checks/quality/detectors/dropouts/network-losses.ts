// Losses that are no exact zeros: sound that is turned down at once and comes back, holes that a codec has smeared.

import { binarise } from '../../binarise.js'
import { frameLevelsDb, meanPower, powerDb } from '../../front-end/frame-levels.js'
import type { Loss } from '../../front-end/loss.js'

/** Log odds from which a frame belongs to a loss whose other frames are surer. */
const POSSIBLE_FROM = 0
/** A loss is as sure as its surest frames, two of them: a single one is easily wrong. */
const SUREST_FRAMES = 2
/** Frames that fall out within a loss do not part it. */
const JOINED_FRAMES = 3
const LONGEST_SEC = 1.2
/** On each side somebody speaks, within so long of the loss: what lies at the edge of a phrase or of the file is a pause. */
const BESIDE_SEC = 0.04
const BESIDE_FRAME_SEC = 0.01
const SOFTER_SIDE_DB = -40
const LOUDER_SIDE_DB = -22
const LEAST_AMOUNT_DB = 7
const INSIDE_FRAME_SEC = 0.0025

export interface UnsureLoss extends Loss {
  /** How far it lies below what is beside it. */
  amountDb: number
  /** Log odds against speech that happens to look so. */
  odds: number
}

/** `odds` of each frame, `timesSec` of their middles; losses that are less likely than `leastOdds` are left out. */
export function networkLosses(
  odds: Float32Array,
  timesSec: Float64Array,
  samples: Float32Array,
  sampleRateHz: number,
  speechDb: number,
  leastOdds: number,
): UnsureLoss[] {
  const hopSec = timesSec.length > 1 ? timesSec[1] - timesSec[0] : 0
  const at = (timeSec: number) => Math.round(timeSec * sampleRateHz)
  const losses: UnsureLoss[] = []
  for (const { from: first, to: behind } of binarise(odds, {
    offset: POSSIBLE_FROM,
    join: JOINED_FRAMES - 1,
  })) {
    const last = behind - 1
    const sureness = surenessOf(odds.subarray(first, behind))
    const from = at(timesSec[first] - hopSec / 2)
    const to = at(timesSec[last] + hopSec / 2)
    if (sureness < leastOdds || to - from > at(LONGEST_SEC)) continue
    const beforeDb = loudestDb(samples, from - at(BESIDE_SEC), from, sampleRateHz)
    const afterDb = loudestDb(samples, to, to + at(BESIDE_SEC), sampleRateHz)
    const lostDb = Math.max(beforeDb, afterDb) - speechDb
    const amountDb = lostDb + speechDb - usualDb(samples.subarray(from, to), at(INSIDE_FRAME_SEC))
    const isInSpeech = lostDb > LOUDER_SIDE_DB && Math.min(beforeDb, afterDb) - speechDb > SOFTER_SIDE_DB
    if (isInSpeech && amountDb >= LEAST_AMOUNT_DB) losses.push({ from, to, lostDb, amountDb, odds: sureness })
  }
  return losses
}

/** A stretch of one frame lacks what the other would have added. */
function surenessOf(odds: Float32Array): number {
  const surest = odds.slice().sort().subarray(-SUREST_FRAMES)
  return surest.reduce((sum, each) => sum + each, 0) / SUREST_FRAMES
}

function loudestDb(samples: Float32Array, from: number, to: number, sampleRateHz: number): number {
  const frame = Math.round(BESIDE_FRAME_SEC * sampleRateHz)
  let most = 0
  for (let at = from; at + frame <= to; at += frame) most = Math.max(most, meanPower(samples, at, at + frame))
  return powerDb(most)
}

/** The middle one of the levels: what is left of the loud edges does not count. */
function usualDb(samples: Float32Array, frameLength: number): number {
  const levels = frameLevelsDb(samples, Math.max(1, frameLength)).sort()
  return levels[levels.length >> 1]
}
