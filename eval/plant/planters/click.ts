// Clicks, pops, joins with a jump, DC steps.
import { withAdded } from '../added.js'
import { EXCESS_DB, excessDb, shortDb } from '../masking.js'
import { anywhere, placeFor, speechPower } from '../places.js'
import {
  between,
  betweenLog,
  oneOf,
  type Plantation,
  type Planter,
  type Planting,
  type Site,
  type Strength,
} from '../planter.js'

/** A click has no length to a listener; its decay is over within this. */
export const CLICK_SEC = 0.003
const STEP_FALL_SEC = 0.2
const SPLICE_TRIES = 80
/** So much is missing at a join, or sounds twice: less than a syllable. */
const SPLICED_SEC = [0.002, 0.04] as const
/** What a careful editor would have done at a join; the click is the difference. */
const CROSSFADE_SEC = 0.005

const impulse: Planter = (site, strength) => {
  const place = clickPlace(site)
  if (!place) return null
  const sound = new Float32Array(oneOf(site.random, [1, 1, 2, 3]))
  sound.fill(oneOf(site.random, [-1, 1]))
  return withAdded(
    site,
    strength,
    { sound, from: place.from, soundSec: CLICK_SEC, quantile: 1 },
    { type: 'click', variant: 'impulse' },
  )
}

const pop: Planter = (site, strength) => {
  const place = clickPlace(site)
  if (!place) return null
  const { random, sampleRateHz } = site
  const decaySec = between(random, [0.0005, 0.003])
  const frequencyHz = betweenLog(random, [200, 2_500])
  const sign = oneOf(random, [-1, 1])
  const sound = Float32Array.from({ length: Math.round(5 * decaySec * sampleRateHz) }, (_, n) => {
    const timeSec = n / sampleRateHz
    return sign * Math.exp(-timeSec / decaySec) * Math.cos(2 * Math.PI * frequencyHz * timeSec)
  })
  return withAdded(
    site,
    strength,
    { sound, from: place.from, quantile: 1 },
    { type: 'click', variant: 'pop' },
  )
}

/** The offset stays to the end of the file. */
const dcStep: Planter = (site, strength) => {
  const place = clickPlace(site)
  if (!place) return null
  const sound = new Float32Array(site.samples.length - place.from).fill(oneOf(site.random, [-1, 1]))
  // Judged by the step alone: a slow fall after it says nothing above 100 Hz, while the end of the file would be a step too.
  const judgedBy = sound
    .slice(0, Math.round(STEP_FALL_SEC * site.sampleRateHz))
    .map((sample, n, { length }) => sample * (0.5 + 0.5 * Math.cos((Math.PI * n) / length)))
  return withAdded(
    site,
    strength,
    { sound, from: place.from, soundSec: CLICK_SEC, quantile: 1, judgedBy },
    { type: 'click', variant: 'dc-step' },
  )
}

/** Some milliseconds are missing and the ends do not meet. */
const join: Planter = (site, strength) => spliced(site, strength, 'join', ({ from, to }) => [from, to])

/**
 * What stands before one sample and what stands from another on, put together hard; null where no place makes a jump of the
 * strength.
 */
export function spliced(
  site: Site,
  strength: Strength,
  variant: string,
  endsOf: (place: { from: number; to: number }) => [end: number, next: number],
): Plantation | null {
  const { samples, sampleRateHz, random } = site
  const power = speechPower(site)
  const [least, most] = EXCESS_DB[strength]
  const fade = Math.round(CROSSFADE_SEC * sampleRateHz)
  const around = 4 * fade
  for (let attempt = 0; attempt < SPLICE_TRIES; attempt++) {
    const place = placeFor(site, between(random, SPLICED_SEC), site.speech)
    if (!place || place.from < around || place.to + around > samples.length) continue
    const [end, next] = endsOf(place)
    const hard = new Float32Array(2 * around)
    hard.set(samples.subarray(end - around, end))
    hard.set(samples.subarray(next, next + around), around)
    const soft = hard.slice()
    for (let n = 0; n < fade; n++) {
      const share = (n + 0.5) / fade
      soft[around - fade + n] = (1 - share) * samples[end - fade + n] + share * samples[next - fade + n]
    }
    const jump = hard.map((sample, n) => sample - soft[n])
    const excess = excessDb(jump, soft, sampleRateHz, power, 1) - shortDb(CLICK_SEC)
    if (excess < least || excess > most) continue
    const out = new Float32Array(samples.length + end - next)
    out.set(samples.subarray(0, end))
    out.set(samples.subarray(next), end)
    const startSec = end / sampleRateHz
    return { samples: out, planted: [{ type: 'click', variant, startSec, endSec: startSec + CLICK_SEC }] }
  }
  return null
}

/** Three in four while somebody speaks, where masking is strongest. */
function clickPlace(site: Site) {
  return placeFor(site, CLICK_SEC, site.random() < 0.75 ? site.speech : anywhere(site))
}

export const planting: Planting = {
  planters: { impulse, pop, join, 'dc-step': dcStep },
  keepsTimes: ['impulse', 'pop'],
  toleranceSec: 0.05,
}
