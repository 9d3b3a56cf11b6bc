// Planted slow changes do what they say: nothing at the beginning, all of it at the end.
import { expect, test } from 'vitest'
import { changedSlowly } from '../../eval/plant/slow-changes.js'
import { trackPitch } from '../../src/audio/pitch.js'
import { powerSpectrum } from '../../src/audio/spectrum.js'

const RATE_HZ = 16_000
const PHRASES = 8

/** Phrases of a second, a pause of a quarter after each: overtones of 140 Hz, strongest about 900 Hz. */
const speech = Array.from({ length: PHRASES }, (_, at) => ({ startSec: 1.25 * at, endSec: 1.25 * at + 1 }))
const samples = Float32Array.from({ length: PHRASES * 1.25 * RATE_HZ }, (_, n) => {
  const timeSec = n / RATE_HZ
  if (timeSec % 1.25 >= 1) return 0
  let sum = 0
  for (let k = 1; k < 30; k++)
    sum += Math.sin(2 * Math.PI * 140 * k * timeSec + k * k) / (1 + ((140 * k - 900) / 250) ** 2)
  return 0.05 * sum
})

const changed = (change: Parameters<typeof changedSlowly>[1], size: number) =>
  changedSlowly({ samples, speech }, change, size, RATE_HZ)
const first = (sound: Float32Array) => sound.slice(0, RATE_HZ)
/** The last phrase, wherever the reading ends. */
const last = (sound: Float32Array) => sound.slice(-1.2 * RATE_HZ, -0.3 * RATE_HZ)

function levelDb(sound: Float32Array): number {
  return 10 * Math.log10(sound.reduce((sum, each) => sum + each * each, 0) / sound.length)
}

function pitchSemitones(sound: Float32Array): number {
  const voiced = [...trackPitch(sound, { sampleRateHz: RATE_HZ }).hz]
    .filter((hz) => hz > 0)
    .sort((a, b) => a - b)
  return 12 * Math.log2(voiced[voiced.length >> 1] / 140)
}

function centroidHz(sound: Float32Array): number {
  const { data, dims, binHz } = powerSpectrum(sound, {
    sampleRateHz: RATE_HZ,
    frameSec: 0.032,
    hopSec: 0.016,
  })
  let power = 0
  let weighted = 0
  for (const [index, each] of data.entries()) {
    power += each
    weighted += each * (index % dims) * binHz
  }
  return weighted / power
}

test('a level sinks', () => {
  const softer = changed('level', -12)
  expect(levelDb(first(softer)) - levelDb(first(samples))).toBeCloseTo(-0.6, 0)
  expect(levelDb(last(softer)) - levelDb(last(samples))).toBeCloseTo(-11.3, 0)
})

test('last words sink alone', () => {
  const softer = changed('lastWords', -12)
  const before = Math.round(speech[PHRASES - 1].startSec * RATE_HZ)
  expect(softer.slice(0, before)).toEqual(samples.slice(0, before))
  expect(levelDb(last(softer)) - levelDb(last(samples))).toBeCloseTo(-12, 1)
})

test('a pitch rises, and the colour stays', () => {
  const higher = changed('pitch', 4)
  expect(Math.abs(pitchSemitones(first(higher)))).toBeLessThan(0.6)
  expect(Math.abs(pitchSemitones(last(higher)) - 3.7)).toBeLessThan(0.6)
  expect(Math.abs(centroidHz(last(higher)) / centroidHz(last(samples)) - 1)).toBeLessThan(0.12)
})

test('a voice changes its colour, and keeps its pitch', () => {
  const other = changed('voice', 4)
  expect(Math.abs(pitchSemitones(last(other)))).toBeLessThan(0.6)
  expect(centroidHz(last(other)) / centroidHz(last(samples))).toBeGreaterThan(1.12)
})

test('a pace quickens: half as much over the whole as at the end', () => {
  const faster = changed('pace', 0.3)
  expect(faster.length / samples.length).toBeCloseTo(1 / 1.15, 1)
  expect(Math.abs(pitchSemitones(last(faster)))).toBeLessThan(0.3)
})
