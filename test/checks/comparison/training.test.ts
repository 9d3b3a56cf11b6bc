import { describe, expect, it } from 'vitest'
import { calibrate } from '../../../lab/voice-model/calibrate.js'
import {
  cholesky,
  eigenOfSymmetric,
  inverseOfLower,
  product,
  type Square,
  transposed,
} from '../../../lab/voice-model/linear-algebra.js'
import { type Sample, train } from '../../../lab/voice-model/train.js'
import { equalErrorRate } from '../../../lab/voice-model/trials.js'

const matrix: Square = { size: 3, data: Float64Array.from([4, 1, 2, 1, 3, 0, 2, 0, 5]) }

function expectNear(actual: ArrayLike<number>, expected: number[], digits = 7) {
  expect(actual.length).toBe(expected.length)
  expected.forEach((value, index) => {
    expect(actual[index]).toBeCloseTo(value, digits)
  })
}

describe('linear algebra', () => {
  it('takes a matrix apart into triangles (values of numpy.linalg.cholesky)', () => {
    const lower = cholesky(matrix)
    expectNear(lower.data, [2, 0, 0, 0.5, 1.6583124, 0, 1, -0.30151134, 1.97714211])
    expectNear(product(lower, inverseOfLower(lower)).data, [1, 0, 0, 0, 1, 0, 0, 0, 1], 12)
  })

  it('refuses what is not positive definite', () => {
    expect(() => cholesky({ size: 2, data: Float64Array.from([1, 2, 2, 1]) })).toThrow(RangeError)
  })

  it('finds eigenvalues and vectors (values of numpy.linalg.eigh)', () => {
    const { values, vectors } = eigenOfSymmetric(matrix)
    expectNear(values, [6.66907909, 3.4760236, 1.85489731])
    expectNear(vectors[0], [0.63117897, 0.17202654, 0.75632002])
    expectNear(vectors[1], [0.37436195, 0.7864357, -0.49129626])
    expectNear(vectors[2], [0.67931306, -0.59323331, -0.43198148])
  })

  it('finds the eigenvalues of a chain, 2 - 2 cos(k pi / (n + 1))', () => {
    const size = 20
    const data = new Float64Array(size * size)
    for (let row = 0; row < size; row++) {
      data[row * size + row] = 2
      if (row > 0) data[row * size + row - 1] = data[(row - 1) * size + row] = -1
    }
    const expected = Array.from(
      { length: size },
      (_, k) => 2 - 2 * Math.cos(((size - k) * Math.PI) / (size + 1)),
    )
    expectNear(eigenOfSymmetric({ size, data }).values, expected, 9)
  })

  it('turns a matrix over', () => {
    expect([...transposed({ size: 2, data: Float64Array.from([1, 2, 3, 4]) }).data]).toEqual([1, 3, 2, 4])
  })
})

describe('training', () => {
  /** Voices differ in the first dimension by much and in the third by less; recordings of one voice in the second. */
  const clips: Sample[] = Array.from({ length: 30 }, (_, voice) =>
    [0, 1, 2, 3].map(
      (take): Sample => ({
        voice: String(voice),
        speechSec: take < 2 ? 8 : 2,
        embedding: Float32Array.from([
          5 + 3 * Math.sin(voice * 2.1) + 0.1 * Math.sin(take * 5 + voice),
          2 * Math.sin(take * 7 + voice * 3.7),
          1.5 * Math.cos(voice * 1.3) + 0.2 * Math.cos(take * 3 + voice * 5),
        ]),
      }),
    ),
  ).flat()

  it('looks where voices differ and not where recordings do', () => {
    const model = train(clips, 2)
    for (let row = 0; row < 2; row++) {
      const [first, second, third] = model.directions.subarray(3 * row, 3 * row + 3)
      expect(Math.abs(second)).toBeLessThan(0.1 * Math.max(Math.abs(first), Math.abs(third)))
    }
    expect(model.mean[0]).toBeCloseTo(5, 0)
    for (let d = 0; d < 2; d++) expect(model.between[d]).toBeGreaterThan(5 * model.within[d])
  })

  it('gives the same numbers for the same clips', () => {
    expect(train(clips, 2)).toEqual(train(clips, 2))
  })
})

describe('calibration', () => {
  it('gives back the odds that the pairs were drawn with', () => {
    // At each ratio as many pairs of one voice as these odds ask for.
    const pairs = [-10, -6, -2, 0, 2, 4, 8, 12].flatMap((ratio) =>
      [0.2, 0.5, 1].flatMap((shortness) => {
        const probability = 1 / (1 + Math.exp(-(0.5 * ratio - 1 + shortness * (0.7 - 0.2 * ratio))))
        return [
          { ratio, shortness, isSame: true, weight: 1000 * probability },
          { ratio, shortness, isSame: false, weight: 1000 * (1 - probability) },
        ]
      }),
    )
    const { scale, offset, shortOffset, shortScale } = calibrate(pairs)
    expect(scale).toBeCloseTo(0.5, 2)
    expect(offset).toBeCloseTo(-1, 2)
    expect(shortOffset).toBeCloseTo(0.7, 2)
    expect(shortScale).toBeCloseTo(-0.2, 2)
  })
})

describe('equal error rate', () => {
  it('is 0 where the two kinds lie apart, one half where they lie alike', () => {
    expect(equalErrorRate([5, 6, 7], [1, 2, 3])).toBe(0)
    expect(equalErrorRate([1, 2, 3, 4], [1.1, 2.1, 3.1, 4.1])).toBeCloseTo(0.5, 5)
    expect(equalErrorRate([1, 10, 11, 12], [2, 3, 4, 10.5])).toBe(0.25)
  })
})
