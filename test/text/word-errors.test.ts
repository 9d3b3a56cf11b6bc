import { describe, expect, it } from 'vitest'
import { normaliseWords } from '../../src/text/normalise.js'
import { alignWords, compareTexts, type WordErrors, wordErrorRate } from '../../src/text/word-errors.js'

function counts({ substitutions, deletions, insertions, referenceWords }: WordErrors) {
  return { substitutions, deletions, insertions, referenceWords }
}

function errorsIn(reference: string, recognised: string): number {
  const { substitutions, deletions, insertions } = compareTexts(reference, recognised)
  return substitutions + deletions + insertions
}

/** A plain table with no memory saved: what alignWords must agree with. */
function levenshtein(a: string[], b: string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i, ...Array(b.length).fill(0)])
  for (let j = 0; j <= b.length; j++) table[0]![j] = j
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i]![j] = Math.min(
        table[i - 1]![j] + 1,
        table[i]![j - 1] + 1,
        table[i - 1]![j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
  return table[a.length]![b.length]
}

describe('alignWords', () => {
  it('counts each kind of error and says where', () => {
    const errors = alignWords('the cat sat on the mat'.split(' '), 'the cat sit on mat now'.split(' '))
    expect(counts(errors)).toEqual({ substitutions: 1, deletions: 1, insertions: 1, referenceWords: 6 })
    expect(errors.pairs).toEqual([
      { ref: 'the', recognised: 'the', refIndex: 0, recognisedIndex: 0 },
      { ref: 'cat', recognised: 'cat', refIndex: 1, recognisedIndex: 1 },
      { ref: 'sat', recognised: 'sit', refIndex: 2, recognisedIndex: 2 },
      { ref: 'on', recognised: 'on', refIndex: 3, recognisedIndex: 3 },
      { ref: 'the', refIndex: 4, recognisedIndex: 4 },
      { ref: 'mat', recognised: 'mat', refIndex: 5, recognisedIndex: 4 },
      { recognised: 'now', refIndex: 6, recognisedIndex: 5 },
    ])
  })

  it('copes with nothing on either side', () => {
    expect(counts(alignWords([], []))).toEqual({
      substitutions: 0,
      deletions: 0,
      insertions: 0,
      referenceWords: 0,
    })
    expect(counts(alignWords(['a'], []))).toEqual({
      substitutions: 0,
      deletions: 1,
      insertions: 0,
      referenceWords: 1,
    })
    expect(counts(alignWords([], ['a']))).toEqual({
      substitutions: 0,
      deletions: 0,
      insertions: 1,
      referenceWords: 0,
    })
  })

  it('finds the least distance, also when the table is worked out in blocks', () => {
    let state = 12345
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    const words = (count: number) => Array.from({ length: count }, () => `w${Math.floor(random() * 50)}`)
    // 2,200 words a side are 4.8 million cells: more than one block.
    for (const size of [5, 60, 2200]) {
      const reference = words(size)
      const recognised = reference.flatMap((word) =>
        random() < 0.1 ? [] : random() < 0.1 ? words(2) : [word],
      )
      const errors = alignWords(reference, recognised)
      expect(errors.substitutions + errors.deletions + errors.insertions).toBe(
        levenshtein(reference, recognised),
      )
      expect(errors.pairs.flatMap((pair) => pair.ref ?? [])).toEqual(reference)
      expect(errors.pairs.flatMap((pair) => pair.recognised ?? [])).toEqual(recognised)
    }
  })
})

describe('only the writing differs', () => {
  it.each([
    ['Printing, in the only sense', 'printing in the only sense'],
    ['fourteen fifty-five', '1455'],
    ['fourteen fifty-five', '1,455'],
    ['fourteen fifty-five', '14 55'],
    ['November twenty second nineteen sixty three', 'November 22nd, 1963.'],
    ['Prior to November 22nd, 1963.', 'Prior to November 22, 1963'],
    ['two thousand and eight', '2008'],
    ['two thousand eight', '2008'],
    ['twenty oh eight', '2008'],
    ['2008', '2008'],
    ['one hundred and five', '105'],
    ['one oh five', '105'],
    ['a hundred miles', '100 miles'],
    ['over two thousand times realtime', 'over 2,000 times real time'],
    ['over two thousand times', 'over 2000x'],
    ['zero point six billion', '0.6 billion'],
    ['point six', '0.6'],
    ['one point six nine percent', '1.69%'],
    ['five per cent', '5 percent'],
    ['three dollars and fifty cents', '$3.50'],
    ['three fifty', '$3.50'],
    ['five million dollars', '$5 million'],
    ['five hundred dollars', '$500'],
    ['take the next left onto forty second avenue', 'Take the next left onto 42nd Avenue.'],
    ['okay three thirty three p m', 'OK, 3:33 PM.'],
    ['ten a m', '10 a.m.'],
    ["three o'clock", '3:00'],
    ['half an hour', '½ an hour'],
    ['a five dollar bill', 'a $5 bill'],
    ['a ten kilometre run', 'a 10 km run'],
    ['a million people', '1 million people'],
    ['two and a half million', '2.5 million'],
    ['in his mid thirties', 'in his mid-30s'],
    ['O king', 'oh king'],
    ['Elizabeth the first', 'Elizabeth I'],
    ['blond', 'blonde'],
    ['one and a half', '1 1/2'],
    ['one and a half', '1½'],
    ['the nineteen twenties', "the 1920's"],
    ['henry the eighth', 'Henry VIII'],
    ['world war two', 'World War II'],
    ['by car via I eighty east', 'by car via I-80 E'],
    ['mister and missus smith', 'Mr. and Mrs. Smith'],
    ['et cetera', 'etc.'],
    ["don't you think it's fine", 'do not you think it is fine'],
    ["she'd gone", 'she had gone'],
    ["she'd go", 'she would go'],
    ["that's been done", 'that has been done'],
    ['i am going to', "I'm gonna"],
    ['i ve tried', "I've tried"],
    ['the colour of the theatre was grey', 'The color of the theater was gray.'],
    ['he realised that she had travelled', 'He realized that she had traveled.'],
    ['wood cutters', 'woodcutters'],
    ['every day', 'everyday'],
    ['to-day', 'today'],
    ['a shop boy', 'a shop-boy'],
    ['a shop boy', 'a shopboy'],
    ['some one', 'someone'],
    ['in to the house', 'into the house'],
    ['never the less', 'nevertheless'],
    ['a single G P U', 'a single GPU'],
    ['email', 'e-mail'],
    ['tests slash test underscore voice dot py', 'tests/test_voice.py'],
    ['uh I um see', 'I see'],
    ['libri speech test clean', 'LibriSpeech test-clean'],
    ['test underscore voice dot py', 'Test_Voice.Py'],
    ['naive Sánchez', 'naïve Sanchez'],
    ['all right', 'alright'],
    ['cannot', 'can not'],
    ['mp three files', 'MP3 files'],
    ['the whole of the year nineteen hundred', 'the whole of the year 1900'],
    ['nine nine five zero', '9950'],
    ['nine nine five zero', '99-50'],
    ['five five seven one', '5 5 7 1'],
    ['eight five two one zero six', '852106'],
    ['seventy kilometres', '70 km'],
    ['minus five degrees', '-5°'],
    ['', ''],
  ])('%j, %j', (reference, recognised) => {
    expect(errorsIn(reference, recognised)).toBe(0)
    expect(errorsIn(recognised, reference)).toBe(0)
  })
})

describe('real errors stay errors', () => {
  it.each([
    ['their house', 'there house', 1],
    ['to no', 'to know', 1],
    ['two bees', 'to bees', 1],
    ['four', 'for', 1],
    ['eight', 'ate', 1],
    ['for 4', 'for for', 1],
    ['dot py', 'dot pie', 1],
    ['its name', "it's name", 1],
    ['whose', "who's", 1],
    ["the king's crown", 'the kings crown', 1],
    ["the king's crown", 'the king is crown', 2],
    ['nineteen eighty four', '1985', 1],
    ['1984', '1948', 2],
    ['fifteen', '50', 1],
    ['one hundred and five', '150', 1],
    ['$5', 'five', 1],
    ['$5', '£5', 1],
    ['five percent', 'five', 1],
    ['two hundred and five', 'two hundred five', 1],
    ['now here', 'nowhere', 2],
    ['not able', 'notable', 2],
    ['a part', 'apart', 2],
    ['a way', 'away', 2],
    ['the cat', 'cat', 1],
    ['colour', 'colon', 1],
    ['prise', 'prize', 1],
    ['learnt', 'learned', 1],
    ['missal', 'missile', 1],
    ["he can't", 'he can', 1],
    ['he could', "he couldn't", 1],
    ['towards', 'toward', 1],
    ['very very good', 'very good', 1],
    ['good', 'good good good', 2],
    ['first', 'one', 1],
    ['third', '3', 1],
    ['ten dollars', '$10,000', 1],
    ["the felons' side", "the felon's side", 1],
    ['be low', 'below', 2],
    ['so lo', 'solo', 2],
    ['', 'one two', 2],
    ['one two', '', 2],
  ])('%j, %j: %i', (reference, recognised, expected) => {
    expect(errorsIn(reference, recognised)).toBe(expected)
  })
})

describe('compareTexts', () => {
  it('points at the written words of both texts', () => {
    const errors = compareTexts(
      'In 1984, the woodcutters left.',
      'in nineteen eighty four a wood cutters left',
    )
    expect(counts(errors)).toEqual({ substitutions: 1, deletions: 0, insertions: 0, referenceWords: 7 })
    expect(errors.pairs).toEqual([
      { ref: 'in', recognised: 'in', refIndex: 0, recognisedIndex: 0 },
      { ref: 'nineteen', recognised: 'nineteen', refIndex: 1, recognisedIndex: 1 },
      { ref: 'eighty', recognised: 'eighty', refIndex: 1, recognisedIndex: 2 },
      { ref: 'four', recognised: 'four', refIndex: 1, recognisedIndex: 3 },
      { ref: 'the', recognised: 'a', refIndex: 2, recognisedIndex: 4 },
      { ref: 'woodcutters', recognised: 'wood cutters', refIndex: 3, recognisedIndex: 5 },
      { ref: 'left', recognised: 'left', refIndex: 4, recognisedIndex: 7 },
    ])
  })

  it('counts a compound as the words that the reference has', () => {
    expect(compareTexts('wood cutters', 'woodcutters').referenceWords).toBe(2)
    expect(compareTexts('woodcutters', 'wood cutters').referenceWords).toBe(1)
  })

  it('counts the reference the same whatever was recognised', () => {
    const reference = "It's the well-known LibriSpeech of 1984"
    const words = normaliseWords(reference).length
    expect(words).toBe(10)
    for (const recognised of ['', reference, 'it is well known', "its the wellknown libri speech of '84"]) {
      expect(compareTexts(reference, recognised).referenceWords).toBe(words)
    }
  })

  it('gives a rate per reference word', () => {
    expect(wordErrorRate(compareTexts('one two three four', 'one two tree four five'))).toBe(0.5)
    expect(wordErrorRate(compareTexts('', ''))).toBe(0)
  })
})
