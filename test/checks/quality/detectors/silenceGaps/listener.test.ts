import { beforeAll, describe, expect, it } from 'vitest'
import { open as openDropouts } from '../../../../../src/checks/quality/detectors/dropouts/listener.js'
import { open as openSilenceGaps } from '../../../../../src/checks/quality/detectors/silenceGaps/listener.js'
import { LevelEnvelope } from '../../../../../src/checks/quality/front-end/level-envelope.js'
import { labelOf } from '../../../../../src/checks/quality/issue.js'
import { heardBy, type MadeUp } from '../../made-up-speech.js'
import { loudestPlace, spoken } from '../../spoken.js'

let speech: MadeUp
beforeAll(async () => {
  speech = await spoken()
})

/** Several times the same of 6 s, with a pause of so many seconds after each. */
function withPauses(...pausesSec: number[]): { sound: MadeUp; endsSec: number[] } {
  const { sampleRateHz } = speech
  // Without its breathy end, so that it is clear where the pause begins.
  const isLoud = (sample: number) => Math.abs(sample) > 0.05
  const said = speech.samples.slice(speech.samples.findIndex(isLoud), speech.samples.findLastIndex(isLoud))
  const parts: number[] = []
  const endsSec: number[] = []
  for (const pauseSec of pausesSec) {
    for (const sample of said) parts.push(sample)
    endsSec.push(parts.length / sampleRateHz)
    for (let n = 0; n < pauseSec * sampleRateHz; n++) parts.push(0)
  }
  for (const sample of said) parts.push(sample)
  const samples = Float32Array.from(parts)
  return {
    sound: { samples, sampleRateHz, speech: [{ startSec: 0, endSec: samples.length / sampleRateHz }] },
    endsSec,
  }
}

describe('silenceGaps', () => {
  it('finds none in plain speech', async () => {
    expect((await heardBy(openSilenceGaps, speech)).faults).toEqual([])
  })

  it('finds a pause that is longer than all others', async () => {
    const { sound, endsSec } = withPauses(0.5, 4)
    const { faults } = await heardBy(openSilenceGaps, sound)
    expect(faults).toHaveLength(1)
    expect(faults[0].type).toBe('silence')
    expect(Math.abs(faults[0].startSec - endsSec[1])).toBeLessThan(0.03)
    expect(faults[0].endSec - faults[0].startSec).toBeGreaterThan(3.9)
  })

  it('lets a reader pause between paragraphs', async () => {
    expect((await heardBy(openSilenceGaps, withPauses(0.6, 1.5).sound)).faults).toEqual([])
    expect((await heardBy(openSilenceGaps, withPauses(2.4, 2.5).sound)).faults).toEqual([])
  })

  async function labels(sound: MadeUp): Promise<string[]> {
    return (await heardBy(openSilenceGaps, sound)).faults.map(({ audibility }) => labelOf(audibility))
  }

  it('takes a pause by its length and by the others', async () => {
    expect(await labels(withPauses(0.5, 2).sound)).toEqual(['subtle'])
    expect(await labels(withPauses(0.5, 2.2).sound)).toEqual(['noticeable'])
    expect(await labels(withPauses(0.5, 3).sound)).toEqual(['noticeable'])
    // Four seconds are little to somebody who pauses for nearly two.
    expect(await labels(withPauses(4.2, 1.9).sound)).toEqual(['subtle'])
  })

  it('takes the pause after a heading lightly, and a longer one not', async () => {
    const withHeading = (pauseSec: number): MadeUp => {
      const { sound, endsSec } = withPauses(pauseSec, 0.5)
      const cut = Math.round((endsSec[0] - 2) * sound.sampleRateHz)
      return { ...sound, samples: sound.samples.slice(cut) }
    }
    expect(await labels(withHeading(3.3))).toEqual(['subtle'])
    expect(await labels(withHeading(4.2))).toEqual(['noticeable'])
  })

  it('takes what is as long as the rest for no heading', async () => {
    const { sound, endsSec } = withPauses(3.3)
    const { samples, sampleRateHz } = sound
    const from = Math.round((endsSec[0] - 2) * sampleRateHz)
    const both = { ...sound, samples: samples.slice(from, samples.length - from) }
    // Digital silence, which the other pauses are not, annoys more.
    expect(await labels(both)).toEqual(['severe'])
  })

  it.each([
    [0.2, openSilenceGaps, openDropouts],
    [0.12, openDropouts, openSilenceGaps],
  ])('a hole of %d s in a word is found by one detector', async (holeSec, finds, leaves) => {
    const { sampleRateHz } = speech
    const from = loudestPlace(speech, 0.1)
    const samples = speech.samples.slice().fill(0, from, from + Math.round(holeSec * sampleRateHz))
    const { faults } = await heardBy(finds, { ...speech, samples })
    expect(faults).toHaveLength(1)
    expect(faults[0].startSec).toBeCloseTo(from / sampleRateHz, 3)
    expect((await heardBy(leaves, { ...speech, samples })).faults).toEqual([])
  })

  it('lets a file wait before the first word', async () => {
    const wait = new Float32Array(3 * speech.sampleRateHz)
    const samples = Float32Array.from([...wait, ...speech.samples])
    expect((await heardBy(openSilenceGaps, { ...speech, samples })).faults).toEqual([])
  })

  it('says nothing where nobody speaks', async () => {
    const silent = { samples: new Float32Array(240_000), sampleRateHz: 24_000, speech: [] }
    expect((await heardBy(openSilenceGaps, silent)).faults).toEqual([])
  })
})

describe('LevelEnvelope', () => {
  it('keeps its frames in time at 22050 Hz, whatever the pieces', () => {
    const envelope = new LevelEnvelope(22_050, 0.01)
    const samples = Float32Array.from({ length: 22_050 }, (_, n) => (n < 11_025 ? 0.1 : 1))
    for (let n = 0; n < samples.length; n += 777) envelope.push(samples.subarray(n, n + 777))
    expect(envelope.levelsDb).toHaveLength(100)
    for (const [frame, level] of envelope.levelsDb.entries())
      expect(level).toBeCloseTo(frame < 50 ? -20 : 0, 4)
  })
})
