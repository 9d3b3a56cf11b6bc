import { describe, expect, it } from 'vitest'
import { doubtCurve, usualDoubt } from '../../../../../src/checks/quality/detectors/garble/doubt.js'
import {
  evidenceOf,
  mayHold,
  meanLogOdds,
} from '../../../../../src/checks/quality/detectors/garble/evidence.js'
import { parameters } from '../../../../../src/checks/quality/detectors/garble/parameters.js'
import { garbleFaults } from '../../../../../src/checks/quality/detectors/garble/stretches.js'

const GARBLED_FROM = parameters.garbledFrom

import { type GarbleCurve, STEP_SEC } from '../../../../../src/speech/garble-network.js'
import type { Token, VoiceActivity } from '../../../../../src/speech/speech-data.js'

const SECONDS = 12
const STEPS = Math.floor(SECONDS / STEP_SEC)
const everywhere: VoiceActivity = {
  speech: [{ startSec: 0, endSec: SECONDS }],
  pauses: [],
  speechSec: SECONDS,
}

/** A value inside of an interval, another outside. */
function curveOf(inside: number, outside: number, fromSec: number, toSec: number): GarbleCurve {
  const logOdds = Float32Array.from({ length: STEPS }, (_, step) =>
    (step + 0.5) * STEP_SEC >= fromSec && (step + 0.5) * STEP_SEC < toSec ? inside : outside,
  )
  return { logOdds, isSounding: new Uint8Array(STEPS).fill(1) }
}

/** Four words a second, all as doubtful as they are said to be at their time. */
function wordsWith(entropyAt: (timeSec: number) => number, text = ' word'): Token[] {
  return Array.from({ length: 4 * SECONDS }, (_, index) => {
    const timeSec = (index + 0.5) / 4
    return { text, timeSec, probability: 0.5, entropyNats: entropyAt(timeSec) }
  })
}

function found(curve: GarbleCurve, tokens: Token[]) {
  return garbleFaults(curve, evidenceOf(curve, everywhere, tokens))
}

const atStep = (timeSec: number) => Math.floor(timeSec / STEP_SEC)

describe('the doubt of the recogniser', () => {
  it('is the mean entropy of the words within a second', () => {
    const curve = doubtCurve(
      wordsWith((timeSec) => (timeSec < 6 ? 0.2 : 2)),
      everywhere.speech,
      STEPS,
    )
    expect(curve[atStep(3)]).toBeCloseTo(0.2, 5)
    expect(curve[atStep(9)]).toBeCloseTo(2, 5)
    expect(curve[atStep(6)]).toBeCloseTo(1.1, 1)
  })

  it('counts one word that is open to anything for no more than three nats', () => {
    const curve = doubtCurve(
      wordsWith((timeSec) => (Math.abs(timeSec - 6) < 0.13 ? 9 : 0)),
      everywhere.speech,
      STEPS,
    )
    expect(curve[atStep(6)]).toBeLessThanOrEqual((2 * 3) / 8 + 1e-6)
  })

  it.each([' 42', '/', '_', '.py', ' GPU', ' Parakeet', ','])(
    'does not count %j: it can be written otherwise',
    (text) => {
      const plain = wordsWith(() => 0.1)
      const open = wordsWith(() => 3, text)
      const curve = doubtCurve([...plain, ...open], everywhere.speech, STEPS)
      expect(curve[atStep(6)]).toBeCloseTo(0.1, 5)
    },
  )

  it('is high where somebody speaks and nothing is read, and neither high nor low where nobody speaks', () => {
    const tokens = wordsWith(() => 0).filter(({ timeSec }) => timeSec < 2)
    const curve = doubtCurve(tokens, [{ startSec: 0, endSec: 6 }], STEPS)
    expect(curve[atStep(5)]).toBeGreaterThan(curve[atStep(8)])
    expect(curve[atStep(8)]).toBeGreaterThan(curve[atStep(1)])
  })

  it('is known for a file only where enough of it sounds clean', () => {
    const tokens = wordsWith(() => 1.5)
    expect(usualDoubt(tokens, () => true)).toBeCloseTo(1.5, 5)
    expect(usualDoubt(tokens, (step) => step < atStep(1))).toBeNull()
  })
})

describe('the mean log-odds', () => {
  it('passes over pauses, and counts a window that is nearly all pause as clean', () => {
    const curve = curveOf(4, 4, 0, 0)
    curve.isSounding.fill(0, atStep(6), atStep(6) + 4)
    expect(meanLogOdds(curve, 7)[atStep(6) + 2]).toBeCloseTo(4, 5)
    curve.isSounding.fill(0, atStep(4), atStep(8))
    expect(meanLogOdds(curve, 7)[atStep(6)]).toBeCloseTo(-3, 5)
  })
})

describe('garble', () => {
  const sure = wordsWith(() => 0.1)
  const guessing = wordsWith((timeSec) => (timeSec > 4.5 && timeSec < 7.5 ? 2 : 0.1))

  it('is found and placed where it sounds garbled and is guessed at', () => {
    const [fault, ...others] = found(curveOf(3, -5, 5, 7), guessing)
    expect(others).toEqual([])
    expect(fault.type).toBe('garble')
    expect(Math.abs(fault.startSec - 5)).toBeLessThan(0.1)
    expect(Math.abs(fault.endSec - 7)).toBeLessThan(0.1)
    expect(fault.audibility).toBeGreaterThan(0.3)
  })

  it('is not what only one of the two finds odd', () => {
    expect(found(curveOf(3, -5, 5, 7), sure)).toEqual([])
    expect(found(curveOf(-5, -5, 5, 7), guessing)).toEqual([])
  })

  it('is what sounds garbled beyond doubt for two seconds, even if it is read', () => {
    expect(found(curveOf(6, -5, 5, 7.5), sure)).toHaveLength(1)
    expect(found(curveOf(6, -5, 5, 5.8), sure)).toEqual([])
  })

  it('is judged by the sound where the whole file is hard to read, as in another language', () => {
    const foreign = wordsWith(() => 2)
    expect(found(curveOf(1, -5, 5, 7), guessing)).toHaveLength(1)
    expect(found(curveOf(1, -5, 5, 7), foreign)).toEqual([])
    expect(found(curveOf(6, -5, 5, 7), foreign)).toHaveLength(1)
  })

  it('is worse the surer it is', () => {
    const [mild] = found(curveOf(2, -5, 5, 7), guessing)
    const [gross] = found(curveOf(6, -5, 5, 7), guessing)
    expect(gross.audibility).toBeGreaterThan(mild.audibility)
    expect(gross.audibility).toBeLessThanOrEqual(1)
  })

  it('needs no transcript where no doubt could make it garble', () => {
    expect(mayHold(curveOf(-2, -5, 5, 7), GARBLED_FROM)).toBe(false)
    expect(mayHold(curveOf(1, -5, 5, 7), GARBLED_FROM)).toBe(true)
  })
})
