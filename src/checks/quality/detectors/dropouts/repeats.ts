// Packets that a player filled in by playing the one before once more.
import { meanPower, powerDb } from '../../front-end/frame-levels.js'
import type { Loss } from '../../front-end/loss.js'
import { parameters } from './parameters.js'

const { belowSpeechDb, longestLagSec, probe, shortestLagSec, shortestRunSec, stepSec } = parameters

export function repeats(samples: Float32Array, sampleRateHz: number, speechDb: number): Loss[] {
  const shortestLag = Math.round(shortestLagSec * sampleRateHz)
  const longestLag = Math.round(longestLagSec * sampleRateHz)
  const step = Math.max(probe, Math.round(stepSec * sampleRateHz))
  // The same samples have the same bits, and integers are found several times faster than floats.
  const bits = new Int32Array(samples.buffer, samples.byteOffset, samples.length)
  const losses: Loss[] = []
  let past = 0
  for (let at = longestLag; at + probe < samples.length; at += step) {
    if (at < past) continue
    const lag = lagOf(bits, at, shortestLag, longestLag)
    if (lag === 0) continue
    let from = at
    while (from > lag && samples[from - 1] === samples[from - 1 - lag]) from--
    let to = at + probe
    while (to < samples.length && samples[to] === samples[to - lag]) to++
    past = to
    if (to - from < shortestRunSec * sampleRateHz) continue
    const levelDb = powerDb(meanPower(samples, from, to))
    if (levelDb < speechDb - belowSpeechDb || isPeriodic(samples, from, to, shortestLag)) continue
    losses.push({ from, to, lostDb: levelDb - speechDb })
  }
  return losses
}

/** The shortest lag at which the samples from `at` on were there before; 0 when there is none. */
function lagOf(bits: Int32Array, at: number, shortest: number, longest: number): number {
  const first = bits[at]
  if (first === 0) return 0
  const before = bits.subarray(at - longest, at - shortest + 1)
  let index = before.lastIndexOf(first)
  while (index >= 0) {
    const lag = longest - index
    let n = 1
    while (n < probe && bits[at + n] === bits[at + n - lag]) n++
    if (n === probe) return isConstant(bits, at) ? 0 : lag
    // A negative place to begin at would mean the end again.
    index = index === 0 ? -1 : before.lastIndexOf(first, index - 1)
  }
  return 0
}

function isConstant(bits: Int32Array, at: number): boolean {
  for (let n = 1; n < probe; n++) if (bits[at + n] !== bits[at]) return false
  return true
}

/** A machine's tone repeats at once; a packet does not repeat within itself. */
function isPeriodic(samples: Float32Array, from: number, to: number, shortestLag: number): boolean {
  for (let lag = 2; lag < shortestLag && from + lag < to; lag++) {
    let n = from + lag
    while (n < to && samples[n] === samples[n - lag]) n++
    if (n === to) return true
  }
  return false
}
