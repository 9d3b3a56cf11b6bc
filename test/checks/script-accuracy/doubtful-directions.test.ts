import { describe, expect, test } from 'vitest'
import { type AskWhich, askedDirections } from '../../../src/checks/script-accuracy/doubtful-directions.js'
import { misrecognisedDirections } from '../../../src/checks/script-accuracy/misrecognised-directions.js'
import { allPronouncing } from '../../../src/speech/pronouncing.js'

const misrecognised = misrecognisedDirections(await allPronouncing())

/** Words of 0.3 s with 0.2 s between them, of which the recogniser is as sure as told. */
const spoken = (text: string, confidence: number) =>
  text.split(' ').map((word, index) => ({
    text: word,
    startSec: index * 0.5,
    endSec: index * 0.5 + 0.3,
    confidence: index === 0 ? confidence : 1,
  }))

/** What is found when every direction fits the sound by so many nats worse than what was recognised, and what was asked. */
async function proven(text: string, behindNats: number, confidence = 0.5) {
  const asked: string[][] = []
  const ask: AskWhich = async ({ asRecognised, asWritten }) => {
    asked.push([asRecognised, ...asWritten])
    return [-3, ...asWritten.map((_, index) => -3 - behindNats - index)]
  }
  return { asked, found: await askedDirections(spoken(text, confidence), [], misrecognised, ask) }
}

describe('words that the recogniser is unsure of', () => {
  test('were a direction if that fits the sound about as well', async () => {
    const { asked, found } = await proven('Left, the second violins began to play.', 3)
    expect(asked[0][0]).toMatch(/^Left, the second violins\b/)
    expect(asked[0]).toContain(asked[0][0].replace('Left', 'Laughs'))
    expect(found).toEqual([{ from: 0, to: 1, meant: ['laughs'] }])
  })

  test('were none if it fits much worse', async () => {
    expect((await proven('Left, the second violins began.', 6)).found).toMatchObject([
      { from: 0, meant: null },
    ])
  })

  test.each([
    ['where it is sure', 'Left, the second violins began.', 0.95],
    ['where no direction sounds like them', 'Umbrella, the second violins began.', 0.5],
    ['where they are a direction as they stand', 'Laughs, the second violins began.', 0.5],
  ])('are not asked about %s', async (_, text, confidence) => {
    expect((await proven(text, 0, confidence)).asked).toEqual([])
  })
})
