import tokenizer from 'llama-tokenizer-js'
import { describe, expect, it } from 'vitest'
import { withoutRunaway } from '../../../src/speech/moonshine/runaway.js'
import type { DecodedToken } from '../../../src/speech/moonshine/search.js'
import { textOfTokens } from '../../../src/speech/moonshine/vocabulary.js'

const FRAME_SEC = 0.024

/** "▁But@2.52 ▁the@0.07": tokens of the vocabulary and the second at which each was looked at. */
function heard(script: string): DecodedToken[] {
  return script
    .trim()
    .split(/\s+/)
    .map((part) => {
      const [piece, timeSec] = part.split('@')
      const id = tokenizer.vocabByString.get(piece)
      if (id === undefined) throw new Error(`"${piece}" is not in the vocabulary`)
      return {
        id,
        probability: 1,
        entropyNats: 0,
        frame: Math.round(Number(timeSec) / FRAME_SEC),
        attention: new Float32Array(0),
      }
    })
}

const kept = (script: string, speechEndSec: number) =>
  textOfTokens(withoutRunaway(heard(script), speechEndSec).map(({ id }) => id)).trim()

describe('what the decoder writes after the speech has ended', () => {
  // Times as Moonshine base gave them on a clip that ends on a year (speech to 7.86 s).
  const year = '▁in@5.78 ▁the@5.95 ▁year@6.10 ▁@6.36 1@6.41 4@6.43 6@6.79 2@7.08 ,@7.68'

  it('is dropped when it looks at the silence behind the last word', () => {
    const loop =
      '▁@7.68 1@7.85 4@8.28 6@8.09 2@8.09 ,@8.09 ▁in@8.09 ▁the@8.09 ▁year@8.09 ▁@8.09 1@8.09 4@2.62'
    expect(kept(`${year} ${loop}`, 7.86)).toBe('in the year 1462,')
  })

  it('is dropped when it looks back at what was read already', () => {
    const loop = '▁and@7.78 ▁was@7.78 ▁also@7.78 ▁printed@2.59 ▁at@2.59 ▁by@2.59 ▁the@5.98 ▁year@2.59'
    expect(kept(`${year} ${loop}`, 7.86)).toBe('in the year 1462,')
  })

  it('is dropped when it is a courtesy that nobody said', () => {
    expect(kept('▁a@10.85 ▁single@10.99 ▁day@11.21 .@11.59 ▁Thank@11.78 ▁you@12.17 .@12.19', 11.77)).toBe(
      'a single day.',
    )
  })
})

describe('a phrase written twice', () => {
  const first = "▁You@0.19 ▁don@0.33 '@0.48 t@0.50 ▁mean@0.50 ▁that@0.81 .@1.20"

  it('stays when it was said twice', () => {
    const second = "▁You@3.02 ▁don@3.16 '@3.31 t@3.33 ▁mean@3.33 ▁that@3.64 .@4.04"
    expect(kept(`${first} ${second}`, 5)).toBe("You don't mean that. You don't mean that.")
  })

  it('is cut to one when the decoder looked at the same place again, though speech goes on', () => {
    const again = "▁You@0.21 ▁don@0.33 '@0.50 t@0.50 ▁mean@0.52 ▁that@0.81 .@1.22"
    expect(kept(`${first} ${again} ${again}`, 9)).toBe("You don't mean that.")
  })

  it('stays when a single word is said again at once', () => {
    expect(kept('▁the@0.50 ▁the@0.74 ▁very@1.00 ▁very@1.30 ▁end@1.60', 2.2)).toBe('the the very very end')
  })

  it('does not take the digits of a number for a repetition', () => {
    expect(kept('▁over@9.31 ▁@9.55 2@9.60 0@9.98 0@9.98 0@9.98 ▁times@10.01', 11)).toBe('over 2000 times')
  })
})

describe('a text that is borne out', () => {
  it('keeps every word, a stray look included', () => {
    const text = '▁But@2.52 ▁the@0.07 ▁first@0.29 ▁printed@3.53 ▁at@3.96 ▁last@4.60 .@5.30'
    expect(kept(text, 5.2)).toBe('But the first printed at last.')
  })

  it('may be empty', () => {
    expect(withoutRunaway([], 1)).toEqual([])
  })
})
