import { beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../../../lab/random.js'
import { FittingFiles } from '../../../src/checks/script-accuracy/fitting-file.js'
import { normaliseWords } from '../../../src/text/normalise.js'
import { sentence } from '../../audit/made-up-batch.js'

/** The texts that were normalised since the test began. */
const normalised: string[] = []
const normalise = (text: string) => {
  normalised.push(text)
  return normaliseWords(text)
}

beforeEach(() => {
  normalised.length = 0
})

const random = seededRandom(16)
const said = Array.from({ length: 120 }, () => sentence(random))
const filesOf = (transcripts: string[], scripts: string[]) =>
  new FittingFiles(
    transcripts.map((transcript, at) => ({ script: scripts[at], findings: { transcript } })),
    normalise,
  )
const foundFor = (transcripts: string[], scripts: string[]) => {
  const files = filesOf(transcripts, scripts)
  return transcripts.map((_, at) => files.find(at))
}
const turned = <Item>(items: Item[], by: number) => items.map((_, at) => items[(at + by) % items.length])

test('every script of a batch is found again, wherever it went', () => {
  expect(foundFor(said, turned(said, 7))).toEqual(turned([...said.keys()], 7))
})

test('also where every fifth word was recognised otherwise', () => {
  const misrecognised = said.map((text) =>
    text
      .split(' ')
      .map((word, at) => (at % 5 === 2 ? 'mumble' : word))
      .join(' '),
  )
  expect(foundFor(misrecognised, turned(said, 1))).toEqual(turned([...said.keys()], 1))
})

test('and among texts that differ in one word', () => {
  const places = said.slice(0, 60).map((text) => text.split(' ').sort((a, b) => b.length - a.length)[0])
  const alike = places.map((place, at) => `Leave the road at ${place} and follow the sign number ${at}.`)
  expect(foundFor(alike, turned(alike, 1))).toEqual(turned([...alike.keys()], 1))
})

test('a script that no file says is found nowhere', () => {
  const others = said.map(() => sentence(random))
  expect(foundFor(said, others).filter((found) => found !== null)).toEqual([])
})

test('a file that says its own script is not taken for the place of another', () => {
  expect(foundFor(['Open the gate.', 'Open the gate.'], ['Open the gate.', 'Close the door.'])).toEqual([
    null,
    null,
  ])
})

test('a text is no other one that begins alike and is three times as long', () => {
  const long = sentence(random, 1200)
  const files = filesOf([said[0], long], [long.slice(0, long.length / 3), said[1]])
  expect(files.find(0)).toBe(null)
  expect(filesOf([said[0], long], [long, said[1]]).find(0)).toBe(1)
})

test('every transcript and every script is normalised once, however many do not fit', () => {
  foundFor(said, turned(said, 1))
  expect(normalised).toHaveLength(2 * said.length)
  filesOf(said, said)
  expect(normalised).toHaveLength(2 * said.length)
})

test('what is normalised of a text has a bound', () => {
  const long = 'a word '.repeat(30_000)
  filesOf([said[0], long], [long, said[0]]).find(0)
  expect(normalised).not.toEqual([])
  for (const text of normalised) expect(text.length).toBeLessThanOrEqual(2000)
})
