// Whom a difference is blamed on once the recogniser and the aligner were asked about it.
import { expect, test } from 'vitest'
import type { Group } from '../../../src/checks/script-accuracy/align.js'
import { blameByOpinion } from '../../../src/checks/script-accuracy/second-opinion.js'
import { said } from './made-up.js'

const group = (written: string[], recognised: string[]): Group => ({
  written,
  recognised,
  writtenFrom: 1,
  writtenTo: 1 + written.length,
  recognisedFrom: 1,
  recognisedTo: 1 + recognised.length,
  distance: 0.2,
})
const speech = (text: string, confidence: number) => {
  const recognised = said(text)
  for (const word of recognised.words) word.confidence = confidence
  return recognised
}
const shipOrSheep = group(['ship'], ['sheep'])
const sure = speech('A sheep came.', 0.95)
const unsure = speech('A sheep came.', 0.4)

test('a word of which recogniser and sound are sure is what the voice said', () => {
  expect(blameByOpinion(shipOrSheep, { marginNats: 8, soundNats: 60 }, sure)).toBeGreaterThan(0.5)
})

test('a word that the recogniser takes back is its own mistake', () => {
  expect(blameByOpinion(shipOrSheep, { marginNats: 0, soundNats: 0 }, unsure)).toBeLessThan(0.1)
})

test('each of margin, sound and confidence speaks for what was recognised', () => {
  const before = blameByOpinion(shipOrSheep, { marginNats: 4, soundNats: 0 }, unsure)
  expect(blameByOpinion(shipOrSheep, { marginNats: 6, soundNats: 0 }, unsure)).toBeGreaterThan(before)
  expect(blameByOpinion(shipOrSheep, { marginNats: 4, soundNats: 40 }, unsure)).toBeGreaterThan(before)
  expect(blameByOpinion(shipOrSheep, { marginNats: 4, soundNats: 0 }, sure)).toBeGreaterThan(before)
})

test('where the sound has no opinion the rest decides', () => {
  const opinion = { marginNats: 8, soundNats: null }
  expect(blameByOpinion(shipOrSheep, opinion, sure)).toBe(
    blameByOpinion(shipOrSheep, { ...opinion, soundNats: 0 }, sure),
  )
})

test('another number or a negation weighs more than another word, a small word less', () => {
  const opinion = { marginNats: 4, soundNats: 10 }
  const ofContent = blameByOpinion(shipOrSheep, opinion, sure)
  expect(blameByOpinion(group(['fifteen'], ['fifty']), opinion, sure)).toBeGreaterThan(ofContent)
  expect(blameByOpinion(group(['can'], ['can', 'not']), opinion, sure)).toBeGreaterThan(ofContent)
  expect(blameByOpinion(group(['in'], ['and']), opinion, sure)).toBeLessThan(ofContent)
})

test('a word that sounds like no other of the script weighs more: a mumbled word is recognised as anything', () => {
  const opinion = { marginNats: 4, soundNats: 0 }
  const far = { ...shipOrSheep, distance: 0.7 }
  expect(blameByOpinion(far, opinion, unsure)).toBeGreaterThan(blameByOpinion(shipOrSheep, opinion, unsure))
})

test('of a name the recogniser must be surer still', () => {
  const opinion = { marginNats: 8, soundNats: 20 }
  expect(blameByOpinion(shipOrSheep, opinion, sure, true)).toBeLessThan(
    blameByOpinion(shipOrSheep, opinion, sure) / 2,
  )
})

test('a number that was recognised as an ordinary word weighs no more than any', () => {
  const opinion = { marginNats: 4, soundNats: 10 }
  expect(blameByOpinion(group(['nine'], ['night']), opinion, sure)).toBe(
    blameByOpinion(shipOrSheep, opinion, sure),
  )
})

test('no opinion is so strong that it gives no number', () => {
  for (const marginNats of [-1e9, 1e9])
    expect(blameByOpinion(shipOrSheep, { marginNats, soundNats: -marginNats }, sure)).toBeGreaterThan(0)
})
