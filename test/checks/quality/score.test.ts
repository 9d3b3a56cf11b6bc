import { describe, expect, it } from 'vitest'
import { weighed as bandwidth } from '../../../src/checks/quality/detectors/bandwidth/weighed.js'
import { weighed as snr } from '../../../src/checks/quality/detectors/snr/weighed.js'
import type { Fault } from '../../../src/checks/quality/issue.js'
import { scoreOf } from '../../../src/checks/quality/score.js'

/** Below this a file is flagged by default. */
const FLAGGED_BELOW = 85

const fault = (audibility: number): Fault => ({
  type: 'click',
  startSec: 1,
  endSec: 1.1,
  severity: 0.5,
  audibility,
})
const noisy = (snrDb: number | null, modulatedSnrDb: number | null = null) =>
  snr.steps({ snrDb, modulatedSnrDb })
const narrow = (cutoffHz: number, bandwidthRatio = cutoffHz / 12_000) =>
  bandwidth.steps({ cutoffHz, spectralCentroidHz: 900, bandwidthRatio })

describe('score', () => {
  it('is full for clean sound, whatever could not be measured', () => {
    expect(scoreOf([], noisy(50, 45))).toBe(100)
    expect(scoreOf([], noisy(null))).toBe(100)
  })

  it('flags a file for one fault that is noticed, and more the more audible it is', () => {
    const scores = [0.3, 0.5, 0.66, 1].map((audibility) => scoreOf([fault(audibility)], []))
    expect(scores[0]).toBeLessThan(FLAGGED_BELOW)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.at(-1)).toBeGreaterThan(0)
  })

  it('flags no file for faults that are not noticed, however many', () => {
    expect(
      scoreOf(
        Array.from({ length: 50 }, () => fault(0.29)),
        [],
      ),
    ).toBeGreaterThan(90)
  })

  it('does not flag a noisy file for what nobody notices in the noise', () => {
    const steps = noisy(10.2)
    expect(scoreOf([], steps)).toBeGreaterThan(FLAGGED_BELOW)
    expect(scoreOf([fault(0.29), fault(0.2)], steps)).toBe(scoreOf([], steps))
  })

  it('falls with each further fault and never below 0', () => {
    const one = scoreOf([fault(0.7)], [])
    const two = scoreOf([fault(0.7), fault(0.7)], [])
    expect(two).toBeLessThan(one)
    const many = scoreOf(
      Array.from({ length: 100 }, () => fault(1)),
      noisy(-20),
    )
    expect(many).toBeGreaterThanOrEqual(0)
  })

  it('accepts the noise of an ordinary room and flags noise that is in the way', () => {
    const at = (snrDb: number) => scoreOf([], noisy(snrDb))
    expect(at(40)).toBe(100)
    expect(at(20)).toBeGreaterThan(92)
    expect(at(14)).toBeGreaterThan(FLAGGED_BELOW)
    expect(at(8)).toBeLessThan(FLAGGED_BELOW)
    expect(at(0)).toBeLessThan(70)
  })

  it('does the same for noise that rides on the speech', () => {
    const at = (modulatedSnrDb: number) => scoreOf([], noisy(null, modulatedSnrDb))
    expect(at(25)).toBeGreaterThan(92)
    expect(at(19)).toBeGreaterThan(FLAGGED_BELOW)
    expect(at(14)).toBeLessThan(FLAGGED_BELOW)
  })

  it('minds telephone sound in a wide file, but no low-pass that leaves speech whole', () => {
    expect(scoreOf([], narrow(3_400))).toBeLessThan(FLAGGED_BELOW)
    expect(scoreOf([], narrow(7_500))).toBe(100)
    // A file of 8 kHz could hold no more.
    expect(scoreOf([], narrow(3_400, 0.85))).toBe(100)
  })
})
