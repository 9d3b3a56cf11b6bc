import { describe, expect, it } from 'vitest'
import { guessPronunciation } from '../../src/speech/pronunciation.js'

/** The 39 phones of the CMU Pronouncing Dictionary, without stress (http://www.speech.cs.cmu.edu/cgi-bin/cmudict). */
const CMU_PHONES = new Set(
  `AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH`.split(
    ' ',
  ),
)

describe('guessPronunciation', () => {
  // As the dictionary has them, where it has them: rules this crude cannot be right about every word, but these
  // stand for what the rules are there for.
  it.each([
    ['steele', 'S T IY L'],
    ['che', 'CH EH'],
    ['nation', 'N AE SH AH N'],
    ['bridge', 'B R IH D JH'],
    ['cheese', 'CH IY S'],
    ['lance', 'L AE N S'],
    ['night', 'N AY T'],
    ['batting', 'B AE T IH NG'],
    ['quick', 'K W IH K'],
    ['phlox', 'F L OW K S'],
    ['xkcd', 'EH K S K EY S IY D IY'],
    ['café', 'K AE F EH'],
    ["o'brien", 'OW B R IY N'],
  ])('says %s as %s', (word, phones) => {
    expect(guessPronunciation(word)).toBe(phones)
  })

  it.each(['', '42', '—', '…', '👍🏽', '東京', 'привет', "'", '\u0301', '\ud800', '%$#'])(
    'has nothing to say for %j',
    (word) => {
      expect(guessPronunciation(word)).toBeNull()
    },
  )

  it('never fails, and says everything in known phones', () => {
    // Letters, their look-alikes and what else a transcript may hold, in every order of three.
    const parts = [
      'a',
      'e',
      'y',
      'ch',
      'gh',
      'ng',
      'q',
      'x',
      'ü',
      'ß',
      'ﬁ',
      'ı',
      "'",
      '’',
      '-',
      '7',
      '🙂',
      '漢',
      ' ',
    ]
    for (const first of parts)
      for (const second of parts)
        for (const third of parts) {
          const word = first + second + third
          const phones = guessPronunciation(word)
          if (phones === null) expect(word.normalize('NFD')).not.toMatch(/[a-z]/)
          else {
            const unknown = phones.split(' ').filter((phone) => !CMU_PHONES.has(phone))
            expect(unknown, word).toEqual([])
          }
        }
  })

  it('says every pair of letters in known phones', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    for (const word of letters.flatMap((first) => letters.map((second) => first + second))) {
      const phones = guessPronunciation(word)?.split(' ') ?? []
      expect(phones.length, word).toBeGreaterThan(0)
      expect(
        phones.filter((phone) => !CMU_PHONES.has(phone)),
        word,
      ).toEqual([])
    }
  })
})
