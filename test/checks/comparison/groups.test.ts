import { expect, test } from 'vitest'
import { seededRandom } from '../../../lab/random.js'
import { voiceGroups } from '../../../src/checks/comparison/groups.js'

/** Average linkage as it is defined: of all pairs of groups the two that are most alike, until none are. */
function byDefinition(similarities: number[][]): number[][] {
  const groups = similarities.map((_, index) => [index])
  const alike = (one: number[], other: number[]) => {
    const all = one.flatMap((row) => other.map((column) => similarities[row][column]))
    return all.reduce((sum, each) => sum + each, 0) / all.length
  }
  for (;;) {
    const pairs = groups.flatMap((one, at) =>
      groups.slice(at + 1).map((other) => ({ one, other, by: alike(one, other) })),
    )
    const best = pairs.toSorted((a, b) => b.by - a.by)[0]
    if (!best || best.by < 0.5) break
    best.one.push(...best.other)
    groups.splice(groups.indexOf(best.other), 1)
  }
  return groups.map((group) => group.sort((a, b) => a - b)).sort((a, b) => b.length - a.length || a[0] - b[0])
}

test('are those of average linkage, whatever the files are like', () => {
  const random = seededRandom(3)
  for (let batch = 0; batch < 60; batch++) {
    const count = 1 + Math.floor(random() * 14)
    const voices = Array.from({ length: count }, () => Math.floor(random() * 3))
    const matrix = voices.map(() => voices.map(() => 1))
    for (let row = 0; row < count; row++)
      for (let column = 0; column < row; column++) {
        const near = voices[row] === voices[column] ? 0.75 : 0.25
        matrix[row][column] = matrix[column][row] = near + 0.6 * (random() - 0.5)
      }
    expect(voiceGroups(matrix)).toEqual(byDefinition(matrix))
  }
})

test('ties end as well', () => {
  const all = (value: number) => Array.from({ length: 9 }, () => Array<number>(9).fill(value))
  expect(voiceGroups(all(1))).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8]])
  expect(voiceGroups(all(0.5))).toHaveLength(1)
  expect(voiceGroups(all(0.2))).toHaveLength(9)
  expect(voiceGroups([])).toEqual([])
})
