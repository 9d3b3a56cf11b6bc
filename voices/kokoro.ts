import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'audio-audit-runtime'
import { value, withOutputs } from '../src/onnx/graph.js'
import { espeakPhonemes } from './espeak.js'
import { kokoroFolder } from './kokoro-files.js'
import { type Accent, type KokoroSymbol, sentenceSymbols, space } from './kokoro-symbols.js'
import { joinUtterances, type SpokenWord, type Utterance, type Voice } from './utterance.js'
import { sentencesOf, type WrittenToken } from './written.js'

const file = (...path: string[]) => join(kokoroFolder, ...path)

const sampleRateHz = 24000
/** One unit of predicted duration is 600 samples (25 ms): kokoro/pipeline.py, and so measured here. */
const samplesPerDurationUnit = 600
/**
 * Sounds come 50 ms before the durations say. Measured on "s" and "sh" inside words (27 starts: median 51 ms; 57 ends:
 * median 50 ms, 34 to 60 ms for four in five) and on 40 words after pauses (median 53 ms), three voices.
 */
const leadUnits = 2
const styleSize = 256
/** A voice file has a style for every length from 1 to 510 symbols. */
const maxSymbols = 510
const edgeSymbolId = 0
/** The predicted duration of each symbol, rounded, at least 1, before it is cast to whole numbers. */
const durationsTensor = '/encoder/Clip_output_0'
const threads = 2

const symbolIds: Record<string, number> = JSON.parse(readFileSync(file('tokenizer.json'), 'utf8')).model.vocab

let session: Promise<InferenceSession> | undefined

export function kokoroVoice(name: string): Voice {
  return {
    name: `kokoro:${name}`,
    engine: 'kokoro',
    async speak(text, { speed = 1 } = {}) {
      const parts: Utterance[] = []
      for (const sentence of sentencesOf(text)) parts.push(await speakSentence(sentence, name, speed))
      return joinUtterances(parts)
    },
  }
}

async function speakSentence(tokens: WrittenToken[], name: string, speed: number): Promise<Utterance> {
  const accent: Accent = name.startsWith('b') ? 'british' : 'american'
  const phonemes = await espeakPhonemes(tokens, accent === 'british' ? 'en-gb' : 'en-us')
  const symbols = sentenceSymbols(phonemes, accent).filter(({ symbol }) => symbol in symbolIds)
  if (symbols.length > maxSymbols) {
    // Longer than the model takes: said in two breaths.
    const middle = Math.ceil(tokens.length / 2)
    const halves = [tokens.slice(0, middle), tokens.slice(middle)]
    return joinUtterances([
      await speakSentence(halves[0], name, speed),
      await speakSentence(halves[1], name, speed),
    ])
  }
  const { samples, durations } = await generate(symbols, name, speed)
  const timed = timedSymbols(symbols, durations)
  return {
    samples,
    sampleRateHz,
    words: wordTimes(tokens, timed),
    sounds: timed.map(({ symbol, startSec, endSec }) => ({ symbol, startSec, endSec })),
  }
}

async function generate(
  symbols: KokoroSymbol[],
  name: string,
  speed: number,
): Promise<{ samples: Float32Array; durations: number[] }> {
  const ids = [edgeSymbolId, ...symbols.map(({ symbol }) => symbolIds[symbol]), edgeSymbolId]
  const styles = await readFile(file('voices', `${name}.bin`))
  const styleBytes = 4 * styleSize
  const styleAt = (symbols.length - 1) * styleBytes
  const style = new Float32Array(
    styles.buffer.slice(styles.byteOffset + styleAt, styles.byteOffset + styleAt + styleBytes),
  )
  session ??= loadSession()
  const outputs = await (await session).run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    style: new Tensor('float32', style, [1, styleSize]),
    speed: new Tensor('float32', Float32Array.of(speed), [1]),
  })
  return {
    samples: outputs.waveform.data as Float32Array,
    durations: [...(outputs[durationsTensor].data as Float32Array)],
  }
}

interface TimedSymbol extends KokoroSymbol {
  startSec: number
  endSec: number
}

function timedSymbols(symbols: KokoroSymbol[], durations: number[]): TimedSymbol[] {
  const toSec = (units: number) => Math.max(0, ((units - leadUnits) * samplesPerDurationUnit) / sampleRateHz)
  let units = durations[0]
  return symbols.map((symbol, index) => {
    const startSec = toSec(units)
    units += durations[index + 1]
    return { ...symbol, startSec, endSec: toSec(units) }
  })
}

/**
 * A word lasts from its first sound to its last. In running speech the model spends the space between two words on
 * the second one's first sound, so that word begins where the space does.
 */
function wordTimes(tokens: WrittenToken[], symbols: TimedSymbol[]): SpokenWord[] {
  return tokens.flatMap(({ written }, token) => {
    const first = symbols.findIndex(({ tokenIndex }) => tokenIndex === token)
    if (first < 0) return []
    const last = symbols.findLastIndex(({ tokenIndex }) => tokenIndex === token)
    const followsWord =
      first >= 2 && symbols[first - 1].symbol === space && symbols[first - 2].tokenIndex !== null
    const begin = followsWord ? first - 1 : first
    return [{ text: written, startSec: symbols[begin].startSec, endSec: symbols[last].endSec }]
  })
}

async function loadSession(): Promise<InferenceSession> {
  const published = await readFile(file('kokoro-quantized.onnx'))
  const model = withOutputs(published, [value(durationsTensor, 'float')])
  return InferenceSession.create(model, { intraOpNumThreads: threads, interOpNumThreads: 1 })
}
