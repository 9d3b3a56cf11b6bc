import { expect, test } from 'vitest'
import { seededRandom } from '../../lab/random.js'
import { editDistance } from '../../src/text/edit-distance.js'

const codes = (text: string) => Int32Array.from(text, (letter) => letter.codePointAt(0)!)

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['intention', 'execution', 5],
  ['a'.repeat(64), 'a'.repeat(65), 1],
])('from "%s" to "%s" it is %i', (one, other, distance) => {
  expect(editDistance(codes(one), codes(other))).toBe(distance)
})

/** As the textbook has it, cell by cell. */
function cellByCell(one: Int32Array, other: Int32Array): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++)
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (one[i] === other[j] ? 0 : 1)))
    row = next
  }
  return row[other.length]
}

test('it is that of the table, for lengths around every edge of a block', () => {
  const random = seededRandom(7)
  const lengths = [1, 2, 30, 31, 32, 33, 63, 64, 65, 96, 100, 130]
  for (const length of lengths)
    for (const otherLength of lengths)
      for (const alphabet of [2, 5, 1000]) {
        const drawn = (size: number) =>
          Int32Array.from({ length: size }, () => Math.floor(random() * alphabet))
        const one = drawn(length)
        const other = drawn(otherLength)
        expect(editDistance(one, other)).toBe(cellByCell(one, other))
      }
})
