import { describe, expect, it } from 'vitest'
import { Dictionary } from '../../src/speech/dictionary.js'
import { readModelFile } from '../../src/speech/models.js'

describe('Dictionary', () => {
  const known = new Dictionary(
    ";; a comment\nand AE N D\nand(2) AH N D\nandy AE N D IY\n'bout B AW T\na AH\nanna AE N AH\na(2) EY",
  )

  it('gives every way to say a word, the usual one first', () => {
    expect(known.get('and')).toEqual(['AE N D', 'AH N D'])
    expect(known.get("'bout")).toEqual(['B AW T'])
    expect(known.get('a')).toEqual(['AH', 'EY'])
    // Words with the same first letters stand in two places.
    expect(known.get('anna')).toEqual(['AE N AH'])
  })

  it.each(['an', 'andyy', 'zebra', 'and(2)', ';;', '', ' ', 'a comment', 'a AH'])(
    'has no word "%s"',
    (word) => {
      expect(known.get(word)).toBeUndefined()
    },
  )

  it('gives for every tenth word of the dictionary what its lines say, taken one by one', () => {
    const text = Buffer.from(readModelFile('alignerDictionary')).toString('latin1')
    const expected = new Map<string, string[]>()
    for (const line of text.split('\n')) {
      if (line.startsWith(';;') || line === '') continue
      const [, word, phones] = /^([^\s(]+)(?:\(\d+\))? (.*)$/.exec(line)!
      expected.set(word, [...(expected.get(word) ?? []), phones.trim()])
    }
    expect(expected.size).toBeGreaterThan(120_000)
    const whole = new Dictionary(text)
    const wrong = [...expected].filter(
      ([word, ways], index) => index % 10 === 0 && whole.get(word)?.join() !== ways.join(),
    )
    expect(wrong).toEqual([])
  })
})
