import { type InferenceSession, Tensor } from 'audio-audit-runtime'
import { beforeAll, describe, expect, it } from 'vitest'
import { decoderGraphs } from '../../src/conversion/decoder-graphs.js'
import { node, value, writeModel } from '../../src/onnx/graph.js'
import { type PublishedName, publishedFiles, readVerified } from '../../src/speech/models.js'
import { decoderShapes } from '../../src/speech/moonshine/decoder-tensors.js'
import { type Memory, Moonshine } from '../../src/speech/moonshine/recogniser.js'
import { openSession } from '../../src/speech/session.js'
import type { MoonshineSize } from '../../src/speech/speech-data.js'
import { spoken } from '../speech/spoken.js'

const BEGIN_OF_TEXT = 1
const END_OF_TEXT = 2
const MOST_TOKENS = 40

interface Run {
  tokens: number[]
  logits: Float32Array[]
}

const published = (name: PublishedName) => readVerified(publishedFiles[name], name)

/** Greedy decoding: each step is given the last token and gives the scores of the next. */
async function greedy(step: (token: number) => Promise<Float32Array>): Promise<Run> {
  const run: Run = { tokens: [], logits: [] }
  let token = BEGIN_OF_TEXT
  while (token !== END_OF_TEXT && run.tokens.length < MOST_TOKENS) {
    const logits = await step(token)
    token = logits.indexOf(logits.reduce((a, b) => Math.max(a, b)))
    run.tokens.push(token)
    // The next step writes over them.
    run.logits.push(logits.slice())
  }
  return run
}

/** The two files as published and as their makers run them, with no part of our own graphs. */
class Published {
  private constructor(
    private readonly encoder: InferenceSession,
    private readonly decoder: InferenceSession,
    private readonly headDim: number,
  ) {}

  static async load(name: MoonshineSize, headDim: number): Promise<Published> {
    return new Published(
      await openSession(published(`${name}Encoder`)),
      await openSession(published(`${name}Decoder`)),
      headDim,
    )
  }

  async decode(samples: Float32Array): Promise<Run> {
    const { last_hidden_state } = await this.encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    })
    const pastNames = this.decoder.inputNames.filter((name) => name.startsWith('past_key_values'))
    const nothing = () => new Tensor('float32', new Float32Array(0), [1, 8, 0, this.headDim])
    const past: Record<string, Tensor> = Object.fromEntries(pastNames.map((name) => [name, nothing()]))
    let first = true
    return greedy(async (token) => {
      const outputs = await this.decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
        encoder_hidden_states: last_hidden_state,
        use_cache_branch: new Tensor('bool', [!first], [1]),
        ...past,
      })
      for (const name of pastNames) {
        // The encoder's part is made in the first pass and stays.
        if (!first && name.includes('.encoder.')) continue
        past[name] = outputs[name.replace('past_key_values', 'present')] as Tensor
      }
      first = false
      return outputs.logits.data as Float32Array
    })
  }
}

function furthest(a: Float32Array, b: Float32Array): number {
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - b[index])), 0)
}

function logProbability(logits: Float32Array, id: number): number {
  const highest = logits.reduce((a, b) => Math.max(a, b))
  return logits[id] - highest - Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - highest), 0))
}

/**
 * The output matrix is multiplied in 8 bits here and in floats as published, over scores that reach from -28 to 21.
 * Measured: at most 0.19 in any score, 0.01 nats in the log-probability of a chosen token.
 */
const SCORE_TOLERANCE = 0.4
const LOG_PROBABILITY_TOLERANCE_NATS = 0.05
/** Lines followed at once share the scale of every 8-bit product, so a neighbour moves scores a little: 0.48 measured. */
const NEIGHBOUR_TOLERANCE = 1
/** The same for all tokens of several lines. */
const ALL_AT_ONCE_TOLERANCE = 2

describe.each([
  ['base', 52],
  ['tiny', 36],
] as const)('the decoder of %s, taken apart', (name, headDim) => {
  let model: Moonshine
  let memory: Memory
  let ours: Run
  let theirs: Run
  const attention: Float32Array[] = []
  beforeAll(async () => {
    const samples = await spoken('flite:slt', 'The quick brown fox jumps over the lazy dog.')
    model = await Moonshine.load(name)
    memory = await model.encode(samples)
    const state = model.start(memory)
    ours = await greedy(async (token) => {
      const output = await model.step(state, [token])
      attention.push(output.attention[0])
      return output.logits[0]
    })
    theirs = await (await Published.load(name, headDim)).decode(samples)
  })

  it('writes the same words as the published graph', () => {
    expect(theirs.tokens.length).toBeGreaterThan(8)
    expect(theirs.tokens.at(-1)).toBe(END_OF_TEXT)
    expect(ours.tokens).toEqual(theirs.tokens)
  })

  it('scores them as the published graph does', () => {
    theirs.tokens.forEach((token, step) => {
      expect(furthest(ours.logits[step], theirs.logits[step])).toBeLessThan(SCORE_TOLERANCE)
      const shift = logProbability(ours.logits[step], token) - logProbability(theirs.logits[step], token)
      expect(Math.abs(shift)).toBeLessThan(LOG_PROBABILITY_TOLERANCE_NATS)
    })
  })

  it('tells where in the audio it looked: onwards as the text goes on', () => {
    const peaks = attention.map((weights) => {
      expect(weights).toHaveLength(memory.frames)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 4)
      return weights.indexOf(weights.reduce((a, b) => Math.max(a, b)))
    })
    expect(peaks[0]).toBeLessThan(0.1 * memory.frames)
    expect(peaks.at(-1)).toBeGreaterThan(0.9 * memory.frames)
    // A glance back by half a word is no harm.
    for (let index = 1; index < peaks.length; index++)
      expect(peaks[index] - peaks[index - 1]).toBeGreaterThan(-0.1 * memory.frames)
  })

  it('follows several lines of text at once, and goes on with those that are kept', async () => {
    const [first, second, third] = ours.tokens
    const state = model.start(memory)
    await model.step(state, [BEGIN_OF_TEXT])
    model.reorder(state, [0, 0])
    const both = await model.step(state, [third, first])
    expect(furthest(both.logits[1], ours.logits[1])).toBeLessThan(NEIGHBOUR_TOLERANCE)
    expect(furthest(both.logits[0], ours.logits[1])).toBeGreaterThan(5)
    model.reorder(state, [1])
    const kept = await model.step(state, [second])
    expect(kept.logits).toHaveLength(1)
    expect(furthest(kept.logits[0], ours.logits[2])).toBeLessThan(NEIGHBOUR_TOLERANCE)
  })

  it('reads one text at a time, and is not disturbed by sound that texts are held against', async () => {
    const before = model.start(memory)
    const state = model.start(memory)
    await expect(model.step(before, [BEGIN_OF_TEXT])).rejects.toThrow('begun another text')
    await model.encode(new Float32Array(16_000).fill(0.1), 'asked')
    const { logits } = await model.step(state, [BEGIN_OF_TEXT])
    expect(logits[0]).toEqual(ours.logits[0])
  })

  it('reads a known text at once as it reads it token by token, whatever comes later', async () => {
    const text = [BEGIN_OF_TEXT, ...theirs.tokens.slice(0, -1)]
    const other = text.with(-1, text[1])
    const [line, otherLine] = await model.follow(memory, [text, other])
    for (const [step, expected] of theirs.logits.entries())
      expect(furthest(line[step], expected)).toBeLessThan(ALL_AT_ONCE_TOLERANCE)
    const beforeLast = theirs.logits.length - 2
    expect(furthest(otherLine[beforeLast], theirs.logits[beforeLast])).toBeLessThan(ALL_AT_ONCE_TOLERANCE)
    expect(furthest(otherLine.at(-1)!, theirs.logits.at(-1)!)).toBeGreaterThan(5)
  })
})

describe('decoderGraphs', () => {
  it('says what it misses in another model', () => {
    const other = writeModel({
      irVersion: 8,
      opsets: [{ domain: '', version: 13 }],
      graph: {
        nodes: [node('Neg', ['x'], ['y'])],
        initializers: [],
        inputs: [value('x', 'float')],
        outputs: [value('y', 'float')],
      },
    })
    expect(() => decoderGraphs(other, 'baseDecoder', decoderShapes.base, [])).toThrow(/no If node/)
  })

  it('refuses a decoder of another size', () => {
    const tiny = published('tinyDecoder')
    expect(() => decoderGraphs(tiny, 'tinyDecoder', decoderShapes.base, [])).toThrow(/has 6 layers, not 8/)
  })
})
