import { describe, expect, it } from 'vitest'
import { overlapsIn } from '../../../src/checks/comparison/overlaps.js'
import { STEP_SEC } from '../../../src/speech/garble-network.js'

/** `logOdds` of steps; null in a pause. */
function curve(...steps: (number | null)[]) {
  return {
    logOdds: Float32Array.from(steps, (value) => value ?? 6),
    isSounding: Uint8Array.from(steps, (value) => Number(value !== null)),
  }
}

const many = <Value>(count: number, value: Value) => Array<Value>(count).fill(value)

describe('two voices at once', () => {
  it('are told from when to when', () => {
    const [told, ...others] = overlapsIn(curve(...many(20, -5), ...many(15, 5), ...many(20, -5)))
    expect(others).toEqual([])
    expect(told.startSec).toBeCloseTo(20 * STEP_SEC, 0)
    expect(told.endSec).toBeCloseTo(35 * STEP_SEC, 0)
  })

  it('are no matter of a single syllable', () => {
    expect(overlapsIn(curve(...many(20, -5), 6, 6, 6, ...many(20, -5)))).toEqual([])
  })

  it('are one stretch across a short pause, and two across a long one', () => {
    const across = (pause: number) =>
      overlapsIn(curve(...many(12, 5), ...many(pause, null), ...many(12, 5))).length
    expect(across(4)).toBe(1)
    expect(across(12)).toBe(2)
  })

  it('are not told of a pause, whatever the network makes of it', () => {
    expect(overlapsIn(curve(...many(40, null)))).toEqual([])
  })
})
