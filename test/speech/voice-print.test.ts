import { beforeAll, describe, expect, it } from 'vitest'
import type { Interval } from '../../src/speech/speech-data.js'
import { VoicePrinter } from '../../src/speech/voice-print.js'
import { concatenated } from '../audio/signals.js'
import { SPEECH_RATE_HZ, silence, spoken } from './spoken.js'

const SENTENCES = [
  'The boat drifted slowly past the harbour while the gulls were crying overhead.',
  'Please remember to bring three clean towels and a bottle of warm water.',
]
const VOICES = ['flite:slt', 'flite:awb', 'flite:kal16', 'espeak:en-us']

const whole = (samples: Float32Array): Interval[] => [
  { startSec: 0, endSec: samples.length / SPEECH_RATE_HZ },
]
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, component, d) => sum + component * b[d], 0)

describe('VoicePrinter', () => {
  let printer: VoicePrinter
  const sounds = new Map<string, Float32Array[]>()
  const prints = new Map<string, Float32Array[]>()
  beforeAll(async () => {
    printer = await VoicePrinter.load()
    for (const name of VOICES) {
      const said = await Promise.all(SENTENCES.map((sentence) => spoken(name, sentence)))
      sounds.set(name, said)
      prints.set(
        name,
        await Promise.all(said.map(async (samples) => (await printer.print(samples, whole(samples)))!)),
      )
    }
  })

  it('is of length 1', () => {
    for (const print of [...prints.values()].flat()) expect(cosine(print, print)).toBeCloseTo(1, 5)
  })

  // Measured: one voice in two sentences 0.82 to 0.91, two voices 0.10 to 0.42.
  it('is near for one voice in two sentences and far for two voices', () => {
    for (const [name, [first, second]] of prints) {
      expect(cosine(first, second), name).toBeGreaterThan(0.7)
      for (const [otherName, others] of prints) {
        if (otherName === name) continue
        for (const other of others)
          expect(cosine(first, other), `${name} and ${otherName}`).toBeLessThan(0.55)
      }
    }
  })

  it.each([-20, 12])('does not notice a change of level by %i dB', async (gainDb) => {
    const gain = 10 ** (gainDb / 20)
    const [samples] = sounds.get('flite:slt')!
    const scaled = samples.map((sample) => sample * gain)
    const print = await printer.print(scaled, whole(scaled))
    expect(cosine(print!, prints.get('flite:slt')![0])).toBeGreaterThan(0.999)
  })

  it('listens to the speech only', async () => {
    const [slt] = sounds.get('flite:slt')!
    const [awb] = sounds.get('flite:awb')!
    const both = concatenated([awb, silence(0.5), slt])
    const startSec = awb.length / SPEECH_RATE_HZ + 0.5
    const print = await printer.print(both, [{ startSec, endSec: both.length / SPEECH_RATE_HZ }])
    expect(cosine(print!, prints.get('flite:slt')![1])).toBeGreaterThan(0.7)
    expect(cosine(print!, prints.get('flite:awb')![1])).toBeLessThan(0.55)
  })

  it('averages a long talk, taken in pieces', async () => {
    const [first, second] = sounds.get('flite:awb')!
    const long = concatenated([first, second, first, second, first, second])
    expect(long.length / SPEECH_RATE_HZ).toBeGreaterThan(20)
    const print = await printer.print(long, whole(long))
    expect(cosine(print!, prints.get('flite:awb')![0])).toBeGreaterThan(0.85)
  })

  it('prints parts with the whole, each as it would be by itself', async () => {
    const [first, second] = sounds.get('flite:awb')!
    const talk = concatenated([first, second, first])
    const speech = whole(talk)
    const { whole: print, parts } = await printer.embedWithParts(talk, speech)
    expect(cosine(printer.normalise(print!), (await printer.print(talk, speech))!)).toBeCloseTo(1, 4)
    expect(parts).toHaveLength(Math.floor((talk.length / SPEECH_RATE_HZ - 2) / 0.5) + 1)
    // One of them lies across two pieces that the network takes by themselves.
    for (const [index, { embedding, startSec, endSec }] of parts.entries()) {
      expect(startSec).toBeCloseTo(0.5 * index, 2)
      expect(endSec).toBeCloseTo(0.5 * index + 2, 2)
      const alone = await printer.print(talk, [{ startSec, endSec }])
      expect(cosine(printer.normalise(embedding), alone!)).toBeGreaterThan(0.98)
    }
  })

  it('spreads the parts of a long talk over all of it', async () => {
    const [first, second] = sounds.get('flite:awb')!
    const minute = concatenated(Array.from({ length: 9 }, () => [first, second]).flat())
    for (const talk of [minute, concatenated(Array.from({ length: 4 }, () => minute))]) {
      const lengthSec = talk.length / SPEECH_RATE_HZ
      const { parts } = await printer.embedWithParts(talk, whole(talk))
      expect(parts).toHaveLength(120)
      expect(parts[0].startSec).toBeLessThan(0.05)
      expect(parts.at(-1)!.endSec).toBeGreaterThan(lengthSec - 0.1)
      expect(parts[60].startSec).toBeCloseTo((60 * (lengthSec - 2)) / 119, 0)
    }
  })

  it('has none of too little speech', async () => {
    const [samples] = sounds.get('flite:slt')!
    expect(await printer.print(silence(5), [])).toBeNull()
    expect(await printer.print(samples, [])).toBeNull()
    expect(await printer.print(samples, [{ startSec: 1, endSec: 1.4 }])).toBeNull()
    expect(await printer.print(samples, [{ startSec: 1, endSec: 1.6 }])).toHaveLength(128)
    expect(await printer.print(new Float32Array(0), [])).toBeNull()
    // Two halves that together suffice.
    const halves = [
      { startSec: 0.5, endSec: 0.8 },
      { startSec: 1, endSec: 1.3 },
    ]
    expect(await printer.print(samples, halves)).toHaveLength(128)
  })

  it('stays finite on silence that was taken for speech', async () => {
    const print = await printer.print(silence(2), whole(silence(2)))
    expect(print!.every(Number.isFinite)).toBe(true)
  })
})
