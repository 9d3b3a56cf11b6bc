import { describe, expect, it } from 'vitest'
import {
  featureNames,
  featureRows,
  featuresIn,
} from '../../../../../src/checks/quality/front-end/fault-network/features.js'
import {
  cutHeads,
  cutOddsOf,
  expectMatching,
  faultHeads,
  faultOddsOf,
} from '../../../../../src/checks/quality/front-end/fault-network/network.js'
import { Section } from '../../../../../src/checks/quality/front-end/section.js'
import { whiteNoise } from '../../../../audio/signals.js'

const input = (name: string, rows: number) => ({
  name,
  isTensor: true as const,
  type: 'float32' as const,
  shape: [1, rows, 'frames'],
})
const inputs = featureNames.map((name) => input(name, featureRows[name]))

describe('the fault network', () => {
  it('says something of every frame for each kind of fault', async () => {
    const samples = whiteNoise(16_000, 0.1)
    const features = new Section([samples], 16_000, 0, 0, samples.length, true, true).featuresOf(0)!
    const odds = await faultOddsOf(features)
    for (const head of faultHeads) {
      expect(odds[head]).toHaveLength(features.frames)
      expect(odds[head].every(Number.isFinite)).toBe(true)
    }
  })

  it('of cuts says something of every frame of the part that it is shown', async () => {
    const samples = whiteNoise(16_000, 0.1)
    const features = new Section([samples], 16_000, 0, 0, samples.length, true, true).featuresOf(0)!
    const part = featuresIn(features, 10, 40)
    expect(part.frames).toBe(30)
    for (const name of featureNames) {
      const row = featureRows[name] - 1
      const whole = features[name].subarray(row * features.frames + 10, row * features.frames + 40)
      expect(part[name].subarray(30 * row)).toEqual(whole)
    }
    const odds = await cutOddsOf(part)
    for (const head of cutHeads) expect(odds[head]).toHaveLength(30)
  })

  it('takes weights that were learnt from these features', () => {
    expect(() =>
      expectMatching({ inputMetadata: inputs, outputNames: [...faultHeads] }, faultHeads),
    ).not.toThrow()
  })

  it.each([
    ['a feature of another name', inputs.map((each, index) => (index === 2 ? input('rises', 40) : each))],
    ['a feature of another size', inputs.map((each, index) => (index === 2 ? input('rise', 42) : each))],
    ['a feature less', inputs.slice(1)],
  ])('refuses weights that want %s', (_, inputMetadata) => {
    expect(() => expectMatching({ inputMetadata, outputNames: [...faultHeads] }, faultHeads)).toThrow(
      'train it anew',
    )
  })

  it('refuses weights that know a kind of fault less', () => {
    expect(() =>
      expectMatching({ inputMetadata: inputs, outputNames: ['click', 'static'] }, faultHeads),
    ).toThrow('train it anew')
  })
})
