// How much of a talk is given to the wrong voice, by hand.
import { expect, test } from 'vitest'
import { wronglyGiven } from '../../eval/sections/voice-talks.js'

const TURNS = [
  { voice: 0, startSec: 0, endSec: 6 },
  { voice: 1, startSec: 6, endSec: 10 },
]
const SPEECH = [{ startSec: 0, endSec: 10 }]

test('names do not count: voices told the other way round are right', () => {
  const told = [
    { voice: 2, startSec: 0, endSec: 6 },
    { voice: 1, startSec: 6, endSec: 10 },
  ]
  expect(wronglyGiven(TURNS, told, SPEECH).wrongSec).toBeCloseTo(0, 6)
})

test('two voices told as one are wrong for as long as the one speaks that has less to say', () => {
  const { speechSec, wrongSec } = wronglyGiven(TURNS, [{ voice: 1, startSec: 0, endSec: 10 }], SPEECH)
  expect(speechSec).toBeCloseTo(10, 1)
  expect(wrongSec).toBeCloseTo(4, 1)
})

test('a change told a second late makes that second wrong, and speech told of nobody is wrong', () => {
  const told = [
    { voice: 1, startSec: 0, endSec: 7 },
    { voice: 2, startSec: 7, endSec: 9 },
  ]
  expect(wronglyGiven(TURNS, told, SPEECH).wrongSec).toBeCloseTo(2, 1)
})

test('of one voice told as three, the longest stretch alone is right', () => {
  const told = [
    { voice: 1, startSec: 0, endSec: 5 },
    { voice: 2, startSec: 5, endSec: 8 },
    { voice: 3, startSec: 8, endSec: 10 },
  ]
  const one = [{ voice: 0, startSec: 0, endSec: 10 }]
  expect(wronglyGiven(one, told, SPEECH).wrongSec).toBeCloseTo(5, 1)
})
