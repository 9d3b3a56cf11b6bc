import { beforeAll, describe, expect, it } from 'vitest'
import { whispered, withEffect } from '../../eval/plant/conditions.js'
import { excessDb } from '../../eval/plant/masking.js'
import { powerOf } from '../../eval/plant/places.js'
import { plant, plantSeveral } from '../../eval/plant/plant.js'
import { strengths } from '../../eval/plant/planter.js'
import { plantings } from '../../eval/plant/planters/all.js'
import { falseIssues, matchIssues } from '../../eval/sections/quality-match.js'
import { PlantingPlan } from '../../eval/sections/quality-planted.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { seededRandom } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import type { Issue, IssueType } from '../../src/checks/quality/issue.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { sine, whiteNoise } from '../audio/signals.js'

const TEXT =
  'The old lighthouse keeper climbed the winding stairs every evening, and he never once complained. ' +
  'When the storm came in from the west, all of the windows began to rattle.'

let speech: { samples: Float32Array; sampleRateHz: number; intervals: Interval[] }

beforeAll(async () => {
  const { samples, sampleRateHz, words } = await cached(voice('flite:rms')).speak(TEXT)
  const intervals = [{ startSec: words![0].startSec, endSec: words!.at(-1)!.endSec }]
  speech = { samples, sampleRateHz, intervals }
})

function planted(kind: IssueType, strength: (typeof strengths)[number], variant: string, seed = 1) {
  const { samples, sampleRateHz, intervals } = speech
  const random = seededRandom(seed)
  return plant(kind, strength, samples, sampleRateHz, random, { speech: intervals, variant })
}

const everyVariant = Object.entries(plantings).flatMap(([kind, { planters }]) =>
  Object.keys(planters).map((variant) => [kind as IssueType, variant] as const),
)

describe('a planted defect', () => {
  it.each(everyVariant)('%s (%s) changes the file where it says and nowhere else', (kind, variant) => {
    const { samples, sampleRateHz } = speech
    const made = planted(kind, 'clear', variant)!
    expect(made.planted).toHaveLength(1)
    const [{ type, startSec, endSec }] = made.planted
    expect(type).toBe(kind)
    expect(endSec).toBeGreaterThan(startSec)
    expect(startSec).toBeGreaterThanOrEqual(0)
    expect(endSec).toBeLessThanOrEqual(made.samples.length / sampleRateHz + 1e-9)
    // Clipping changes the level of the whole, a cut start moves it, a pause and a join move what comes after.
    if (kind === 'clipping' || variant === 'start') return
    const from = Math.round(startSec * sampleRateHz)
    // What comes after the end makes the file longer, with silence in between.
    const until = Math.min(from, made.samples.length, samples.length)
    expect(firstDifference(samples, made.samples)).toBeGreaterThanOrEqual(until)
    if (made.samples.length !== samples.length || variant === 'dc-step') return
    const lastChanged = samples.length - firstDifference(samples.toReversed(), made.samples.toReversed())
    expect(lastChanged).toBeGreaterThan(from)
    expect(lastChanged).toBeLessThanOrEqual(Math.ceil(endSec * sampleRateHz) + 1)
  })

  it.each(everyVariant)('%s (%s) is the same for the same seed and another for another', (kind, variant) => {
    const one = planted(kind, 'clear', variant)!
    const same = planted(kind, 'clear', variant)!
    expect(same.planted).toEqual(one.planted)
    expect(firstDifference(same.samples, one.samples)).toBe(one.samples.length)
    if (kind === 'truncation') return
    const other = planted(kind, 'clear', variant, 2)!
    expect(firstDifference(other.samples, one.samples)).toBeLessThan(one.samples.length)
  })

  it.each<[IssueType, string]>([
    ['click', 'impulse'],
    ['static', 'hiss'],
    ['static', 'ring'],
    ['hum', 'mains'],
    ['hum', 'whine'],
  ])('%s (%s) is louder the stronger', (kind, variant) => {
    const energies = strengths.map((strength) => {
      const made = planted(kind, strength, variant)!.samples
      return made.reduce((sum, sample, n) => sum + (sample - speech.samples[n]) ** 2, 0)
    })
    // 5 dB lie between the ranges of two strengths at least.
    expect(energies[1] / energies[0]).toBeGreaterThan(3)
    expect(energies[2] / energies[1]).toBeGreaterThan(3)
  })

  it('is never louder than a file can hold', () => {
    const loud = speech.samples.map((sample) => sample * 2)
    const { sampleRateHz, intervals } = speech
    for (const kind of Object.keys(plantings) as IssueType[]) {
      const made = plant(kind, 'gross', loud, sampleRateHz, seededRandom(3), { speech: intervals })!
      expect(made.samples.every((sample) => Math.abs(sample) <= 1)).toBe(true)
    }
  })

  it('is none in a file that gives no place for it', () => {
    const silence = new Float32Array(16_000)
    for (const kind of Object.keys(plantings) as IssueType[])
      expect(plant(kind, 'clear', silence, 16_000, seededRandom(1), { speech: [] })).toBeNull()
  })

  it('a hole and a run of zeros are digital silence of their length', () => {
    for (const [kind, variant] of [
      ['silence', 'hole'],
      ['dropout', 'zeros'],
    ] as const) {
      const made = planted(kind, 'gross', variant)!
      const [{ startSec, endSec }] = made.planted
      const { sampleRateHz } = speech
      const inside = made.samples.subarray(
        Math.round(startSec * sampleRateHz),
        Math.round(endSec * sampleRateHz),
      )
      expect(inside.every((sample) => sample === 0)).toBe(true)
    }
  })

  it('a pause is longer than any in the file', () => {
    const made = planted('silence', 'clear', 'pause')!
    const [{ startSec, endSec }] = made.planted
    expect(endSec - startSec).toBeGreaterThan(2.1)
    expect(made.samples.length).toBeGreaterThan(speech.samples.length + 1.5 * speech.sampleRateHz)
  })

  it('clipping puts the share of samples at the ceiling that it says', () => {
    const { samples } = planted('clipping', 'gross', 'full-scale', 5)!
    const atCeiling = samples.filter((sample) => Math.abs(sample) >= 0.9999).length
    expect(atCeiling / samples.length).toBeGreaterThan(0.005)
    expect(atCeiling / samples.length).toBeLessThan(0.12)
  })
})

it('several defects in a file lie apart', () => {
  const { samples, sampleRateHz, intervals } = speech
  const kinds: IssueType[] = ['click', 'static', 'dropout', 'silence']
  const made = plantSeveral(kinds, 3, 'clear', samples, sampleRateHz, seededRandom(4), { speech: intervals })
  expect(made.planted.length).toBeGreaterThan(1)
  for (const [index, { startSec }] of made.planted.slice(1).entries())
    expect(startSec - made.planted[index].endSec).toBeGreaterThan(0.4)
})

describe('how far a sound stands out', () => {
  const rateHz = 16_000
  it('grows with its level, decibel by decibel', () => {
    const tone = sine(8_000, 1_000, rateHz, 0.01)
    const noise = whiteNoise(8_000, 0.1)
    const low = excessDb(tone, noise, rateHz, 0.01, 0.5)
    expect(
      excessDb(
        tone.map((s) => 10 * s),
        noise,
        rateHz,
        0.01,
        0.5,
      ) - low,
    ).toBeCloseTo(20, 5)
  })

  it('is about the ratio in its critical band, less what noise hides', () => {
    // Uniform noise of +-0.1 has 0.1^2 / 3 over 8 kHz; the band of 920 to 1,080 Hz holds 160 / 8,000 of that.
    const tone = sine(16_000, 1_000, rateHz, 0.1)
    const noise = whiteNoise(16_000, 0.1)
    const ratioDb = 10 * Math.log10(0.1 ** 2 / 2 / (((0.1 ** 2 / 3) * 160) / 8_000))
    const excess = excessDb(tone, noise, rateHz, 0.01, 0.5)
    expect(excess).toBeGreaterThan(ratioDb - 3)
    expect(excess).toBeLessThan(ratioDb + 7)
  })

  it('is less in loud surroundings than in silence', () => {
    const tone = sine(8_000, 1_000, rateHz, 0.01)
    const silence = new Float32Array(8_000)
    const inNoise = excessDb(tone, whiteNoise(8_000, 0.3), rateHz, 0.01, 0.5)
    expect(inNoise).toBeLessThan(excessDb(tone, silence, rateHz, 0.01, 0.5) - 10)
  })
})

describe('unusual speech', () => {
  it('in a whisper has no pitch left', () => {
    const { sampleRateHz } = speech
    // A pulse train of 100 Hz through nothing: as voiced as can be.
    const pulses = Float32Array.from({ length: sampleRateHz }, (_, n) => (n % 160 === 0 ? 0.5 : 0))
    const breath = whispered({ samples: pulses, sampleRateHz, speech: [], random: seededRandom(1) })
    expect(periodicity(pulses, 160)).toBeGreaterThan(0.9)
    expect(Math.abs(periodicity(breath, 160))).toBeLessThan(0.2)
  })

  it('with an effect under it has that 15 dB below', () => {
    const { samples, sampleRateHz, intervals } = speech
    const site = { samples, sampleRateHz, speech: intervals, random: seededRandom(2) }
    const mixed = withEffect(site, whiteNoise(sampleRateHz, 0.2))
    const underDb = 10 * Math.log10(powerOf(mixed.map((s, n) => s - samples[n])) / powerOf(samples))
    // The speech is louder than the file with its pauses, by 1 to 4 dB.
    expect(underDb).toBeGreaterThan(-15)
    expect(underDb).toBeLessThan(-10)
  })

  it('as mp3 is the same speech at the same times', async () => {
    const { sampleRateHz } = speech
    const impulse = new Float32Array(2 * sampleRateHz)
    impulse[sampleRateHz] = 0.9
    const decoded: number[] = []
    const { codec, bitRateKbps } = await decodeAudio(
      bytesInMemory(await mp3Bytes(impulse, sampleRateHz, 64)),
      ([channel]) => {
        decoded.push(...channel)
      },
    )
    expect(codec).toBe('mp3')
    expect(Math.abs(bitRateKbps - 64)).toBeLessThan(3)
    const sizes = decoded.map(Math.abs)
    expect(sizes.indexOf(Math.max(...sizes))).toBe(sampleRateHz)
  })
})

describe('matching issues with what was planted', () => {
  const issue = (type: IssueType, timeSec: number, endSec: number): Issue => ({
    type,
    timeSec,
    endSec,
    durationMs: 1000 * (endSec - timeSec),
    trait: null,
    confidence: 0.9,
    severity: 1,
    audibility: 1,
    audibilityLabel: 'severe',
  })
  const burst = { type: 'static' as const, variant: 'hiss', startSec: 2, endSec: 3 }

  it('takes all issues of the type at the place together', () => {
    const [match] = matchIssues([burst], [issue('static', 2.05, 2.4), issue('static', 2.6, 3.1)])
    expect(match.startErrorSec).toBeCloseTo(0.05, 9)
    expect(match.endErrorSec).toBeCloseTo(0.1, 9)
  })

  it('does not take another type or another place', () => {
    const issues = [issue('click', 2.5, 2.5), issue('static', 4, 5)]
    const [match] = matchIssues([burst], issues)
    expect(match).toMatchObject({ issues: [], startErrorSec: null, takenFor: ['click'] })
    expect(falseIssues([burst], issues)).toEqual(issues)
  })

  it('takes the other name of a defect that has two', () => {
    const hole = { ...burst, type: 'silence' as const, alsoTypes: ['dropout' as const] }
    expect(matchIssues([hole], [issue('dropout', 2, 3)])[0].startErrorSec).toBe(0)
  })
})

it('every kind is planted at every strength, equally often', () => {
  const plan = new PlantingPlan(['click', 'hum'], 2)
  const counts: Record<string, number> = {}
  for (let clip = 0; clip < 30; clip++)
    for (const { kind, strength } of plan.next())
      if (kind !== 'several') counts[`${kind} ${strength}`] = (counts[`${kind} ${strength}`] ?? 0) + 1
  expect(Object.values(counts)).toEqual([10, 10, 10, 10, 10, 10])
})

function firstDifference(one: Float32Array, other: Float32Array): number {
  const length = Math.min(one.length, other.length)
  for (let n = 0; n < length; n++) if (Math.abs(one[n] - other[n]) > 1e-6) return n
  return length
}

/** Correlation of a signal with itself so many samples later. */
function periodicity(samples: Float32Array, lag: number): number {
  let product = 0
  for (let n = lag; n < samples.length; n++) product += samples[n] * samples[n - lag]
  return product / samples.reduce((sum, sample) => sum + sample * sample, 0)
}
