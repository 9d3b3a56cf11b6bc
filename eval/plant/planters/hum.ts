// Mains hum and steady tones, over the whole file or from some place on.
import { withAdded } from '../added.js'
import { between, betweenLog, oneOf, type Planter, type Planting, type Range, type Site } from '../planter.js'
import { fadeEdges } from './static.js'

/** A hum is audible in the pauses: the quietest fifth of the frames tells how audible. */
const AUDIBLE_IN = 0.8
const STRETCH_SHARE: Range = [0.4, 0.7]
/** A shorter tone is a beep, not a hum. */
const SHORTEST_SEC = 1.5
const EDGE_SEC = 0.05
const HARMONICS = 12

function humPlanter(variant: string, make: (length: number, site: Site) => Float32Array): Planter {
  return (site, strength) => {
    const { samples, sampleRateHz, random } = site
    const whole = random() < 0.6
    const share = whole ? 1 : between(random, STRETCH_SHARE)
    const length = Math.round(samples.length * share)
    if (length < SHORTEST_SEC * sampleRateHz) return null
    const from = Math.floor(random() * (samples.length - length))
    const sound = make(length, site)
    if (!whole) fadeEdges(sound, Math.round(EDGE_SEC * sampleRateHz))
    return withAdded(site, strength, { sound, from, quantile: AUDIBLE_IN }, { type: 'hum', variant })
  }
}

function tones(
  length: number,
  sampleRateHz: number,
  parts: { frequencyHz: number; size: number; phase: number }[],
) {
  return Float32Array.from({ length }, (_, n) =>
    parts.reduce(
      (sum, { frequencyHz, size, phase }) =>
        sum + size * Math.sin((2 * Math.PI * frequencyHz * n) / sampleRateHz + phase),
      0,
    ),
  )
}

/** Of 50 or 60 Hz as it really runs (within 0.2 %), the even harmonics of a rectifier stronger or weaker than the odd ones. */
const mains: Parameters<typeof humPlanter>[1] = (length, { random, sampleRateHz }) => {
  const frequencyHz = oneOf(random, [50, 60]) * between(random, [0.998, 1.002])
  const even = between(random, [0.3, 1.5])
  const decay = between(random, [0.8, 1.6])
  return tones(
    length,
    sampleRateHz,
    Array.from({ length: HARMONICS }, (_, index) => ({
      frequencyHz: frequencyHz * (index + 1),
      size: ((index % 2 === 1 ? even : 1) * between(random, [0.5, 1])) / (index + 1) ** decay,
      phase: 2 * Math.PI * random(),
    })),
  )
}

const whine: Parameters<typeof humPlanter>[1] = (length, { random, sampleRateHz }) => {
  const frequencyHz = betweenLog(random, [400, Math.min(9_000, 0.42 * sampleRateHz)])
  const parts = [{ frequencyHz, size: 1, phase: 0 }]
  if (2 * frequencyHz < 0.45 * sampleRateHz)
    parts.push({ frequencyHz: 2 * frequencyHz, size: between(random, [0, 0.3]), phase: 1 })
  return tones(length, sampleRateHz, parts)
}

export const planting: Planting = {
  planters: {
    mains: humPlanter('mains', mains),
    whine: humPlanter('whine', whine),
  },
  toleranceSec: 0.3,
}
