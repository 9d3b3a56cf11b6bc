import { describe, expect, it } from 'vitest'
import type { DecoderState, Memory } from '../../../src/speech/moonshine/recogniser.js'
import { type Stepper, search } from '../../../src/speech/moonshine/search.js'

const BEGIN = 1
const END = 2
const A = 10
const B = 11
const C = 12
const VOCABULARY = 16
const memory: Memory = { frames: 4, cross: {} }

/** A decoder whose next token depends on the last one alone, by a table of probabilities. It counts its rows. */
function chain(table: Record<number, Record<number, number>>): Stepper & { rows: number[] } {
  const rows: number[] = []
  return {
    rows,
    start: () => ({ memory, rows: 1, length: 0, past: {} }),
    async step(_state: DecoderState, tokens: number[]) {
      rows.push(tokens.length)
      return {
        logits: tokens.map((token) =>
          Float32Array.from({ length: VOCABULARY }, (_, id) => Math.log(table[token]?.[id] ?? 1e-9)),
        ),
        attention: tokens.map(() => Float32Array.of(0.1, 0.2, 0.6, 0.1)),
      }
    },
    reorder(state: DecoderState, order: number[]) {
      state.rows = order.length
    },
  }
}

const ids = (tokens: { id: number }[]) => tokens.map(({ id }) => id)

describe('search', () => {
  // A looks better at first (0.6), but every way on from it is doubtful; B (0.4) is then certain.
  const garden = chain({
    [BEGIN]: { [A]: 0.6, [B]: 0.4 },
    [A]: { [C]: 0.3, [END]: 0.3, [A]: 0.2, [B]: 0.2 },
    [B]: { [C]: 1 },
    [C]: { [END]: 1 },
  })

  it('with one line takes the best token at each step', async () => {
    const { tokens } = await search(garden, memory, {
      beams: 1,
      reachNats: 0,
      maxTokens: 10,
      mayBeEmpty: true,
    })
    expect(ids(tokens)[0]).toBe(A)
  })

  it('with several lines finds the better text behind a worse beginning', async () => {
    const { tokens, score, finished } = await search(garden, memory, {
      beams: 3,
      reachNats: 5,
      maxTokens: 10,
      mayBeEmpty: true,
    })
    expect(ids(tokens)).toEqual([B, C])
    expect(score).toBeCloseTo(Math.log(0.4) / 3, 5)
    expect(finished).toBe(true)
  })

  it('gives up what falls out of reach, so that certainty costs one row', async () => {
    const certain = chain({
      [BEGIN]: { [A]: 0.97, [B]: 0.03 },
      [A]: { [C]: 0.97, [B]: 0.03 },
      [C]: { [END]: 1 },
      [B]: { [END]: 1 },
    })
    await search(certain, memory, { beams: 5, reachNats: 3, maxTokens: 10, mayBeEmpty: true })
    expect(certain.rows).toEqual([1, 1, 1])
  })

  it('reports probability, entropy and where it looked', async () => {
    const { tokens } = await search(garden, memory, {
      beams: 3,
      reachNats: 5,
      maxTokens: 10,
      mayBeEmpty: true,
    })
    expect(tokens[0].probability).toBeCloseTo(0.4, 5)
    expect(tokens[0].entropyNats).toBeCloseTo(-(0.6 * Math.log(0.6) + 0.4 * Math.log(0.4)), 4)
    expect(tokens[1].entropyNats).toBeCloseTo(0, 4)
    expect(tokens.map(({ frame }) => frame)).toEqual([2, 2])
  })

  it('ends at the limit when the end of the text never comes', async () => {
    const endless = chain({ [BEGIN]: { [A]: 1 }, [A]: { [A]: 1 } })
    const { tokens, finished } = await search(endless, memory, {
      beams: 2,
      reachNats: 3,
      maxTokens: 7,
      mayBeEmpty: true,
    })
    expect(ids(tokens)).toEqual(Array(7).fill(A))
    expect(finished).toBe(false)
  })

  it('ends the text at once, unless something is known to be said', async () => {
    const hesitant = chain({ [BEGIN]: { [END]: 0.6, [A]: 0.4 }, [A]: { [END]: 1 } })
    const options = { beams: 3, reachNats: 5, maxTokens: 10 }
    expect((await search(hesitant, memory, { ...options, mayBeEmpty: true })).tokens).toEqual([])
    expect(ids((await search(hesitant, memory, { ...options, mayBeEmpty: false })).tokens)).toEqual([A])
  })

  it('stops when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(
      search(garden, memory, { beams: 1, reachNats: 0, maxTokens: 3, mayBeEmpty: true, signal }),
    ).rejects.toThrow('enough')
  })
})
