import { describe, expect, it } from 'vitest'
import { audibleOf } from '../../../../../src/checks/quality/detectors/staticNoise/audible.js'
import { burstsOf } from '../../../../../src/checks/quality/detectors/staticNoise/bursts.js'
import { BANDS, MAPS } from '../../../../../src/checks/quality/detectors/staticNoise/features.js'
import { FINE_ROWS } from '../../../../../src/checks/quality/detectors/staticNoise/fine-levels.js'

const FRAMES = 600

/** Log odds of -8 but for stretches of ten frames. */
function oddsWith(stretches: Record<number, number>): Float32Array {
  const odds = new Float32Array(FRAMES).fill(-8)
  for (const [from, value] of Object.entries(stretches)) odds.fill(value, Number(from), Number(from) + 10)
  return odds
}

const surenessAt = (frame: number, odds: Float32Array) =>
  burstsOf(odds, -10).find(({ from, to }) => from <= frame && frame <= to)?.sureness

describe('bursts of static', () => {
  it('are as sure as their surest frames', () => {
    expect(surenessAt(105, oddsWith({ 100: 3 }))).toBeCloseTo(3)
    expect(burstsOf(oddsWith({ 100: 3 }), 3.5)).toEqual([])
  })

  it('are less sure with doubtful stretches elsewhere, but by no more than two of them', () => {
    expect(surenessAt(105, oddsWith({ 100: 3, 300: 1 }))).toBeCloseTo(3 - 1.5)
    expect(surenessAt(105, oddsWith({ 100: 3, 300: 1, 400: 0, 500: 2 }))).toBeCloseTo(3 - 2 * 1.5)
  })

  it('are as sure beside static that is certain, and beside doubtful pieces of the same trouble', () => {
    expect(surenessAt(105, oddsWith({ 100: 3, 300: 9 }))).toBeCloseTo(3)
    expect(surenessAt(105, oddsWith({ 100: 3, 160: 1 }))).toBeCloseTo(3)
  })
})

describe('how far static stands out', () => {
  /** One band holds the levels given, in dB over the speech; the others hold nothing. */
  const featuresWith = (levelDbAt: (frame: number) => number) => {
    const maps = new Float32Array(MAPS * BANDS * FRAMES).fill(-7)
    for (let frame = 0; frame < FRAMES; frame++) maps[20 * FRAMES + frame] = levelDbAt(frame) / 10
    return { frames: FRAMES, maps, fine: new Float32Array(FINE_ROWS * FRAMES) }
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
