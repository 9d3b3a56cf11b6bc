import { beforeAll, describe, expect, it } from 'vitest'
import { open as openClicks } from '../../../../../src/checks/quality/detectors/clicks/listener.js'
import { audibilityLabels, labelOf } from '../../../../../src/checks/quality/issue.js'
import { heardBy, type MadeUp } from '../../made-up-speech.js'
import { loudestPlace, spoken } from '../../spoken.js'

const noticeable = audibilityLabels[1]

let speech: MadeUp
beforeAll(async () => {
  speech = await spoken()
})

function changed(change: (samples: Float32Array, at: number) => void, lengthSec = 0.1): [MadeUp, number] {
  const samples = speech.samples.slice()
  const at = loudestPlace(speech, lengthSec)
  change(samples, at)
  return [{ ...speech, samples }, at / speech.sampleRateHz]
}

describe('clicks', () => {
  it.each(['flite:slt', 'flite:kal'])('finds nothing noticeable in the speech of %s', async (name) => {
    const { faults } = await heardBy(openClicks, await spoken(name))
    expect(faults.filter(({ audibility }) => labelOf(audibility) !== 'subtle')).toEqual([])
  })

  it('finds a lost sample in the middle of a vowel, to the millisecond', async () => {
    const [sound, timeSec] = changed((samples, at) => {
      samples[at] += samples[at] > 0 ? -0.6 : 0.6
    })
    const { faults } = await heardBy(openClicks, sound)
    const click = faults.find(({ startSec }) => Math.abs(startSec - timeSec) < 0.002)
    expect(click).toBeDefined()
    expect(audibilityLabels.indexOf(labelOf(click!.audibility))).toBeGreaterThanOrEqual(
      audibilityLabels.indexOf(noticeable),
    )
  })

  it('finds the offset jumping', async () => {
    const [sound, timeSec] = changed((samples, at) => {
      for (let n = at; n < samples.length; n++) samples[n] += 0.2
    })
    const { faults } = await heardBy(openClicks, sound)
    expect(faults.some(({ startSec }) => Math.abs(startSec - timeSec) < 0.002)).toBe(true)
  })

  it.each([
    ['a thump of 15 ms', 0.015, (part: number) => 0.6 * Math.sin(Math.PI * part)],
    ['a square pulse of 2 ms', 0.002, () => 0.5],
    ['a burst of 2 kHz that dies away', 0.004, (part: number) => Math.exp(-4 * part) * Math.cos(50 * part)],
  ])('finds %s', async (_, lengthSec, at) => {
    const [sound, timeSec] = changed((samples, from) => {
      const length = Math.round(lengthSec * speech.sampleRateHz)
      for (let n = 0; n < length; n++) samples[from + n] += at(n / length)
    })
    const { faults } = await heardBy(openClicks, sound)
    expect(faults.some(({ startSec }) => Math.abs(startSec - timeSec) < lengthSec + 0.002)).toBe(true)
  })

  it('finds each of three clicks in a quiet passage', async () => {
    const samples = speech.samples.map((sample, n) => 0.01 * sample + 0.0005 * Math.sin(n * n))
    const timesSec = [1, 2, 3]
    for (const timeSec of timesSec) samples[Math.round(timeSec * speech.sampleRateHz)] += 0.05
    const { faults } = await heardBy(openClicks, { ...speech, samples })
    for (const timeSec of timesSec)
      expect(faults.some(({ startSec }) => Math.abs(startSec - timeSec) < 0.002)).toBe(true)
  })

  it.each([0, 1, 100, 2400])('says nothing of %d samples', async (length) => {
    const sound = { samples: new Float32Array(length).fill(0.5), sampleRateHz: 24_000, speech: [] }
    expect((await heardBy(openClicks, sound)).faults).toEqual([])
  })
})
