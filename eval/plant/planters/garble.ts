// Sound like speech that is no words, for a second and more.
import { lowPassed } from '../../../lab/conditions.js'
import { RealFft } from '../../../src/audio/fft.js'
import { isSpoken, placeFor, powerOf, speechPower } from '../places.js'
import { between, type Planter, type Planting, type Range, type Site, type Strength } from '../planter.js'

/** A word, a phrase, a sentence. */
const LENGTH_SEC: Record<Strength, Range> = { just: [1, 1.3], clear: [1.5, 2.5], gross: [2.5, 4] }
const SHORTEST_SEC = 1
const SPOKEN_SHARE = 0.6
const SPOKEN_WITHIN_DB = 20
/** What is put in joins without a click: the fault is that it is no words. */
const EDGE_SEC = 0.01

type Change = (stretch: Float32Array, site: Site, strength: Strength) => Float32Array | null

function garblePlanter(variant: string, change: Change): Planter {
  return (site, strength) => {
    const { samples, sampleRateHz, random } = site
    const isGood = isSpoken(site, SPOKEN_SHARE, SPOKEN_WITHIN_DB)
    const lengthSec = between(random, LENGTH_SEC[strength])
    const whole = [{ startSec: site.speech[0]?.startSec ?? 0, endSec: site.speech.at(-1)?.endSec ?? 0 }]
    const place =
      placeFor(site, lengthSec, whole, isGood) ??
      (strength === 'gross' ? null : placeFor(site, SHORTEST_SEC, whole, isGood))
    if (!place) return null
    const changed = change(samples.slice(place.from, place.to), site, strength)
    if (!changed) return null
    const out = samples.slice()
    const edge = Math.round(EDGE_SEC * sampleRateHz)
    for (let n = 0; n < changed.length; n++) {
      const share = Math.min(1, (n + 0.5) / edge, (changed.length - n - 0.5) / edge)
      out[place.from + n] = (1 - share) * out[place.from + n] + share * changed[n]
    }
    return {
      samples: out,
      planted: [
        {
          type: 'garble',
          variant,
          startSec: place.from / sampleRateHz,
          endSec: place.to / sampleRateHz,
        },
      ],
    }
  }
}

const reversed: Change = (stretch) => stretch.toReversed()

/** Pieces of about a syllable in another order. */
const PIECE_SEC: Range = [0.08, 0.2]

const shuffled: Change = (stretch, { sampleRateHz, random }) => {
  const pieces: Float32Array[] = []
  for (let at = 0; at < stretch.length; ) {
    const to = Math.min(stretch.length, at + Math.round(between(random, PIECE_SEC) * sampleRateHz))
    pieces.push(stretch.slice(at, to))
    at = to
  }
  for (let index = pieces.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[pieces[index], pieces[other]] = [pieces[other], pieces[index]]
  }
  const out = new Float32Array(stretch.length)
  const edge = Math.round(0.004 * sampleRateHz)
  let at = 0
  for (const piece of pieces) {
    for (let n = 0; n < piece.length; n++)
      out[at + n] = piece[n] * Math.min(1, (n + 0.5) / edge, (piece.length - n - 0.5) / edge)
    at += piece.length
  }
  return out
}

/** How much softer the other voice is: 6 dB is understood but disturbs, as loud as the first is a muddle. */
const OTHER_VOICE_DB: Record<Strength, Range> = { just: [-8, -5], clear: [-3, 0], gross: [0, 3] }

const twoVoices: Change = (stretch, site, strength) => {
  const other = site.otherVoice ?? site.samples
  if (other.length <= stretch.length) return null
  const power = speechPower(site)
  for (let attempt = 0; attempt < 50; attempt++) {
    const from = Math.floor(site.random() * (other.length - stretch.length))
    const second = other.slice(from, from + stretch.length)
    const secondPower = powerOf(second)
    // The other must really speak there: as loud as its own whole file.
    if (secondPower < 0.5 * powerOf(other)) continue
    const gain = Math.sqrt(power / secondPower) * 10 ** (between(site.random, OTHER_VOICE_DB[strength]) / 20)
    return stretch.map((sample, n) => sample + gain * second[n])
  }
  return null
}

/** Packets of 40 to 60 ms, concealed by the last good one fading, as a decoder does. */
const LOST_SHARE: Record<Strength, Range> = { just: [0.25, 0.3], clear: [0.4, 0.5], gross: [0.55, 0.65] }

const packetLoss: Change = (stretch, { sampleRateHz, random }, strength) => {
  const out = stretch.slice()
  const share = between(random, LOST_SHARE[strength])
  let wasLost = false
  let packet = 0
  for (let at = 0; at < out.length; at += packet) {
    const previous = packet
    packet = Math.round(between(random, [0.04, 0.06]) * sampleRateHz)
    const isLost = random() < share
    if (isLost)
      for (let n = at; n < Math.min(out.length, at + packet); n++)
        out[n] = previous > 0 && !wasLost ? 0.6 * out[n - previous] : 0
    wasLost = isLost
  }
  return out
}

/** Dull and smeared: consonants go first, then the vowels run into each other. */
const MUMBLE: Record<Strength, { cutoffHz: number; smearSec: number; phaseShare: number }> = {
  just: { cutoffHz: 1_000, smearSec: 0.06, phaseShare: 0.4 },
  clear: { cutoffHz: 700, smearSec: 0.12, phaseShare: 0.7 },
  gross: { cutoffHz: 450, smearSec: 0.2, phaseShare: 1 },
}

const mumble: Change = (stretch, site, strength) => {
  const { cutoffHz, smearSec, phaseShare } = MUMBLE[strength]
  const smeared = smear(stretch, site, smearSec, phaseShare)
  const dull = lowPassed(smeared, cutoffHz, site.sampleRateHz)
  const gain = Math.sqrt(powerOf(stretch) / Math.max(powerOf(dull), 1e-12))
  return dull.map((sample) => gain * sample)
}

/** As a broken vocoder does: magnitudes averaged over time, phases partly thrown away. */
function smear(
  stretch: Float32Array,
  { sampleRateHz, random }: Site,
  smearSec: number,
  phaseShare: number,
): Float32Array {
  const size = 2 ** Math.round(Math.log2(0.032 * sampleRateHz))
  const hop = size >> 2
  const fft = new RealFft(size)
  const window = Float64Array.from({ length: size }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / size))
  const out = new Float32Array(stretch.length)
  const block = new Float64Array(size)
  const re = new Float64Array(fft.bins)
  const im = new Float64Array(fft.bins)
  const mean = new Float64Array(fft.bins)
  const keep = Math.exp(-hop / (smearSec * sampleRateHz))
  for (let at = -size + hop; at < stretch.length; at += hop) {
    for (let n = 0; n < size; n++) block[n] = window[n] * (stretch[at + n] ?? 0)
    fft.forward(block, re, im)
    for (let k = 0; k < fft.bins; k++) {
      mean[k] = keep * mean[k] + (1 - keep) * Math.hypot(re[k], im[k])
      const phase = Math.atan2(im[k], re[k]) + phaseShare * 2 * Math.PI * (random() - 0.5)
      re[k] = mean[k] * Math.cos(phase)
      im[k] = k === 0 || k === fft.bins - 1 ? 0 : mean[k] * Math.sin(phase)
    }
    fft.inverse(re, im, block)
    // Four windows overlap; their squares add up to two.
    for (let n = 0; n < size; n++)
      if (at + n >= 0 && at + n < out.length) out[at + n] += 0.5 * window[n] * block[n]
  }
  return out
}

export const planting: Planting = {
  planters: {
    reversed: garblePlanter('reversed', reversed),
    shuffled: garblePlanter('shuffled', shuffled),
    'two-voices': garblePlanter('two-voices', twoVoices),
    'packet-loss': garblePlanter('packet-loss', packetLoss),
    mumble: garblePlanter('mumble', mumble),
  },
  toleranceSec: 0.5,
}
