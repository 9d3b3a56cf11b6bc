import { describe, expect, test } from 'vitest'
import { compareWithScript } from '../../../src/checks/script-accuracy/compare.js'
import type { RecognisedSpeech } from '../../../src/checks/script-accuracy/evidence.js'
import { reasonsOf } from '../../../src/checks/script-accuracy/reasons.js'
import { unexplainedSpeech } from '../../../src/checks/script-accuracy/unexplained-speech.js'

// DH AH: 40 + 43 + 44 ms, at the end of a phrase 148 ms more: half as long again is 0.41 s.
const pronounce = () => ({ ways: [['DH', 'AH']], known: true })

/** "the the the ...": each word begins at its time, the voice ends at the last. */
function heard(
  startsSec: number[],
  speechEndSec: number,
  pauses: RecognisedSpeech['pauses'] = [],
): RecognisedSpeech {
  const words = startsSec.map((startSec, index) => ({
    text: 'the',
    startSec,
    endSec: startsSec[index + 1] ?? startSec + 0.2,
    confidence: 0.9,
  }))
  return { words, pauses, speechEndSec }
}

describe('speech that no word explains', () => {
  test('is none where words follow each other', () => {
    expect(unexplainedSpeech(heard([0, 0.2, 0.5, 0.9], 1.2), pronounce)).toEqual([])
  })

  test('is where a word lasts as long as a phrase', () => {
    const [place, ...more] = unexplainedSpeech(heard([0, 0.2, 1.5, 1.7], 2), pronounce)
    // 1.3 s less 0.41 s: about three words.
    expect(place).toEqual({ startSec: 0.2, endSec: 1.5, words: 3 })
    expect(more).toEqual([])
  })

  test('is where the voice goes on between two words, and less is enough there', () => {
    const lasting = heard([0, 0.2, 1.15, 1.4], 1.7)
    expect(unexplainedSpeech(lasting, pronounce)).toEqual([])
    const [first, second, ...rest] = lasting.words
    const words = [first, { ...second, endSec: 0.35 }, ...rest]
    // 0.8 s that belong to no word; 0.95 s less 0.41 s are about two words.
    expect(unexplainedSpeech({ ...lasting, words }, pronounce)).toEqual([
      { startSec: 0.2, endSec: 1.15, words: 2 },
    ])
    const pauses = [{ startSec: 0.4, endSec: 0.6 }]
    expect(unexplainedSpeech({ ...lasting, words, pauses }, pronounce)).toEqual([])
  })

  test('is not where the time is a pause', () => {
    const pause = [{ startSec: 0.5, endSec: 1.4 }]
    expect(unexplainedSpeech(heard([0, 0.2, 1.5, 1.7], 2, pause), pronounce)).toEqual([])
  })

  test('is behind the last word, where the voice goes on', () => {
    const [place] = unexplainedSpeech(heard([0, 0.2, 0.5], 2.6), pronounce)
    expect(place).toEqual({ startSec: 0.5, endSec: 2.6, words: 5 })
  })

  test('is not looked for in what nobody knows how to say', () => {
    const unknown = () => ({ ways: [], known: false })
    expect(unexplainedSpeech(heard([0, 0.2, 1.5], 2), unknown)).toEqual([])
  })

  test('counts against the voice though the text is right, and is told', async () => {
    const comparison = await compareWithScript('the the the the', heard([0, 0.2, 1.5, 1.7], 2), pronounce)
    expect(comparison.differences).toMatchObject([
      { kind: 'added', heard: '', timeSec: 0.2, endSec: 1.5, cause: 'voice', wordErrors: 3 },
    ])
    const [reason] = reasonsOf(
      { flagged: true, transcript: 'the the the the' },
      { ...comparison, presence: 'speech', transcript: '', wordTimesSec: [] },
    )
    expect(reason.message).toBe('says more than its script at 0:00, perhaps something twice')
  })
})
