import { beforeAll, describe, expect, it } from 'vitest'
import { open as openClicks } from '../../../../../src/checks/quality/detectors/clicks/listener.js'
import { solveSymmetric } from '../../../../../src/checks/quality/detectors/clicks/local-prediction.js'
import { predictionResidual } from '../../../../../src/checks/quality/detectors/clicks/prediction-residual.js'
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

describe('predictionResidual', () => {
  it('leaves of an autoregressive sound what drives it', () => {
    // x[n] = 1.6 x[n-1] - 0.8 x[n-2] + drive: the residual is the drive again.
    const drive = Float32Array.from({ length: 16_000 }, (_, n) => Math.sin(n * n * 0.7))
    const sound = new Float32Array(drive.length)
    for (let n = 0; n < sound.length; n++)
      sound[n] = drive[n] + 1.6 * (sound[n - 1] ?? 0) - 0.8 * (sound[n - 2] ?? 0)
    const residual = predictionResidual(sound, 16_000)
    let error = 0
    let power = 0
    for (let n = 4000; n < 12_000; n++) {
      error += (residual[n] - drive[n]) ** 2
      power += drive[n] ** 2
    }
    expect(error / power).toBeLessThan(0.15)
  })
})

describe('solveSymmetric', () => {
  it('solves a system whose solution is known', () => {
    // [[4, 2, 0], [2, 5, 1], [0, 1, 3]] times (1, -2, 3)
    const matrix = Float64Array.from([4, 0, 0, 2, 5, 0, 0, 1, 3])
    const right = Float64Array.from([0, -5, 7])
    solveSymmetric(matrix, right, 3)
    for (const [k, value] of [1, -2, 3].entries()) expect(right[k]).toBeCloseTo(value, 10)
  })
})
