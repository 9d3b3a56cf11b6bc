import { expect, test } from 'vitest'
import { speakersOf, turnsInOrder } from '../../../src/report/voices/speakers.js'

const turns = (...spans: [number, number, number][]) =>
  spans.map(([voice, startSec, endSec]) => ({ voice, startSec, endSec }))
const talk = turns([1, 0, 3], [2, 3, 4], [1, 4, 7], [2, 7, 8])

test('each voice has its turns, its seconds and its share', () => {
  expect(speakersOf({ similarity: 0.9, voiceTurns: talk })).toEqual([
    { voice: 1, name: 'voice 1', turns: [talk[0], talk[2]], speechSec: 6, share: 0.75 },
    { voice: 2, name: 'voice 2', turns: [talk[1], talk[3]], speechSec: 2, share: 0.25 },
  ])
})

test('turns of all speakers come in order of time, each with who speaks', () => {
  const named = turnsInOrder(speakersOf({ similarity: 0.9, voiceTurns: talk }))
  expect(named.map(({ startSec, name }) => [startSec, name])).toEqual([
    [0, 'voice 1'],
    [3, 'voice 2'],
    [4, 'voice 1'],
    [7, 'voice 2'],
  ])
})

test('a file of one voice has no speakers to tell apart', () => {
  expect(speakersOf({ similarity: 0.9 })).toEqual([])
  expect(speakersOf({ similarity: 0.9, voiceTurns: turns([1, 0, 9]) })).toEqual([])
})

const named = (track: Parameters<typeof speakersOf>[0]) => speakersOf(track).map(({ name }) => name)

test('who speaks most of a file has the name that the whole file fits, and the other none', () => {
  const cast = { voice: 'Mara', soundsLike: null, judged: true, voiceTurns: talk }
  expect(named({ ...cast, similarity: 0.9 })).toEqual(['Mara', 'voice 2'])
  expect(named({ ...cast, similarity: 0.1, soundsLike: 'Narrator' })).toEqual(['Narrator', 'voice 2'])
})

test('a name that is not sure is not told', () => {
  const cast = { voice: 'Mara', soundsLike: null, judged: true, similarity: 0.9, voiceTurns: talk }
  expect(named({ ...cast, similarity: 0.1 })).toEqual(['voice 1', 'voice 2'])
  expect(named({ ...cast, similarity: 0.5 })).toEqual(['voice 1', 'voice 2'])
  expect(named({ ...cast, judged: false })).toEqual(['voice 1', 'voice 2'])
  expect(named({ ...cast, voice: null })).toEqual(['voice 1', 'voice 2'])
  // Two share it, so the whole is neither.
  expect(named({ ...cast, voiceTurns: turns([1, 0, 5], [2, 5, 9]) })).toEqual(['voice 1', 'voice 2'])
})

test('turns without length are no reason for a share that is no number', () => {
  expect(speakersOf({ similarity: 1, voiceTurns: turns([1, 2, 2], [2, 2, 2]) })).toMatchObject([
    { share: 0 },
    { share: 0 },
  ])
})
