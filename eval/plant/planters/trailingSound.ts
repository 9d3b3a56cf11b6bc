// What voices add after the last word: a breath, a held vowel, the beginning of a word that never comes.
import { whispered } from '../conditions.js'
import { powerOf, speechPower } from '../places.js'
import {
  between,
  oneOf,
  type Plantation,
  type Planter,
  type Planting,
  type Range,
  type Site,
  type Strength,
} from '../planter.js'

/** Against the speech: hardly more than a breath at rest, as somebody who talks aside, as one who goes on talking. */
const LEVEL_DB: Record<Strength, Range> = { just: [-32, -28], clear: [-18, -12], gross: [-8, -3] }
const SOUND_SEC: Record<Strength, Range> = { just: [0.15, 0.25], clear: [0.3, 0.6], gross: [0.6, 1.2] }
const WORD_PART_SEC: Record<Strength, Range> = { just: [0.06, 0.08], clear: [0.12, 0.2], gross: [0.17, 0.25] }
/** Between the last word and the sound. */
const GAP_SEC: Range = [0.12, 0.5]
const TAIL_SEC: Range = [0.05, 0.3]
const VOICE_EDGE_SEC: Range = [0.015, 0.05]
const PITCH_SEC: Range = [1 / 400, 1 / 70]
const TRIES = 60

const breath: Planter = (site, strength) => {
  const { sampleRateHz, random } = site
  const length = Math.round(between(random, SOUND_SEC[strength]) * sampleRateHz)
  const from = placeInSpeech(site, length)
  if (from === null) return null
  const sound = whispered({ ...site, samples: site.samples.slice(from, from + length) })
  // Of one loudness throughout, whatever was said there; it swells and dies away.
  const frame = Math.round(0.03 * sampleRateHz)
  const even = sound.map((sample, n) => {
    const around = powerOf(sound, Math.max(0, n - (n % frame)), Math.min(length, n - (n % frame) + frame))
    return (sample / Math.sqrt(around + 1e-9)) * Math.sin((Math.PI * (n + 0.5)) / length)
  })
  return withTail(site, strength, even, 'breath')
}

const vowel: Planter = (site, strength) => {
  const { samples, sampleRateHz, random } = site
  const length = Math.round(between(random, SOUND_SEC[strength]) * sampleRateHz)
  const period = steadiest(site)
  if (!period) return null
  // Two periods, one after the other and over each other: the vowel that they are part of, held.
  const sound = new Float32Array(length)
  for (let at = 0; at < length; at += Math.round(period.length * between(random, [0.99, 1.01])))
    for (let n = 0; n < 2 * period.length && at + n < length; n++) {
      const weight = 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / period.length)
      sound[at + n] += weight * samples[period.from + n]
    }
  return withTail(site, strength, edged(sound, site), 'vowel')
}

const wordPart: Planter = (site, strength) => {
  const { samples, sampleRateHz, speech, random } = site
  if (speech.length === 0) return null
  const from = Math.round(oneOf(random, speech).startSec * sampleRateHz)
  const length = Math.round(between(random, WORD_PART_SEC[strength]) * sampleRateHz)
  return withTail(site, strength, edged(samples.slice(from, from + length), site), 'wordPart')
}

/** The file with the sound behind its last word, and a little quiet after it. */
function withTail(site: Site, strength: Strength, sound: Float32Array, variant: string): Plantation | null {
  const { samples, sampleRateHz, speech, random } = site
  const power = powerOf(sound)
  if (speech.length === 0 || !(power > 0)) return null
  const gain = Math.sqrt(speechPower(site) / power) * 10 ** (between(random, LEVEL_DB[strength]) / 20)
  const from = Math.round((speech[speech.length - 1].endSec + between(random, GAP_SEC)) * sampleRateHz)
  const to = from + sound.length
  const out = new Float32Array(to + Math.round(between(random, TAIL_SEC) * sampleRateHz))
  out.set(samples.subarray(0, out.length))
  for (let n = 0; n < sound.length; n++) out[from + n] += gain * sound[n]
  const place = { startSec: from / sampleRateHz, endSec: to / sampleRateHz }
  return { samples: out, planted: [{ type: 'trailingSound', variant, ...place }] }
}

function edged(sound: Float32Array, { sampleRateHz, random }: Site): Float32Array {
  const edge = between(random, VOICE_EDGE_SEC) * sampleRateHz
  return sound.map((sample, n) => sample * Math.min(1, (n + 1) / edge, (sound.length - n) / edge))
}

function placeInSpeech({ sampleRateHz, speech, random }: Site, length: number): number | null {
  const wide = speech.filter(({ startSec, endSec }) => (endSec - startSec) * sampleRateHz > length)
  if (wide.length === 0) return null
  const { startSec, endSec } = oneOf(random, wide)
  return Math.round(between(random, [startSec * sampleRateHz, endSec * sampleRateHz - length]))
}

/** The period of the steadiest of some loud places. */
function steadiest(site: Site): { from: number; length: number } | null {
  const { samples, sampleRateHz } = site
  const [shortest, longest] = PITCH_SEC.map((sec) => Math.round(sec * sampleRateHz))
  const loud = speechPower(site)
  let best: { from: number; length: number; likeness: number } | null = null
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const from = placeInSpeech(site, 3 * longest)
    if (from === null || powerOf(samples, from, from + 2 * longest) < loud) continue
    for (let length = shortest; length <= longest; length++) {
      let product = 0
      for (let n = 0; n < longest; n++) product += samples[from + n] * samples[from + n + length]
      const powers =
        powerOf(samples, from, from + longest) * powerOf(samples, from + length, from + length + longest)
      const likeness = product / longest / Math.sqrt(powers + 1e-12)
      if (!best || likeness > best.likeness) best = { from, length, likeness }
    }
  }
  return best
}

export const planting: Planting = {
  planters: { breath, vowel, wordPart },
  toleranceSec: 0.15,
}
