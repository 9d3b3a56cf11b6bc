// Two witnesses: the sound (garble-network.ts) and the recogniser's doubt. Each is fooled by what the other is not: jargon, names
// and foreign words make the recogniser doubt, but sound like speech; a hoarse or noisy voice sounds odd, but is read without
// doubt. So their evidence is added.
import type { GarbleCurve } from '../../../../speech/garble-network.js'
import type { Token, VoiceActivity } from '../../../../speech/speech-data.js'
import { doubtCurve, usualDoubt } from './doubt.js'
import { parameters } from './parameters.js'

const {
  cleanBelow,
  cleanLogOdds,
  leastDoubtNats,
  leastSound,
  logOddsPerNat,
  longReachSteps,
  mostDoubtNats,
  mostLogOdds,
  neutralNats,
  readWellNats,
  shortReachSteps,
} = parameters

/** For each step how much speaks for garble, in the units of log-odds. */
export function evidenceOf(
  curve: GarbleCurve,
  { speech }: VoiceActivity,
  tokens: readonly Token[],
): Float32Array {
  const short = meanLogOdds(curve, shortReachSteps)
  const long = meanLogOdds(curve, longReachSteps)
  const doubtNats = doubtCurve(tokens, speech, short.length)
  const usualNats = usualDoubt(tokens, (step) => short[step] < cleanBelow)
  const excusedNats = Math.max(0, (usualNats ?? 0) - readWellNats)
  return short.map((value, step) => {
    const isKnown = doubtNats[step] !== neutralNats
    const known = Math.min(mostDoubtNats, doubtNats[step]) - (isKnown ? excusedNats : 0)
    const doubt = Math.max(leastDoubtNats, known)
    const sound = doubt < readWellNats ? Math.min(value, long[step]) : value
    return sound + logOddsPerNat * (doubt - neutralNats)
  })
}

/** Whether the transcript could turn this into evidence at all: for most files it need not be asked for. */
export function mayHold(curve: GarbleCurve, evidence: number): boolean {
  const most = logOddsPerNat * (mostDoubtNats - neutralNats)
  return meanLogOdds(curve, shortReachSteps).some((value) => value + most >= evidence)
}

/** Over the sounding steps of a window around each step. */
export function meanLogOdds({ logOdds, isSounding }: GarbleCurve, reach: number): Float32Array {
  const steps = logOdds.length
  const least = leastSound * (2 * reach + 1)
  const means = new Float32Array(steps)
  let sum = 0
  let count = 0
  const add = (step: number, sign: number) => {
    if (step < 0 || step >= steps || !isSounding[step]) return
    sum += sign * Math.max(-mostLogOdds, Math.min(mostLogOdds, logOdds[step]))
    count += sign
  }
  for (let step = 0; step < reach; step++) add(step, 1)
  for (let step = 0; step < steps; step++) {
    add(step + reach, 1)
    add(step - reach - 1, -1)
    const missing = Math.max(0, least - count)
    means[step] = (sum + missing * cleanLogOdds) / (count + missing)
  }
  return means
}
