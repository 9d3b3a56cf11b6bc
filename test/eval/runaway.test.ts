import { describe, expect, it } from 'vitest'
import { hasRunawayLoop, repeatedWords } from '../../eval/runaway.js'

const split = (text: string) => text.split(' ').filter(Boolean)

describe('words that a repetition adds', () => {
  it.each([
    ['', 0],
    ['a b c', 0],
    ['a a', 1],
    ['a b a b a b', 4],
    ['x a b c a b c y', 3],
    ['a b a b a', 2],
    ['the cat and the dog and the bird', 0],
  ])('%j: %i', (text, expected) => {
    expect(repeatedWords(split(text))).toBe(expected)
  })
})

describe('a runaway loop', () => {
  it.each([
    ['in the year of 1462', 'in the year in the year in the year in the year of', true],
    ['said once and only once', 'said once and only once said once and only once', true],
    ['very good', 'very very good', false],
    ['no no no no no no', 'no no no no no no', false],
    ['row row row your boat', 'row row row row row your boat', false],
    ['a b a b a b', 'a b a b a b a b a b', true],
    ['all is well', '', false],
  ])('%j recognised as %j: %s', (reference, recognised, expected) => {
    expect(hasRunawayLoop(split(reference), split(recognised))).toBe(expected)
  })
})
