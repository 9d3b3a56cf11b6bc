import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { weights as band } from '../../../src/checks/quality/detectors/bandwidth/weighed.js'
import { detectorParameters } from '../../../src/checks/quality/detectors/parameters.js'
import { weights as noise } from '../../../src/checks/quality/detectors/snr/weighed.js'
import { parameters as frontEnd } from '../../../src/checks/quality/front-end/parameters.js'
import { numbers as habits } from '../../../src/checks/quality/habits.js'
import { scale } from '../../../src/checks/quality/issue.js'
import { weights as joining } from '../../../src/checks/quality/join.js'
import { documented, parameters } from '../../../src/checks/quality/parameter.js'
import { weights as scoring } from '../../../src/checks/quality/score.js'

/** An eleventh detector may bring its own; more than this is a sign that rules pile up. */
const MOST_NUMBERS = 250

const all = [
  frontEnd,
  scale,
  scoring,
  joining,
  habits,
  noise,
  band,
  ...Object.values(detectorParameters),
].flatMap((each) => documented(each))

it('every number has a unit and a source', () => {
  for (const { name, unit, source } of all) {
    expect(unit, name).toMatch(/^[a-zA-Z]/)
    expect(source.length, name).toBeGreaterThan(10)
  }
})

it('there are not too many of them', () => {
  expect(all.length).toBeLessThanOrEqual(MOST_NUMBERS)
})

it('every detector with numbers of its own is in the list', () => {
  const folder = new URL('../../../src/checks/quality/detectors/', import.meta.url).pathname
  const withNumbers = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => readdirSync(path.join(folder, name)).includes('parameters.ts'))
  expect(Object.keys(detectorParameters).toSorted()).toEqual(withNumbers.map(({ name }) => name).toSorted())
})

it('are plain numbers to whoever uses them', () => {
  const some = parameters({ 'A source for both.': { leastDb: [3, 'dB'], edgesHz: [[1, 2], 'Hz'] } })
  expect(some).toEqual({ leastDb: 3, edgesHz: [1, 2] })
  expect(documented(some)[0]).toEqual({ name: 'leastDb', value: 3, unit: 'dB', source: 'A source for both.' })
  expect(() => documented({})).toThrow(TypeError)
})
