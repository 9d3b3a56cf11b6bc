// Whose words captions show: the script's where the recogniser got one wrong, else what was said.
import { describe, expect, test } from 'vitest'
import { captionWords } from '../../../src/report/captions/caption-words.js'
import type { CaptionedDifference } from '../../../src/report/captions/captioned-track.js'

const transcript = 'The girls flew over the sea through the night.'
const wordTimesSec = transcript.split(' ').map((_, at) => [at / 2, at / 2 + 0.4])

function difference(written: string, heard: string, more: Partial<CaptionedDifference> = {}) {
  const at = transcript.split(' ').indexOf(heard.split(' ')[0])
  return {
    kind: 'changed',
    written,
    heard,
    // As results have it: finer than the times of words.
    timeSec: at / 2 + 0.004,
    endSec: at / 2 + 0.4,
    cause: 'recogniser',
    ...more,
  }
}

const shown = (...differences: CaptionedDifference[]) =>
  captionWords({ transcript, wordTimesSec, differences })!
    .map(({ text }) => text)
    .join(' ')

describe('a word that the recogniser got wrong', () => {
  test('is shown as the script has it, at the same time', () => {
    const words = captionWords({
      transcript,
      wordTimesSec,
      differences: [difference('gulls', 'girls')],
    })!
    expect(words[1]).toEqual({ text: 'gulls', startSec: 0.5, endSec: 0.9 })
    expect(words).toHaveLength(9)
  })

  test('may be several, which share the time by their letters', () => {
    const words = captionWords({
      transcript,
      wordTimesSec,
      differences: [difference('seagull', 'sea through'), difference('at night, too.', 'night.')],
    })!
    expect(words.map(({ text }) => text).join(' ')).toBe('The girls flew over the seagull the at night, too.')
    expect(words[5]).toEqual({ text: 'seagull', startSec: 2.5, endSec: 3.4 })
    const [at, night, too] = words.slice(7)
    expect([at.startSec, too.endSec]).toEqual([4, 4.4])
    expect([night.startSec, too.startSec]).toEqual([at.endSec, night.endSec])
    expect(night.endSec - night.startSec).toBeCloseTo((0.4 * 6) / 12)
  })
})

test.each([
  ['the voice said otherwise', difference('gulls', 'girls', { cause: 'voice' })],
  ['was added', difference('', 'girls', { kind: 'added' })],
  ['is missing', difference('white', '', { kind: 'missing', timeSec: 0.4, endSec: 0.5 })],
  ['stands at another time', difference('gulls', 'girls', { timeSec: 3 })],
  ['is not in the transcript', difference('gulls', 'pearls', { timeSec: 0.5 })],
])('what %s leaves the transcript as it is', (_, each) => {
  expect(shown(each)).toBe(transcript)
})

test('of a script that is of something else no word is taken', () => {
  const differences = [difference('gulls', 'girls')]
  const words = captionWords({ transcript, wordTimesSec, differences, note: 'The script is of another.' })
  expect(words!.map(({ text }) => text).join(' ')).toBe(transcript)
})

test('an audit that does not tell when words are said has none', () => {
  expect(captionWords({ transcript, differences: [] })).toBeNull()
  expect(captionWords({ transcript, wordTimesSec: [[0, 1]], differences: [] })).toBeNull()
})
