// Runs of one and the same value inside sound: lost packets, buffer underruns, holes.
import { meanPower, powerDb } from './frame-levels.js'
import type { Loss } from './loss.js'
import { parameters } from './parameters.js'

const {
  edgeBelowSpeechDb,
  edgeSec,
  inWordSec,
  longHoleSec,
  longestSec,
  louderEdgeBelowSpeechDb,
  pauseEdgeBelowSpeechDb,
  sameWithin,
  shortestSec,
  stopsDeadBelowSpeechDb,
} = parameters

export function zeroRuns(samples: Float32Array, sampleRateHz: number, speechDb: number): Loss[] {
  const shortest = Math.max(2, Math.round(shortestSec * sampleRateHz))
  const losses: Loss[] = []
  let past = 0
  // No run is missed by looking once in its shortest length.
  for (let at = shortest; at + 1 < samples.length; at += shortest) {
    if (at < past) continue
    const value = samples[at]
    if (!isSame(samples[at + 1], value)) continue
    let from = at
    while (from > 0 && isSame(samples[from - 1], value)) from--
    let to = at + 2
    while (to < samples.length && isSame(samples[to], value)) to++
    past = to
    if (to - from < shortest || from === 0 || to === samples.length) continue
    const loss = lossOf(samples, sampleRateHz, from, to, speechDb)
    if (loss) losses.push(loss)
  }
  return losses
}

function isSame(one: number, other: number): boolean {
  const difference = one - other
  return difference < sameWithin && difference > -sameWithin
}

/** The run as a loss where sound was cut off at its edges, else null. */
function lossOf(
  samples: Float32Array,
  sampleRateHz: number,
  from: number,
  to: number,
  speechDb: number,
): Loss | null {
  const lengthSec = (to - from) / sampleRateHz
  if (lengthSec > longestSec) return null
  const edge = edgeSec * sampleRateHz
  const isInWord = lengthSec <= inWordSec
  const belowDb = isInWord ? edgeBelowSpeechDb : pauseEdgeBelowSpeechDb
  const beforeDb = powerDb(meanPower(samples, from - edge, from))
  const afterDb = powerDb(meanPower(samples, to, to + edge))
  const louderDb = Math.max(beforeDb, afterDb) - speechDb
  const quieterDb = Math.min(beforeDb, afterDb) - speechDb
  const isCutOut = louderDb > -louderEdgeBelowSpeechDb && quieterDb > -belowDb
  const stopsDead = isInWord && beforeDb - speechDb > -stopsDeadBelowSpeechDb
  return isCutOut || stopsDead ? { from, to, lostDb: (beforeDb + afterDb) / 2 - speechDb } : null
}

/** Whether it is a silence rather than a lost packet. */
export function isLongHole(from: number, to: number, sampleRateHz: number): boolean {
  return to - from >= longHoleSec * sampleRateHz
}
