// Where two people talk at once, in a file of several voices. The network that tells speech from garble has learnt two voices at once
// as one kind of it: where it finds garble between people who take turns, they do not wait for each other.
import { type GarbleCurve, STEP_SEC } from '../../speech/garble-network.js'
import type { Interval } from '../../speech/speech-data.js'
import { rounded } from '../statistics.js'
import type { PartPrint } from './part-print.js'
import { shippedJudge } from './voice-judge.js'
import { FEWEST_PARTS, LEAST_THRESHOLD, voiceTurns } from './voice-turns.js'

/** Log-odds from which it is overlap, and beyond which they are not more certain: see scripts/garble-model/README.md. */
const OVERLAP_LOG_ODDS = 2
const MOST_LOG_ODDS = 6
/** Of the mean that is held against that: a third of a second, about a syllable and a half. */
const REACH_STEPS = 2
/** Nearer stretches are one: voices pause between words. */
const TOUCHING_SEC = 0.35
/** Shorter ones are as often an odd sound in a word. */
const SHORTEST_SEC = 0.4
const TIME_DECIMALS = 2

/** Whether several voices may be told in the file, at whatever threshold: in all others nobody need look for overlap. */
export function mayHaveSeveralVoices(parts: PartPrint[], pauses: Interval[]): boolean {
  if (parts.length < 2 * FEWEST_PARTS) return false
  return voiceTurns({ parts, pauses }, shippedJudge(), LEAST_THRESHOLD).length > 1
}

export function overlapsIn({ logOdds, isSounding }: GarbleCurve): Interval[] {
  const bounded = logOdds.map((value, step) =>
    isSounding[step] === 1 ? Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, value)) : Number.NaN,
  )
  const found: Interval[] = []
  for (let step = 0; step < bounded.length; step++) {
    if (!(meanAround(bounded, step) > OVERLAP_LOG_ODDS)) continue
    const startSec = step * STEP_SEC
    const endSec = (step + 1) * STEP_SEC
    const last = found.at(-1)
    if (last && startSec - last.endSec <= TOUCHING_SEC) last.endSec = endSec
    else found.push({ startSec, endSec })
  }
  return found
    .filter(({ startSec, endSec }) => endSec - startSec >= SHORTEST_SEC)
    .map(({ startSec, endSec }) => ({
      startSec: rounded(startSec, TIME_DECIMALS),
      endSec: rounded(endSec, TIME_DECIMALS),
    }))
}

/** Of what sounds within reach; not a number in a pause. */
function meanAround(values: Float32Array, step: number): number {
  if (Number.isNaN(values[step])) return Number.NaN
  const near = values
    .subarray(Math.max(0, step - REACH_STEPS), step + REACH_STEPS + 1)
    .filter((value) => !Number.isNaN(value))
  return near.reduce((sum, value) => sum + value, 0) / near.length
}
