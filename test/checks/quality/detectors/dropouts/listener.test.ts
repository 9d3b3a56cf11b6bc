import { beforeAll, describe, expect, it } from 'vitest'
import { open as openDropouts } from '../../../../../src/checks/quality/detectors/dropouts/listener.js'
import { Section } from '../../../../../src/checks/quality/front-end/section.js'
import type { Track } from '../../../../../src/speech/track.js'
import { heardBy, type MadeUp } from '../../made-up-speech.js'
import { loudestPlace, spoken } from '../../spoken.js'

let speech: MadeUp
beforeAll(async () => {
  speech = await spoken()
})

describe('dropouts', () => {
  it.each(['flite:slt', 'flite:kal'])('finds none in the speech of %s', async (name) => {
    expect((await heardBy(openDropouts, await spoken(name))).faults).toEqual([])
  })

  it.each([0.01, 0.03, 0.08])('finds %d s of zeros in a vowel, start and end', async (lengthSec) => {
    const { sampleRateHz } = speech
    const from = loudestPlace(speech, 0.1)
    const to = from + Math.round(lengthSec * sampleRateHz)
    const { faults } = await heardBy(openDropouts, {
      ...speech,
      samples: speech.samples.slice().fill(0, from, to),
    })
    expect(faults).toHaveLength(1)
    expect(faults[0].type).toBe('dropout')
    expect(faults[0].startSec).toBeCloseTo(from / sampleRateHz, 3)
    expect(faults[0].endSec).toBeCloseTo(to / sampleRateHz, 3)
  })

  it('calls a longer hole more audible', async () => {
    const from = loudestPlace(speech, 0.1)
    const audibilities = []
    for (const lengthSec of [0.01, 0.03, 0.08]) {
      const samples = speech.samples.slice().fill(0, from, from + Math.round(lengthSec * speech.sampleRateHz))
      audibilities.push((await heardBy(openDropouts, { ...speech, samples })).faults[0].audibility)
    }
    expect(audibilities[1]).toBeGreaterThan(audibilities[0])
    expect(audibilities[2]).toBeGreaterThan(audibilities[1])
  })

  it('finds a packet that is played twice', async () => {
    const packet = Math.round(0.02 * speech.sampleRateHz)
    const from = loudestPlace(speech, 0.1)
    const samples = speech.samples.slice()
    samples.copyWithin(from, from - packet, from)
    const { faults } = await heardBy(openDropouts, { ...speech, samples })
    expect(faults).toHaveLength(1)
    expect(faults[0].startSec).toBeCloseTo(from / speech.sampleRateHz, 3)
  })

  it('takes losses that follow each other for one', async () => {
    const packet = Math.round(0.02 * speech.sampleRateHz)
    const from = loudestPlace(speech, 0.1) - packet
    const samples = speech.samples.slice()
    samples.fill(0, from, from + packet).fill(0, from + 2 * packet, from + 3 * packet)
    expect((await heardBy(openDropouts, { ...speech, samples })).faults).toHaveLength(1)
  })

  it('leaves digital silence between sentences alone', async () => {
    const pause = new Float32Array(Math.round(0.5 * speech.sampleRateHz))
    const samples = Float32Array.from([...speech.samples, ...pause, ...speech.samples])
    expect((await heardBy(openDropouts, { ...speech, samples })).faults).toEqual([])
  })

  it('takes a machine tone, which repeats all the time, for no packet', async () => {
    const samples = Float32Array.from({ length: 48_000 }, (_, n) => [0, 0.5, 0, -0.5][n % 4])
    expect((await heardBy(openDropouts, { ...speech, samples, sampleRateHz: 16_000 })).faults).toEqual([])
  })

  it.each([-18, -25])(
    'finds a vowel that is turned down by %d dB for 0.3 s, start and end',
    async (gainDb) => {
      const { sampleRateHz } = speech
      const length = Math.round(0.3 * sampleRateHz)
      const from = loudestPlace(speech, 0.3) - (length >> 1)
      const samples = speech.samples.slice()
      for (let n = from; n < from + length; n++) samples[n] *= 10 ** (gainDb / 20)
      const { faults } = await heardBy(openDropouts, { ...speech, samples })
      expect(faults).toHaveLength(1)
      expect(Math.abs(faults[0].startSec - from / sampleRateHz)).toBeLessThan(0.01)
      expect(Math.abs(faults[0].endSec - (from + length) / sampleRateHz)).toBeLessThan(0.01)
      expect(faults[0].audibility).toBeGreaterThan(0.3)
    },
  )

  it('takes what is soft to the end of the file for no loss', async () => {
    const { samples, sampleRateHz } = speech
    const from = loudestPlace(speech, 0.1)
    const to = from + Math.round(0.3 * sampleRateHz)
    const turnedDown = samples.map((sample, n) => (n < from || n >= to ? sample : 0.05 * sample))
    const heard = async (end: number) =>
      (await heardBy(openDropouts, { ...speech, samples: turnedDown.slice(0, end) })).faults.length
    expect(await heard(turnedDown.length)).toBe(1)
    expect(await heard(to)).toBe(0)
  })

  it.each([0, 0.01])('takes pauses that a gate has muted down to %d for no loss', async (left) => {
    const { sampleRateHz } = speech
    const noisy = speech.samples.map((sample, n) => sample + 0.002 * Math.sin(n * n * 0.37))
    const frame = Math.round(0.01 * sampleRateHz)
    const isSpoken = (index: number) =>
      Math.max(...speech.samples.slice(index * frame, (index + 1) * frame).map(Math.abs)) > 0.01
    const open = Array.from({ length: Math.ceil(noisy.length / frame) }, (_, index) =>
      [-3, -2, -1, 0, 1, 2, 3].some((side) => isSpoken(Math.max(0, index + side))),
    )
    const samples = noisy.map((sample, n) => (open[Math.floor(n / frame)] ? sample : left * sample))
    expect((await heardBy(openDropouts, { ...speech, samples })).faults).toEqual([])
  })

  it('finds a hole in one channel of two', async () => {
    const { samples, sampleRateHz } = speech
    const from = loudestPlace(speech, 0.1)
    const broken = samples.slice().fill(0, from, from + Math.round(0.03 * sampleRateHz))
    const detector = openDropouts({
      sampleRateHz,
      channels: 2,
      durationSec: samples.length / sampleRateHz,
      bitsPerSample: 16,
      speech: speech.speech,
      track: {} as Track,
    })
    detector.listen!(new Section([samples, broken], sampleRateHz, 0, 0, samples.length, true, true))
    const { faults } = await detector.result()
    expect(faults).toHaveLength(1)
    expect(faults[0].startSec).toBeCloseTo(from / sampleRateHz, 3)
  })
})
