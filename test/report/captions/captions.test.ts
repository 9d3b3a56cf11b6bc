import { expect, test } from 'vitest'
import { captionsInTurns, captionsOf } from '../../../src/report/captions/captions.js'

const WORDS = 5_000

test('captions of a long file are made in many parts, with others served between them, and are the same', async () => {
  const words = Array.from({ length: WORDS }, (_, index) => (index % 9 === 8 ? 'ended.' : 'word'))
  const track = {
    transcript: words.join(' '),
    wordTimesSec: words.map((_, index): [number, number] => [0.4 * index, 0.4 * index + 0.3]),
    differences: [],
  }
  let rests = 0
  const kind = { format: 'vtt', level: 'sentence' } as const
  const inTurns = await captionsInTurns(track, kind, async () => {
    rests++
  })
  expect(inTurns).toBe(captionsOf(track, kind))
  expect(inTurns).toContain('WEBVTT')
  expect(rests).toBeGreaterThanOrEqual(WORDS / 600)
})
