// Clicks as other people would make them, beside those of the evaluation: what the network must know to find either.
import { withAdded } from '../../eval/plant/added.js'
import { anywhere, placeFor } from '../../eval/plant/places.js'
import { betweenLog, oneOf, type Planter, type Site } from '../../eval/plant/planter.js'
import { CLICK_SEC, planting, spliced } from '../../eval/plant/planters/click.js'

/** The slow end of a step is judged no further than this: what follows is inaudible. */
const JUDGED_SEC = 0.2

type Sound = (site: Site) => Float32Array

/** Where its sound begins, one time in four in a pause as well. */
function added(variant: string, make: Sound, isHeld = false): Planter {
  return (site, strength) => {
    const within = site.random() < 0.75 ? site.speech : anywhere(site)
    const place = placeFor(site, CLICK_SEC, within)
    if (!place) return null
    const sound = make(site).slice(0, site.samples.length - place.from)
    const short = isHeld
      ? { soundSec: CLICK_SEC, judgedBy: faded(sound, JUDGED_SEC * site.sampleRateHz) }
      : {}
    return withAdded(
      site,
      strength,
      { sound, from: place.from, quantile: 1, ...short },
      { type: 'click', variant },
    )
  }
}

function faded(sound: Float32Array, length: number): Float32Array {
  return sound
    .slice(0, Math.round(length))
    .map((sample, n, { length: end }) => sample * (0.5 + 0.5 * Math.cos((Math.PI * n) / end)))
}

/** A sound of so many seconds from what it is at each. */
function drawn({ sampleRateHz }: Site, lengthSec: number, at: (timeSec: number) => number): Float32Array {
  return Float32Array.from({ length: Math.max(1, Math.round(lengthSec * sampleRateHz)) }, (_, n) =>
    at(n / sampleRateHz),
  )
}

const spike: Sound = ({ random }) =>
  Float32Array.from(oneOf(random, [[1], [-1], [1, -1], [-1, 1], [1, -0.5], [0.5, 1, 0.5], [-0.3, 1, -0.3]]))

const noiseBurst: Sound = (site) => {
  const decaySec = betweenLog(site.random, [0.0003, 0.002])
  return drawn(site, 4 * decaySec, (sec) => (2 * site.random() - 1) * Math.exp(-sec / decaySec))
}

const toneBurst: Sound = (site) => {
  const decaySec = betweenLog(site.random, [0.0005, 0.005])
  const frequencyHz = betweenLog(site.random, [80, Math.min(7_000, 0.4 * site.sampleRateHz)])
  const phase = oneOf(site.random, [0, Math.PI / 2, Math.PI, -Math.PI / 2])
  return drawn(
    site,
    4 * decaySec,
    (sec) => Math.exp(-sec / decaySec) * Math.cos(2 * Math.PI * frequencyHz * sec + phase),
  )
}

const halfSine: Sound = (site) => {
  const lengthSec = betweenLog(site.random, [0.001, 0.02])
  const sign = oneOf(site.random, [-1, 1])
  return drawn(site, lengthSec, (sec) => sign * Math.sin((Math.PI * sec) / lengthSec))
}

const pulse: Sound = (site) => {
  const sign = oneOf(site.random, [-1, 1])
  return drawn(site, betweenLog(site.random, [0.0002, 0.005]), () => sign)
}

/** A step that an output capacitor takes away again. */
const fallingStep: Sound = (site) => {
  const decaySec = betweenLog(site.random, [0.003, 0.1])
  const sign = oneOf(site.random, [-1, 1])
  return drawn(site, 5 * decaySec, (sec) => sign * Math.exp(-sec / decaySec))
}

/** A click that has been through a low-pass: another rate, a codec, a telephone. */
const dull: Sound = (site) => {
  const cutoffHz = betweenLog(site.random, [1_500, 0.4 * site.sampleRateHz])
  const halfSec = 2 / cutoffHz
  const sign = oneOf(site.random, [-1, 1])
  return drawn(site, 2 * halfSec, (sec) => {
    const phase = 2 * Math.PI * cutoffHz * (sec - halfSec)
    const hann = 0.5 + 0.5 * Math.cos((Math.PI * (sec - halfSec)) / halfSec)
    return sign * hann * (phase === 0 ? 1 : Math.sin(phase) / phase)
  })
}

/** Some milliseconds sound twice, and the ends do not meet. */
const repeat: Planter = (site, strength) => spliced(site, strength, 'repeat', ({ from, to }) => [to, from])

export const plants: Record<string, Planter> = {
  ...planting.planters,
  spike: added('spike', spike),
  noise: added('noise', noiseBurst),
  tone: added('tone', toneBurst),
  'half-sine': added('half-sine', halfSine),
  pulse: added('pulse', pulse),
  'falling-step': added('falling-step', fallingStep, true),
  dull: added('dull', dull),
  repeat,
}
