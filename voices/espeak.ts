import type { EspeakEvent, EspeakWorker } from '@echogarden/espeak-ng-emscripten'
import type { SpokenWord, Utterance, Voice } from './utterance.js'
import { fromPcm16 } from './wav.js'
import { sentencesOf, type WrittenToken } from './written.js'

/** English accents, and some with another speaker ("+m3", "+f3" are voice variants of espeak-ng). */
export const espeakVoiceNames = [
  'en-us',
  'en-gb',
  'en-gb-scotland',
  'en-gb-x-rp',
  'en-us+m3',
  'en-us+f3',
  'en-gb+m3',
  'en-gb+f3',
]

const sampleRateHz = 22050
/** espeak-ng's own pace (espeakRATE_NORMAL of speak_lib.h). */
const normalRateWordsPerMin = 175

/** The phonemes of one written token, in IPA with stress marks; `wordStart` where the engine begins a new word. */
export interface TokenPhonemes {
  token: WrittenToken
  phonemes: { ipa: string; wordStart: boolean }[]
}

let worker: Promise<EspeakWorker> | undefined

export function espeakVoice(name: string): Voice {
  return {
    name: `espeak:${name}`,
    engine: 'espeak',
    async speak(text, { speed = 1 } = {}): Promise<Utterance> {
      const tokens = sentencesOf(text).flat()
      if (tokens.length === 0) throw new Error('nothing to say')
      const { pcm, tokenEvents } = await synthesize(tokens, name, speed)
      const words = wordTimes(tokens, tokenEvents, pcm.length)
      // Phoneme events mark where the sound is formed, not where it begins: not offered as times of sounds.
      return { samples: fromPcm16(pcm), sampleRateHz, words, sounds: null }
    },
  }
}

/** What espeak-ng would say, token by token, for engines that take phonemes. */
export async function espeakPhonemes(tokens: WrittenToken[], name: string): Promise<TokenPhonemes[]> {
  const { tokenEvents } = await synthesize(tokens, name, 1)
  return tokens.map((token, index) => {
    const phonemes: TokenPhonemes['phonemes'] = []
    let wordStart = true
    for (const { event, tokenIndex } of tokenEvents) {
      if (tokenIndex !== index) continue
      if (event.type === 'word') wordStart = true
      // Pauses are phoneme events without a name.
      if (event.type !== 'phoneme' || !event.id) continue
      phonemes.push({ ipa: String(event.id), wordStart })
      wordStart = false
    }
    return { token, phonemes }
  })
}

interface TokenEvent {
  event: EspeakEvent
  tokenIndex: number
}

async function synthesize(
  tokens: WrittenToken[],
  name: string,
  speed: number,
): Promise<{ pcm: Int16Array; tokenEvents: TokenEvent[] }> {
  worker ??= loadWorker()
  const espeak = await worker
  if (espeak.set_voice(name, name, 0, 0, 0) !== 0) throw new Error(`espeak-ng has no voice "${name}"`)
  espeak.set_rate(Math.round(normalRateWordsPerMin * speed))

  // espeak-ng counts characters (code points) from 1.
  let position = 1
  const tokenStarts = tokens.map(({ spoken }) => {
    const start = position
    position += [...spoken].length + 1
    return start
  })
  const chunks: Int16Array[] = []
  const events: EspeakEvent[] = []
  espeak.synthesize_and_get_phonemes(tokens.map(({ spoken }) => spoken).join(' '), (chunk, chunkEvents) => {
    chunks.push(chunk)
    events.push(...chunkEvents)
    return false
  })
  const pcm = new Int16Array(chunks.reduce((total, chunk) => total + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    pcm.set(chunk, at)
    at += chunk.length
  }
  const tokenEvents = events.map((event) => ({
    event,
    tokenIndex: tokenStarts.findLastIndex((start) => start <= event.text_position),
  }))
  return { pcm, tokenEvents }
}

/** A word lasts from its word event to the next word event or pause. */
function wordTimes(tokens: WrittenToken[], tokenEvents: TokenEvent[], sampleCount: number): SpokenWord[] {
  const durationSec = sampleCount / sampleRateHz
  const words: SpokenWord[] = []
  tokens.forEach(({ written }, index) => {
    const first = tokenEvents.findIndex(
      ({ event, tokenIndex }) => event.type === 'word' && tokenIndex === index,
    )
    if (first < 0) return
    const last = tokenEvents.findLastIndex(
      ({ event, tokenIndex }) => event.type === 'phoneme' && event.id && tokenIndex === index,
    )
    const next = tokenEvents.find(
      ({ event }, at) =>
        at > last && (event.type === 'word' || event.type === 'phoneme' || event.type === 'end'),
    )
    words.push({
      text: written,
      startSec: tokenEvents[first].event.audio_position / 1000,
      endSec: Math.min(durationSec, next ? next.event.audio_position / 1000 : durationSec),
    })
  })
  return words
}

async function loadWorker(): Promise<EspeakWorker> {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten')
  const espeak = await load()
  return new espeak.eSpeakNGWorker()
}
