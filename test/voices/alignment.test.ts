import { describe, expect, it } from 'vitest'
import { alignPhones } from '../../voices/phone-alignment.js'

const ranges = (said: string, ...words: string[]) =>
  alignPhones(
    [...said],
    words.map((word) => [...word]),
  ).ranges.map(({ start, end }) => said.slice(start, end))

describe('alignPhones', () => {
  it('cuts at the words when every phone is as expected', () => {
    expect(ranges('abcdefg', 'abc', 'd', 'efg')).toEqual(['abc', 'd', 'efg'])
  })

  it('bears changed, missing and further phones', () => {
    expect(ranges('abXdfgY', 'abc', 'd', 'efg')).toEqual(['abX', 'd', 'fgY'])
  })

  it('counts the edits', () => {
    const { edits } = alignPhones([...'kitten'], [[...'sit'], [...'ting']])
    expect(edits).toBe(3)
  })

  it('gives an unspoken word an empty range', () => {
    expect(ranges('abef', 'ab', '', 'ef')).toEqual(['ab', '', 'ef'])
  })
})
