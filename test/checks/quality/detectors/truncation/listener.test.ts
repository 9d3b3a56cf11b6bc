import { beforeAll, describe, expect, it } from 'vitest'
import { confidenceOf, withConfidence } from '../../../../../src/checks/quality/confidence.js'
import { open as openTruncation } from '../../../../../src/checks/quality/detectors/truncation/listener.js'
import { heardBy, type MadeUp } from '../../made-up-speech.js'
import { loudestPlace, spoken } from '../../spoken.js'

let speech: MadeUp
beforeAll(async () => {
  speech = await spoken()
})

function part(from: number, to: number): MadeUp {
  const { sampleRateHz } = speech
  const samples = speech.samples.slice(from, to)
  const firstSec = speech.speech[0].startSec - from / sampleRateHz
  return {
    samples,
    sampleRateHz,
    speech: [
      {
        startSec: Math.max(0, firstSec),
        endSec: Math.min(samples.length / sampleRateHz, speech.speech[0].endSec - from / sampleRateHz),
      },
    ],
  }
}

describe('truncation', () => {
  it.each(['flite:slt', 'flite:kal', 'flite:awb'])('finds none in a whole utterance of %s', async (name) => {
    expect((await heardBy(openTruncation, await spoken(name))).faults).toEqual([])
  })

  it('finds none where the silence at both ends is trimmed', async () => {
    const { startSec, endSec } = speech.speech[0]
    const margin = 0.03
    const trimmed = part(
      Math.round((startSec - margin) * speech.sampleRateHz),
      Math.round((endSec + margin) * speech.sampleRateHz),
    )
    expect((await heardBy(openTruncation, trimmed)).faults).toEqual([])
  })

  it('finds a file that stops inside a vowel', async () => {
    const at = loudestPlace(speech, 0.05)
    const { faults } = await heardBy(openTruncation, part(0, at))
    expect(faults).toHaveLength(1)
    expect(faults[0].endSec).toBeCloseTo(at / speech.sampleRateHz, 2)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it('takes a sound that is cut where nobody speaks lightly', async () => {
    const cut = part(0, loudestPlace(speech, 0.05))
    const [{ startSec, endSec }] = cut.speech
    const { faults } = await heardBy(openTruncation, { ...cut, speech: [{ startSec, endSec: endSec - 0.5 }] })
    expect(faults).toHaveLength(1)
    expect(faults[0].audibility).toBeLessThan(0.3)
  })

  it('finds the stop before the silence that an encoder fills its last frames with', async () => {
    const { sampleRateHz } = speech
    const at = loudestPlace(speech, 0.05)
    const cut = part(0, at)
    const samples = new Float32Array(at + Math.round(0.06 * sampleRateHz))
    samples.set(cut.samples)
    const { faults } = await heardBy(openTruncation, { ...cut, samples })
    expect(faults).toHaveLength(1)
    expect(faults[0].endSec).toBeCloseTo(at / sampleRateHz, 2)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it('finds a stop that was faded out over 4 ms', async () => {
    const { sampleRateHz } = speech
    const cut = part(0, loudestPlace(speech, 0.05))
    const fade = Math.round(0.004 * sampleRateHz)
    for (let n = 0; n < fade; n++) cut.samples[cut.samples.length - 1 - n] *= n / fade
    const { faults } = await heardBy(openTruncation, cut)
    expect(faults).toHaveLength(1)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it('takes a voice that dies away over 80 ms for whole', async () => {
    const { sampleRateHz } = speech
    const at = loudestPlace(speech, 0.05)
    const decay = Math.round(0.08 * sampleRateHz)
    const dying = part(0, at + decay)
    for (let n = 0; n < decay; n++) dying.samples[at + n] *= 10 ** ((-50 * n) / decay / 20)
    for (const { audibility } of (await heardBy(openTruncation, dying)).faults)
      expect(audibility).toBeLessThan(0.3)
  })

  it('finds a file that starts inside a vowel', async () => {
    const { faults } = await heardBy(openTruncation, part(loudestPlace(speech, 0.05), speech.samples.length))
    expect(faults).toHaveLength(1)
    expect(faults[0].startSec).toBe(0)
    expect(faults[0].audibility).toBeGreaterThan(0.3)
  })

  it('doubts a cut where the word beside it is well understood, and is surer where it is not', async () => {
    const cut = part(loudestPlace(speech, 0.05), speech.samples.length)
    const confidences = []
    for (const confidence of [0.98, 0.2]) {
      const words = [{ text: 'told', startSec: 0, endSec: 0.3, confidence }]
      const [fault] = (await heardBy(openTruncation, { ...cut, words })).faults
      expect(fault.wordConfidence).toBe(confidence)
      confidences.push(confidenceOf(fault))
    }
    expect(confidences[0]).toBeLessThan(confidences[1])
  })

  it('asks nothing of a word that begins long after the cut: that is another sound', async () => {
    const cut = part(loudestPlace(speech, 0.05), speech.samples.length)
    const words = [{ text: 'told', startSec: 0.4, endSec: 0.6, confidence: 0.98 }]
    const [fault] = (await heardBy(openTruncation, { ...cut, words })).faults
    expect(fault.wordConfidence).toBeUndefined()
  })

  it('takes a voice that rises where the file begins for one that begins there', async () => {
    const begun = part(loudestPlace(speech, 0.05), speech.samples.length)
    const rise = Math.round(0.03 * speech.sampleRateHz)
    // From -24 dB to full in 30 ms: still loud enough from the first sample on to be called a cut by its level alone.
    for (let n = 0; n < rise; n++) begun.samples[n] *= 10 ** ((-24 * (1 - n / rise)) / 20)
    const { faults } = await heardBy(openTruncation, begun)
    for (const fault of faults) expect(withConfidence(fault).audibility).toBeLessThan(0.3)
  })

  it('takes a voice that sets in at once after a silence for one that begins there', async () => {
    const begun = part(loudestPlace(speech, 0.05), speech.samples.length)
    const silence = Math.round(0.1 * speech.sampleRateHz)
    const samples = new Float32Array(silence + begun.samples.length)
    samples.set(begun.samples, silence)
    expect((await heardBy(openTruncation, { ...begun, samples })).faults).toEqual([])
  })

  it('takes noise that runs through for no cut', async () => {
    const samples = speech.samples.map((sample, n) => sample + 0.03 * Math.sin(n * n * 0.37))
    const whole = [{ startSec: 0, endSec: samples.length / speech.sampleRateHz }]
    expect((await heardBy(openTruncation, { ...speech, samples, speech: whole })).faults).toEqual([])
  })
})
