import { expect, it } from 'vitest'
import { WhisperVocabulary } from '../../../src/speech/whisper/vocabulary.js'

// As in the published vocabulary: Ġ is a space, Ã© the two bytes of é, âĢĻ the three of ’.
const vocabulary = WhisperVocabulary.of(
  { Ġcaf: 0, 'Ã©': 1, Ġit: 2, âĢĻ: 3, s: 4, Ċ: 5 },
  { suppress_tokens: [4], begin_suppress_tokens: [2], alignment_heads: [[5, 3]] },
)

it('puts the bytes of a text together', () => {
  expect(vocabulary.textOfTokens([0, 1, 2, 3, 4, 5])).toBe(' café it’s\n')
})

it('has no text for marks and for what is not in it', () => {
  expect(vocabulary.textOfTokens([50_257, 50_363, 17])).toBe('')
})

it('knows which tokens begin a word', () => {
  expect([0, 1, 2, 4, 17].map((id) => vocabulary.opensWord(id))).toEqual([true, false, true, false, false])
})
