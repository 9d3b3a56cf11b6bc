// Losses that are no exact zeros: sound that is turned down at once and comes back, holes that a codec has smeared.
import { binarise } from '../../binarise.js'
import { frameLevelsDb, meanPower, powerDb } from '../../front-end/frame-levels.js'
import type { Loss } from '../../front-end/loss.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { parameters } from './parameters.js'

const { besideSec, insideFrameSec, joinedFrames, leastAmountDb, listedFrom } = parameters
const { longestLossSec, louderSideDb, possibleFrom, softerSideDb, surestFrames } = parameters

export interface UnsureLoss extends Loss {
  /** How far it lies below what is beside it. */
  amountDb: number
  /** Log odds that it is a loss rather than speech that happens to look like one. */
  odds: number
}

/** The losses in a channel of a section; `odds` are those of its frames. */
export function networkLosses(
  odds: Float32Array,
  section: Section,
  index: number,
  leastSureness = listedFrom,
): UnsureLoss[] {
  const { sampleRateHz, spectrum } = section
  const samples = section.channels[index]
  const speechDb = section.speechDbOf(samples)
  const at = (timeSec: number) => Math.round(timeSec * sampleRateHz)
  const losses: UnsureLoss[] = []
  for (const stretch of binarise(odds, { offset: possibleFrom, join: joinedFrames - 1 })) {
    const sureness = surenessOf(odds.subarray(stretch.from, stretch.to))
    const from = at(spectrum.timesSec[stretch.from] - frontEnd.hopSec / 2)
    const to = at(spectrum.timesSec[stretch.to - 1] + frontEnd.hopSec / 2)
    if (sureness < leastSureness || to - from > at(longestLossSec)) continue
    const beforeDb = loudestDb(samples, from - at(besideSec), from, at(frontEnd.hopSec))
    const afterDb = loudestDb(samples, to, to + at(besideSec), at(frontEnd.hopSec))
    const lostDb = Math.max(beforeDb, afterDb) - speechDb
    const amountDb = lostDb + speechDb - usualDb(samples.subarray(from, to), at(insideFrameSec))
    const isInSpeech = lostDb > louderSideDb && Math.min(beforeDb, afterDb) - speechDb > softerSideDb
    if (isInSpeech && amountDb >= leastAmountDb) losses.push({ from, to, lostDb, amountDb, odds: sureness })
  }
  return losses
}

/** A stretch of one frame lacks what the other would have added. */
function surenessOf(odds: Float32Array): number {
  const surest = odds.slice().sort().subarray(-surestFrames)
  return surest.reduce((sum, each) => sum + each, 0) / surestFrames
}

function loudestDb(samples: Float32Array, from: number, to: number, frame: number): number {
  let most = 0
  for (let at = from; at + frame <= to; at += frame) most = Math.max(most, meanPower(samples, at, at + frame))
  return powerDb(most)
}

/** The middle one of the levels: what is left of the loud edges does not count. */
function usualDb(samples: Float32Array, frameLength: number): number {
  const levels = frameLevelsDb(samples, Math.max(1, frameLength)).sort()
  return levels[levels.length >> 1]
}
