import { describe, expect, it } from 'vitest'
import type { JudgedFault } from '../../../src/checks/quality/confidence.js'
import type { IssueType } from '../../../src/checks/quality/issue.js'
import { joinFaults } from '../../../src/checks/quality/join.js'

function fault(type: IssueType, startSec: number, endSec: number, audibility = 0.5): JudgedFault {
  return { type, startSec, endSec, severity: audibility, audibility, confidence: 0.9 }
}

function typesOf(...faults: JudgedFault[]): string[] {
  return joinFaults(faults).map(({ type }) => type)
}

describe('faults of one type', () => {
  it('that touch are one, as long as both and as strong as the stronger', () => {
    expect(joinFaults([fault('static', 1, 2, 0.3), fault('static', 2.04, 3, 0.7)])).toEqual([
      { type: 'static', startSec: 1, endSec: 3, severity: 0.7, audibility: 0.7, confidence: 0.9 },
    ])
  })

  it('that lie apart stay apart, in the order of time', () => {
    const joined = joinFaults([fault('click', 5, 5), fault('click', 1, 1), fault('click', 1.2, 1.2)])
    expect(joined.map(({ startSec }) => startSec)).toEqual([1, 1.2, 5])
  })

  it('one inside another does not make it shorter', () => {
    expect(joinFaults([fault('hum', 0, 9), fault('hum', 2, 3), fault('hum', 8, 10)])).toMatchObject([
      { startSec: 0, endSec: 10 },
    ])
  })

  it('leave what they were given alone', () => {
    const given = [fault('static', 1, 2), fault('static', 2, 3)]
    joinFaults(given)
    expect(given[0].endSec).toBe(2)
  })
})

describe('a step of the offset', () => {
  const burst = fault('static', 1, 1.6, 0.9)

  it('is the click that it begins with, not the static that it sinks back with', () => {
    expect(typesOf(burst, fault('click', 1.03, 1.033, 0.7))).toEqual(['click'])
  })

  it.each<IssueType>(['static', 'dropout'])(
    'that stays is the click alone, not the %s that begins with it',
    (type) => {
      const step: JudgedFault = { ...fault('click', 1.03, 1.033, 0.2), isStep: true }
      expect(typesOf(fault(type, 1, 1.6, 0.9), step)).toEqual(['click'])
      expect(typesOf(fault(type, 2, 2.6, 0.9), step)).toEqual(['click', type])
    },
  )

  it('that stays is no edge of something else', () => {
    const step: JudgedFault = { ...fault('click', 1.03, 1.033, 0.2), isStep: true }
    expect(typesOf(fault('dropout', 0.4, 1.02, 0.9), step)).toEqual(['click'])
    expect(typesOf(fault('clipping', 1.03, 2, 0.9), step).sort()).toEqual(['click', 'clipping'])
  })

  it.each([
    ['with many clicks', [fault('click', 1.03, 1.033, 0.7), fault('click', 1.3, 1.303, 0.7)]],
    ['with clicks that run together', [fault('click', 1.03, 1.033, 0.7), fault('click', 1.07, 1.1, 0.7)]],
    ['with a click in its middle', [fault('click', 1.3, 1.303, 0.7)]],
    ['with a click that is hardly heard', [fault('click', 1.03, 1.033, 0.2)]],
  ])('static %s is static', (_, clicks) => {
    expect(typesOf(burst, ...clicks)).toContain('static')
  })
})

describe('one cause found by several', () => {
  it.each<[string, JudgedFault, JudgedFault]>([
    ['dropout', fault('dropout', 1, 1.05, 0.4), fault('click', 1.049, 1.051, 0.9)],
    ['dropout', fault('dropout', 1, 1.05, 0.4), fault('click', 0.97, 0.98, 0.9)],
    ['static', fault('static', 1, 2, 0.6), fault('click', 1.5, 1.501, 0.7)],
    ['static', fault('static', 1, 2, 0.6), fault('click', 2.01, 2.011, 1)],
    ['silence', fault('silence', 1, 3, 0.6), fault('click', 3, 3.001, 1)],
    ['clipping', fault('clipping', 1, 3, 0.6), fault('click', 2, 2.001, 0.6)],
    ['garble', fault('garble', 1, 3, 0.6), fault('dropout', 2, 2.1, 0.6)],
    ['truncation', fault('truncation', 4.99, 5), fault('click', 4.999, 5, 1)],
  ])('is a %s, not also a click or the like', (cause, ...faults) => {
    expect(typesOf(...faults)).toEqual([cause])
    expect(typesOf(...faults.toReversed())).toEqual([cause])
  })

  it.each<IssueType>(['dropout', 'static'])(
    'is the click that is noticed, not a subtle %s beside it',
    (type) => {
      expect(typesOf(fault(type, 1, 1.1, 0.25), fault('click', 1.02, 1.023, 0.9))).toEqual(['click'])
      expect(typesOf(fault(type, 1, 1.1, 0.25), fault('click', 1.02, 1.023, 0.25))).toEqual([type])
    },
  )

  it('is what covers more of it, where it can be called either', () => {
    expect(typesOf(fault('silence', 1, 3), fault('dropout', 1.5, 1.6))).toEqual(['silence'])
    expect(typesOf(fault('dropout', 1, 1.4), fault('silence', 1.1, 1.2))).toEqual(['dropout'])
    expect(typesOf(fault('static', 1, 3), fault('clipping', 1.5, 1.6))).toEqual(['static'])
    expect(typesOf(fault('clipping', 1, 3), fault('static', 1.5, 1.6))).toEqual(['clipping'])
    expect(typesOf(fault('hum', 0, 9), fault('static', 2, 3))).toEqual(['hum'])
  })

  it('is a silence where both cover the same, and a dropout where that covers more', () => {
    expect(typesOf(fault('silence', 1, 1.2, 0.8), fault('dropout', 0.9, 1.4, 0.8))).toEqual(['dropout'])
    expect(typesOf(fault('silence', 1, 1.2), fault('dropout', 1, 1.2))).toEqual(['silence'])
  })
})

describe('two causes', () => {
  it('stay two where one merely comes after the other', () => {
    expect(typesOf(fault('dropout', 1, 1.05), fault('click', 1.2, 1.2))).toEqual(['dropout', 'click'])
    expect(typesOf(fault('static', 1, 2), fault('dropout', 1.4, 1.5))).toEqual(['static', 'dropout'])
  })

  it('stay two where a click stands out from the noise around it', () => {
    expect(typesOf(fault('static', 1, 4, 0.2), fault('click', 2, 2.001, 0.9))).toEqual(['static', 'click'])
  })

  it('stay two where a click that is noticed ends a pause that is not', () => {
    expect(typesOf(fault('silence', 1, 3.5, 0.2), fault('click', 3.5, 3.503, 0.6))).toEqual([
      'silence',
      'click',
    ])
  })

  it.each<[number, number]>([
    [0.2, 0.35],
    [0.4, 0.9],
  ])('stay two where a hum (%d) runs under static that stands out from it (%d)', (hum, burst) => {
    expect(
      typesOf(fault('hum', 0, 9, hum), fault('static', 2, 3, burst), fault('click', 2.5, 2.5, 0.5)),
    ).toEqual(['hum', 'static'])
  })

  it('stay two where one is noticed and the other is not', () => {
    expect(typesOf(fault('garble', 1, 4, 0.2), fault('static', 2, 3, 0.8))).toEqual(['garble', 'static'])
  })

  it('stay two where a hum runs under something else', () => {
    expect(typesOf(fault('hum', 0, 9), fault('click', 3, 3), fault('dropout', 5, 5.1))).toEqual([
      'hum',
      'click',
      'dropout',
    ])
  })
})

it('a long file full of faults is no harder than a short one', () => {
  const clicks = Array.from({ length: 100_000 }, (_, index) => fault('click', index * 0.1, index * 0.1))
  expect(joinFaults([fault('hum', 0, 10_000), ...clicks])).toHaveLength(100_001)
})
