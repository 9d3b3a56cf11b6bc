// Whether a file breaks off inside its last word or begins inside its first, by the sound of that word.
import { expect, test } from 'vitest'
import { type EdgeEvidence, likelihoodOfCut } from '../../../src/checks/script-accuracy/cut-words.js'

/** Ends at the level of the voice, half as long as its phones take, and the recogniser is not sure. */
const HALF_A_WORD: EdgeEvidence = { levelDb: -3, lengthShare: 0.5, confidence: 0.6, distance: 0 }

test('half a word at the level of the voice is cut', () => {
  expect(likelihoodOfCut('end', HALF_A_WORD)).toBeGreaterThan(0.9)
})

test('a word that dies away is whole, however short and however little of it was understood', () => {
  expect(likelihoodOfCut('end', { ...HALF_A_WORD, levelDb: -25, confidence: 0.1, distance: 0.6 })).toBe(0)
})

test('a voice that ends every word abruptly is forgiven where the word is long enough and recognised', () => {
  expect(likelihoodOfCut('end', { levelDb: -4, lengthShare: 0.8, confidence: 0.75, distance: 0 })).toBe(0)
})

test('a word of full length that was recognised as another one may be cut all the same', () => {
  const asWritten = likelihoodOfCut('end', { ...HALF_A_WORD, lengthShare: 0.7, distance: 0 })
  const asAnother = likelihoodOfCut('end', { ...HALF_A_WORD, lengthShare: 0.7, distance: 0.4 })
  expect(asAnother).toBeGreaterThan(asWritten)
})

test.each(['start', 'end'] as const)(
  'at the %s, louder, shorter and less sure each speak for a cut',
  (edge) => {
    const before = likelihoodOfCut(edge, HALF_A_WORD)
    for (const more of [{ levelDb: 0 }, { lengthShare: 0.4 }, { confidence: 0.4 }])
      expect(likelihoodOfCut(edge, { ...HALF_A_WORD, ...more })).toBeGreaterThan(before)
  },
)

test('figures beyond what was measured count like the outermost that were', () => {
  const absurd = { levelDb: 400, lengthShare: 0, confidence: 0, distance: 9 }
  const outermost = { levelDb: 5, lengthShare: 0.2, confidence: 0.02, distance: 0.6 }
  expect(likelihoodOfCut('end', absurd)).toBe(likelihoodOfCut('end', outermost))
})
