import { describe, expect, it } from 'vitest'
import { audibleOf } from '../../../../../src/checks/quality/detectors/staticNoise/audible.js'
import { burstsOf } from '../../../../../src/checks/quality/detectors/staticNoise/bursts.js'
import {
  type Features,
  featureNames,
  featureRows,
  SOFTEST,
} from '../../../../../src/checks/quality/front-end/fault-network/features.js'

const FRAMES = 600

/** Log odds of -8 but for stretches of ten frames. */
function oddsWith(stretches: Record<number, number>): Float32Array {
  const odds = new Float32Array(FRAMES).fill(-8)
  for (const [from, value] of Object.entries(stretches)) odds.fill(value, Number(from), Number(from) + 10)
  return odds
}

describe('bursts of static', () => {
  it('are as sure as their surest frames', () => {
    const [burst, ...others] = burstsOf(oddsWith({ 100: 3 }))
    expect(others).toEqual([])
    expect(burst.sureness).toBeCloseTo(3)
    expect(burst.from).toBeGreaterThanOrEqual(99)
    expect(burst.to).toBeLessThanOrEqual(110)
  })

  it('are one where they come and go within hundredths of a second', () => {
    expect(burstsOf(oddsWith({ 100: 3, 115: 3 }))).toHaveLength(1)
    expect(burstsOf(oddsWith({ 100: 3, 130: 3 }))).toHaveLength(2)
  })

  it('are none where no frame is likely, or a single one', () => {
    expect(burstsOf(oddsWith({ 100: 0 }))).toEqual([])
    const single = oddsWith({})
    single[100] = 9
    expect(burstsOf(single)).toEqual([])
  })
})

describe('how far static stands out', () => {
  /** One band holds the levels given, in dB over the speech; the others hold nothing. */
  const featuresWith = (levelDbAt: (frame: number) => number) => {
    const features = { frames: FRAMES } as Features
    for (const name of featureNames) features[name] = new Float32Array(featureRows[name] * FRAMES)
    features.level.fill(SOFTEST)
    for (let frame = 0; frame < FRAMES; frame++) features.level[20 * FRAMES + frame] = levelDbAt(frame) / 10
    return features
  }
  const burst = { from: 300, to: 319, sureness: 9 }
  const isInside = (frame: number) => frame >= burst.from && frame <= burst.to

  it('is measured against the second around it, less the 4 dB that a masker hides below itself', () => {
    const { excessDb, levelDb } = audibleOf(
      featuresWith((frame) => (isInside(frame) ? -10 : -30)),
      burst,
    )
    expect(excessDb).toBeCloseTo(-10 + 30 + 4, 3)
    expect(levelDb).toBeCloseTo(-10, 3)
  })

  it('is measured against the tenths beside it where vowels further away are louder', () => {
    const isBeside = (frame: number) => frame >= burst.from - 12 && frame <= burst.to + 12
    const features = featuresWith((frame) => (isInside(frame) ? -10 : isBeside(frame) ? -30 : 0))
    expect(audibleOf(features, burst).excessDb).toBeCloseTo(-10 + 30 + 4, 3)
  })

  it('is less for a shorter one in proportion', () => {
    const short = { from: 300, to: 304, sureness: 9 }
    const features = featuresWith((frame) => (frame >= 300 && frame <= 304 ? -10 : -30))
    expect(audibleOf(features, short).excessDb).toBeCloseTo(24 - 10 * Math.log10(20 / 5), 3)
  })
})
