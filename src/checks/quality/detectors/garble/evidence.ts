// Two witnesses: the sound (garble-ear.ts) and the recogniser's doubt. Each is fooled by what the other is not: jargon, names
// and foreign words make the recogniser doubt, but sound like speech; a hoarse or noisy voice sounds odd, but is read without
// doubt. So their evidence is added.
import type { GarbleCurve } from '../../../../speech/garble-ear.js'
import type { Token, VoiceActivity } from '../../../../speech/heard.js'
import { doubtCurve, NEUTRAL_NATS, usualDoubt } from './doubt.js'

/** Log-odds beyond this are not more certain: the network was never shown odds that high to be right. */
const MOST_LOG_ODDS = 6
/** About a second, the shortest garble that counts. Twice 7 steps and the one between. */
const SHORT_REACH_STEPS = 7
/** About a second and a half: what the recogniser reads without doubt must sound garbled for longer. */
const LONG_REACH_STEPS = 12
const READ_WITHOUT_DOUBT_NATS = 0.4
/** With less sound than this share of the window, what is missing counts as clean: */
const LEAST_SOUND = 2 / 3
const CLEAN_LOG_ODDS = -3

/**
 * What a nat of doubt counts. On voices kept out of training, planted garble had 0.7 to 2.5 nats of doubt, clean English
 * 0 to 0.5; jargon and code up to 2.2, at log-odds of -3 and less from the sound.
 */
const LOG_ODDS_PER_NAT = 3
const MOST_DOUBT_NATS = 2.2
/** Packets lost and other breakage can be read and yet be broken: the sound, if it leaves no doubt, is enough. */
const LEAST_DOUBT_NATS = 0.2

/** Speech that sounds so is taken for clean, and shows how well this file is read. */
const CLEAN_BELOW = -2
/**
 * English that sounds clean is read with 0 to 0.5 nats of doubt, jargon with 1, other languages with 1.2 to 2.9: what a
 * file has above this where it sounds clean is not held against the rest of it.
 */
const READ_WELL_NATS = 0.4

/** For each step how much speaks for garble, in the units of log-odds. */
export function evidenceOf(
  curve: GarbleCurve,
  { speech }: VoiceActivity,
  tokens: readonly Token[],
): Float32Array {
  const short = meanLogOdds(curve, SHORT_REACH_STEPS)
  const long = meanLogOdds(curve, LONG_REACH_STEPS)
  const doubtNats = doubtCurve(tokens, speech, short.length)
  const usualNats = usualDoubt(tokens, (step) => short[step] < CLEAN_BELOW)
  const excusedNats = Math.max(0, (usualNats ?? 0) - READ_WELL_NATS)
  return short.map((value, step) => {
    const isKnown = doubtNats[step] !== NEUTRAL_NATS
    const known = Math.min(MOST_DOUBT_NATS, doubtNats[step]) - (isKnown ? excusedNats : 0)
    const doubt = Math.max(LEAST_DOUBT_NATS, known)
    const sound = doubt < READ_WITHOUT_DOUBT_NATS ? Math.min(value, long[step]) : value
    return sound + LOG_ODDS_PER_NAT * (doubt - NEUTRAL_NATS)
  })
}

/** Whether the transcript could make evidence of this at all: most files need none. */
export function mayHold(curve: GarbleCurve, evidence: number): boolean {
  const most = LOG_ODDS_PER_NAT * (MOST_DOUBT_NATS - NEUTRAL_NATS)
  return meanLogOdds(curve, SHORT_REACH_STEPS).some((value) => value + most >= evidence)
}

/** Over the sounding steps of a window around each step. */
export function meanLogOdds({ logOdds, isSounding }: GarbleCurve, reach: number): Float32Array {
  const steps = logOdds.length
  const least = LEAST_SOUND * (2 * reach + 1)
  const means = new Float32Array(steps)
  let sum = 0
  let count = 0
  const add = (step: number, sign: number) => {
    if (step < 0 || step >= steps || !isSounding[step]) return
    sum += sign * Math.max(-MOST_LOG_ODDS, Math.min(MOST_LOG_ODDS, logOdds[step]))
    count += sign
  }
  for (let step = 0; step < reach; step++) add(step, 1)
  for (let step = 0; step < steps; step++) {
    add(step + reach, 1)
    add(step - reach - 1, -1)
    const missing = Math.max(0, least - count)
    means[step] = (sum + missing * CLEAN_LOG_ODDS) / (count + missing)
  }
  return means
}
