import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../src/checks/quality/issue.js'
import { type ScoreInput, scoreOf } from '../../../src/checks/quality/score.js'

/** Below this a file is flagged by default. */
const FLAGGED_BELOW = 85

const clean: ScoreInput = {
  faults: [],
  durationSec: 10,
  speechSec: 8,
  snrDb: 50,
  modulatedSnrDb: 45,
  clipPercentage: 0,
  bandwidth: { cutoffHz: null, spectralCentroidHz: 900, bandwidthRatio: 1 },
}

const fault = (audibility: number): Fault => ({
  type: 'click',
  startSec: 1,
  endSec: 1.1,
  severity: 0.5,
  audibility,
})
const narrow = (cutoffHz: number) => ({
  cutoffHz,
  spectralCentroidHz: 900,
  bandwidthRatio: cutoffHz / 12_000,
})

describe('score', () => {
  it('is full for clean sound, whatever could not be measured', () => {
    expect(scoreOf(clean)).toBe(100)
    expect(scoreOf({ ...clean, snrDb: null, modulatedSnrDb: null })).toBe(100)
  })

  it('flags a file for one fault that is noticed, and more the more it is heard', () => {
    const scores = [0.3, 0.5, 0.66, 1].map((audibility) => scoreOf({ ...clean, faults: [fault(audibility)] }))
    expect(scores[0]).toBeLessThan(FLAGGED_BELOW)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.at(-1)).toBeGreaterThan(0)
  })

  it('flags no file for faults that are not noticed, however many', () => {
    expect(scoreOf({ ...clean, faults: Array.from({ length: 50 }, () => fault(0.29)) })).toBeGreaterThan(90)
  })

  it('does not flag a noisy file for what nobody notices in the noise', () => {
    const noisy = { ...clean, snrDb: 10.2 }
    expect(scoreOf(noisy)).toBeGreaterThan(FLAGGED_BELOW)
    expect(scoreOf({ ...noisy, faults: [fault(0.29), fault(0.2)] })).toBe(scoreOf(noisy))
  })

  it('falls with each further fault and never below 0', () => {
    const one = scoreOf({ ...clean, faults: [fault(0.7)] })
    const two = scoreOf({ ...clean, faults: [fault(0.7), fault(0.7)] })
    expect(two).toBeLessThan(one)
    const many = scoreOf({ ...clean, snrDb: -20, faults: Array.from({ length: 100 }, () => fault(1)) })
    expect(many).toBeGreaterThanOrEqual(0)
  })

  it('accepts the noise of an ordinary room and flags noise that is in the way', () => {
    const at = (snrDb: number) => scoreOf({ ...clean, snrDb })
    expect(at(40)).toBe(100)
    expect(at(20)).toBeGreaterThan(92)
    expect(at(14)).toBeGreaterThan(FLAGGED_BELOW)
    expect(at(8)).toBeLessThan(FLAGGED_BELOW)
    expect(at(0)).toBeLessThan(70)
  })

  it('does the same for noise that rides on the speech', () => {
    const at = (modulatedSnrDb: number) => scoreOf({ ...clean, modulatedSnrDb })
    expect(at(25)).toBeGreaterThan(92)
    expect(at(19)).toBeGreaterThan(FLAGGED_BELOW)
    expect(at(14)).toBeLessThan(FLAGGED_BELOW)
  })

  it('minds telephone sound in a wide file, but no low-pass that leaves speech whole', () => {
    expect(scoreOf({ ...clean, bandwidth: narrow(3_400) })).toBeLessThan(FLAGGED_BELOW)
    expect(scoreOf({ ...clean, bandwidth: narrow(7_500) })).toBe(100)
    // A file of 8 kHz could hold no more.
    expect(scoreOf({ ...clean, bandwidth: { ...narrow(3_400), bandwidthRatio: 0.85 } })).toBe(100)
  })
})
