import { describe, expect, it } from 'vitest'
import { sentencesOf } from '../../voices/written.js'

const spoken = (text: string) =>
  sentencesOf(text).map((sentence) => sentence.map((token) => token.spoken).join(' '))

describe('sentencesOf', () => {
  it('ends a sentence at its mark, not at an abbreviation or initial', () => {
    expect(spoken('Mr. J. Smith met Dr. Lee. "Why?" he asked.\nNobody knew')).toEqual([
      'Mister J. Smith met Doctor Lee.',
      '"Why?"',
      'he asked.',
      'Nobody knew',
    ])
  })

  it('spells out money, percentages and times', () => {
    expect(spoken('$3.50, £1 or €1,200 is 5% at 10:30, 9:05 and 7:00!')).toEqual([
      "3 dollars and 50 cents, 1 pound or 1200 euros is 5 percent at 10 30, 9 oh 5 and 7 o'clock!",
    ])
  })

  it('keeps the written token, without the marks around it', () => {
    const [sentence] = sentencesOf('("Well," said Dr. Who\'s dog - etc.')
    expect(sentence.map((token) => token.written)).toEqual(['Well', 'said', 'Dr', "Who's", 'dog', 'etc'])
    expect(sentence.map((token) => token.spoken).join(' ')).toBe('("Well," said Doctor Who\'s dog, et cetera')
  })
})
