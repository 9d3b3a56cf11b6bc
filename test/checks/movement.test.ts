import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../lab/random.js'
import { isSure, type Measured, movementOf } from '../../src/checks/movement.js'

const LEAST_SPREAD = 0.01

const series = (count: number, value: (at: number) => number): Measured[] =>
  Array.from({ length: count }, (_, at) => ({ at, value: value(at) }))

/** Normal numbers (G. Box and M. Muller, 1958). */
function normal(seed: number): () => number {
  const random = seededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

describe('the movement of a series', () => {
  test('is a line, where it is one', () => {
    const movement = movementOf(
      series(20, (at) => 3 - 0.5 * at),
      LEAST_SPREAD,
    )!
    expect(movement.from).toBeCloseTo(3, 9)
    expect(movement.to).toBeCloseTo(3 - 0.5 * 19, 9)
    expect(isSure(movement)).toBe(true)
  })

  test('has the standard error of least squares, where the points do not depend on each other', () => {
    // Sum of squares of 0 to 99 about their mean: 100 (100^2 - 1) / 12. Joined two by two, deviations shrink by nearly as much.
    const expected = 59 / Math.sqrt((60 * (60 ** 2 - 1)) / 12)
    const errors = Array.from({ length: 60 }, (_, seed) => {
      const noise = normal(seed)
      return movementOf(series(60, noise), LEAST_SPREAD)!.error
    })
    const mean = errors.reduce((sum, each) => sum + each, 0) / errors.length
    // Likeness of neighbours is never taken for less than none, so it is a little more.
    expect(mean).toBeGreaterThan(0.9 * expected)
    expect(mean).toBeLessThan(1.25 * expected)
  })

  test('is not moved by what stands out', () => {
    const movement = movementOf(
      series(20, (at) => at + (at % 7 === 3 ? 40 : 0)),
      LEAST_SPREAD,
    )!
    expect(movement.to - movement.from).toBeCloseTo(19, 0)
  })

  test('of many points is that of all of them', () => {
    const noise = normal(7)
    const movement = movementOf(
      series(1_000, (at) => 0.01 * at + 0.2 * noise()),
      LEAST_SPREAD,
    )!
    expect(movement.to - movement.from).toBeCloseTo(9.99, 0)
  })

  test('is not known of few points, nor of points at one place', () => {
    expect(
      movementOf(
        series(7, (at) => at),
        LEAST_SPREAD,
      ),
    ).toBeNull()
    expect(
      movementOf(
        Array.from({ length: 9 }, (_, value) => ({ at: 1, value })),
        LEAST_SPREAD,
      ),
    ).toBeNull()
  })

  test('is not sure where a few points happen to lie on a line that is shorter than what a point varies by', () => {
    const movement = movementOf(
      series(8, (at) => 0.02 * at),
      1,
    )!
    expect(isSure(movement)).toBe(false)
  })

  test.each([
    ['of points that do not depend on each other', 0],
    ['of points that resemble those before them', 0.5],
  ])('is hardly ever sure by chance, %s', (_, likeness) => {
    let sure = 0
    const trials = 600
    for (let seed = 0; seed < trials; seed++) {
      const noise = normal(1_000 + seed)
      let last = 0
      const points = series(8 + (seed % 40), () => {
        last = likeness * last + noise()
        return last
      })
      if (isSure(movementOf(points, LEAST_SPREAD)!)) sure++
    }
    expect(sure / trials).toBeLessThan(0.02)
  })

  test('is sure where it is far more than chance gives', () => {
    let sure = 0
    for (let seed = 0; seed < 50; seed++) {
      const noise = normal(seed)
      // Standard error of the change over 30 points: 29 / sqrt(30 (30^2 - 1) / 12) = 0.61.
      if (
        isSure(
          movementOf(
            series(30, (at) => (6 * at) / 29 + noise()),
            LEAST_SPREAD,
          )!,
        )
      )
        sure++
    }
    expect(sure).toBeGreaterThan(45)
  })
})
