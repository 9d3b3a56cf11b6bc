import { expect, test } from 'vitest'
import { labelledParts } from '../../../src/checks/script-accuracy/labelled-parts.js'
import type { ScriptTime } from '../../../src/checks/script-accuracy/script-times.js'

const script = 'MARA: I told you so.\nTOM: You did.\nTOM: Twice.\nMARA: Well.'
/** A word a second. */
const times = Array.from({ length: 8 }, (_, at): ScriptTime => [at, at + 0.9])

test('a part lasts from its first to its last word, and parts of one speaker in a row are one', () => {
  expect(labelledParts(script, undefined, times)).toEqual([
    { label: 'MARA', startSec: 0, endSec: 3.9 },
    { label: 'TOM', startSec: 4, endSec: 6.9 },
    { label: 'MARA', startSec: 7, endSec: 7.9 },
  ])
})

test('words that are not said have no time, and a part without any is left out', () => {
  const said = times.map((time, at) => (at === 0 || at === 7 ? null : time))
  expect(labelledParts(script, undefined, said)).toEqual([
    { label: 'MARA', startSec: 1, endSec: 3.9 },
    { label: 'TOM', startSec: 4, endSec: 6.9 },
  ])
})

test('a script without speakers has no parts', () => {
  expect(labelledParts('I told you so.', undefined, times)).toEqual([])
})
