// Bursts and stretches of hiss, crackle, buzz and ring.
import { pinkNoise, whiteNoise } from '../../../lab/conditions.js'
import { withAdded } from '../added.js'
import { anywhere, placeFor } from '../places.js'
import { between, betweenLog, type Planter, type Planting, type Range, type Site } from '../planter.js'

/** From the shortest that sounds like noise and not like a click, to several seconds. */
const LENGTH_SEC: Range = [0.04, 3]
const MOST_OF_FILE = 0.4
const EDGE_SEC = 0.002

/** Tones and pulse trains that hold so long are a steady tone as well: either name is right. */
const STEADY_FROM_SEC = 1.3
const STEADY_VARIANTS = ['buzz', 'ring']

type Maker = (length: number, site: Site) => Float32Array

function staticPlanter(variant: string, make: Maker, shortestSec = LENGTH_SEC[0]): Planter {
  return (site, strength) => {
    const fileSec = site.samples.length / site.sampleRateHz
    const longest = Math.max(shortestSec, Math.min(LENGTH_SEC[1], MOST_OF_FILE * fileSec))
    const lengthSec = betweenLog(site.random, [shortestSec, longest])
    // Two in three begin under speech; a long stretch runs over pauses as well.
    const place =
      (site.random() < 2 / 3 ? placeFor(site, lengthSec, site.speech) : null) ??
      placeFor(site, lengthSec, anywhere(site))
    if (!place) return null
    const sound = make(place.to - place.from, site)
    fadeEdges(sound, Math.round(EDGE_SEC * site.sampleRateHz))
    const isSteady = STEADY_VARIANTS.includes(variant) && lengthSec >= STEADY_FROM_SEC
    return withAdded(
      site,
      strength,
      { sound, from: place.from, quantile: 0.5 },
      { type: 'static', variant, ...(isSteady && { alsoTypes: ['hum'] }) },
    )
  }
}

const hiss: Maker = (length, { random }) => whiteNoise(length, random)
const rumblingHiss: Maker = (length, { random }) => pinkNoise(length, random)

/** Many small clicks of unequal size, as of a bad contact. */
const crackle: Maker = (length, { random, sampleRateHz }) => {
  const perSec = betweenLog(random, [60, 250])
  const sound = new Float32Array(length)
  for (let n = 0; n < length; n++) {
    if (random() * sampleRateHz > perSec) continue
    const size = (random() < 0.5 ? -1 : 1) * 4 ** random()
    for (let k = 0; k < 8 && n + k < length; k++) sound[n + k] += size * (-0.6) ** k
  }
  return sound
}

/** A pulse train with many harmonics, as of a bad cable or a dimmer. */
const buzz: Maker = (length, { random, sampleRateHz }) => {
  const frequencyHz = betweenLog(random, [70, 350])
  const rounding = between(random, [0.6, 0.9])
  let last = 0
  return Float32Array.from({ length }, (_, n) => {
    const phase = (n * frequencyHz) / sampleRateHz
    last = rounding * last + (1 - rounding) * (2 * (phase - Math.floor(phase)) - 1)
    return last
  })
}

/** Two or three tones that do not fit together, as of a metal sheet or a vocoder that whistles. */
const ring: Maker = (length, { random, sampleRateHz }) => {
  const highestHz = Math.min(5_000, 0.4 * sampleRateHz)
  const tones = Array.from({ length: 2 + Math.floor(2 * random()) }, () => ({
    frequencyHz: betweenLog(random, [700, highestHz]),
    size: between(random, [0.4, 1]),
    phase: 2 * Math.PI * random(),
  }))
  return Float32Array.from({ length }, (_, n) =>
    tones.reduce(
      (sum, { frequencyHz, size, phase }) =>
        sum + size * Math.sin((2 * Math.PI * frequencyHz * n) / sampleRateHz + phase),
      0,
    ),
  )
}

export function fadeEdges(sound: Float32Array, edge: number): void {
  for (let n = 0; n < Math.min(edge, sound.length >> 1); n++) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / edge)
    sound[n] *= share
    sound[sound.length - 1 - n] *= share
  }
}

/** Fewer impulses than make a crackle would be clicks. */
const SHORTEST_CRACKLE_SEC = 0.15

export const planting: Planting = {
  planters: {
    hiss: staticPlanter('hiss', hiss),
    'pink-hiss': staticPlanter('pink-hiss', rumblingHiss),
    crackle: staticPlanter('crackle', crackle, SHORTEST_CRACKLE_SEC),
    buzz: staticPlanter('buzz', buzz),
    ring: staticPlanter('ring', ring),
  },
  keepsTimes: 'all',
  toleranceSec: 0.15,
}
