import { beforeAll, describe, expect, it } from 'vitest'
import { resample } from '../../src/audio/resample.js'
import { GarbleNetwork, STEP_SEC } from '../../src/speech/garble-network.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { concatenated, sine, whiteNoise } from '../audio/signals.js'

const RATE_HZ = 16_000
const TEXT =
  'The harbour was quiet in the morning, and the fishermen mended their nets while they talked about the weather.'

async function say(name: string, text = TEXT): Promise<Float32Array> {
  const { samples, sampleRateHz } = await cached(voice(name)).speak(text)
  return resample(samples, sampleRateHz, RATE_HZ)
}

describe('what the sound alone tells', () => {
  let network: GarbleNetwork

  beforeAll(async () => {
    network = await GarbleNetwork.load()
  })

  /** Mean over the sounding steps of an interval. */
  async function mean(samples: Float32Array, fromSec = 0, toSec = samples.length / RATE_HZ): Promise<number> {
    const { logOdds, isSounding } = await network.curveOf(samples)
    const inside = logOdds.filter((_, step) => {
      const timeSec = (step + 0.5) * STEP_SEC
      return isSounding[step] === 1 && timeSec >= fromSec && timeSec < toSec
    })
    return inside.reduce((sum, value) => sum + value, 0) / inside.length
  }

  it.each(['flite:slt', 'flite:rms', 'flite:kal16', 'espeak:en-us'])('takes %s for words', async (name) => {
    expect(await mean(await say(name))).toBeLessThan(-2)
  })

  it('takes the same speech backwards for garble', async () => {
    expect(await mean((await say('flite:slt')).toReversed())).toBeGreaterThan(2)
  })

  it('takes two voices at once for garble', async () => {
    const one = await say('flite:rms')
    const other = await say(
      'flite:slt',
      'Nobody had told the children why the old clock in the hall had stopped.',
    )
    const length = Math.min(one.length, other.length)
    const both = Float32Array.from({ length }, (_, n) => one[n] + other[n])
    expect(await mean(both)).toBeGreaterThan(1)
  })

  it('places garble inside of clean speech, also where a long file is taken in parts', async () => {
    const clean = await say('flite:rms')
    const before = [clean, clean, clean, clean]
    const beforeSec = before.reduce((sum, { length }) => sum + length, 0) / RATE_HZ
    const lengthSec = clean.length / RATE_HZ
    const whole = concatenated([...before, clean.toReversed(), clean])
    expect(beforeSec + 2 * lengthSec).toBeGreaterThan(24)
    expect(await mean(whole, 0, beforeSec - 0.5)).toBeLessThan(-2)
    expect(await mean(whole, beforeSec + 0.5, beforeSec + lengthSec - 0.5)).toBeGreaterThan(2)
    expect(await mean(whole, beforeSec + lengthSec + 0.5)).toBeLessThan(-2)
  })

  it('finds the same at any level', async () => {
    const speech = await say('flite:slt')
    const { logOdds } = await network.curveOf(speech)
    const { logOdds: quiet } = await network.curveOf(speech.map((sample) => sample / 100))
    expect(Math.max(...quiet.map((value, step) => Math.abs(value - logOdds[step])))).toBeLessThan(0.05)
  })

  it('has one step for every 64 ms, whatever the sound', async () => {
    const sounds = [0, 160, 511, 1024, 1500, 30 * RATE_HZ].flatMap((length) => [
      new Float32Array(length),
      sine(length, 440, RATE_HZ, 0.5),
      whiteNoise(length, 1),
    ])
    for (const samples of sounds) {
      const { logOdds, isSounding } = await network.curveOf(samples)
      expect(logOdds).toHaveLength(Math.floor(samples.length / 1024))
      expect(isSounding).toHaveLength(logOdds.length)
      expect(logOdds.every(Number.isFinite)).toBe(true)
    }
  })

  it('calls silence silence', async () => {
    const { isSounding } = await network.curveOf(new Float32Array(RATE_HZ))
    expect(isSounding.some((value) => value === 1)).toBe(false)
  })
})
