import type { EspeakEvent, EspeakWorker } from '@echogarden/espeak-ng-emscripten'
import { alignPhones } from './phone-alignment.js'
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
      if (!isSound(event)) continue
      phonemes.push({ ipa: String(event.id), wordStart })
      wordStart = false
    }
    return { token, phonemes }
  })
}

/** Pauses are phoneme events without a name. */
function isSound(event: EspeakEvent): boolean {
  return event.type === 'phoneme' && Boolean(event.id)
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
  await divideJoinedTokens(tokens, tokenEvents, name)
  return { pcm, tokenEvents }
}

/**
 * espeak-ng says some pairs as one word ("of the", "too much") and reports only the first. The sounds of such a pair
 * are divided by what each token sounds like alone.
 */
async function divideJoinedTokens(
  tokens: WrittenToken[],
  tokenEvents: TokenEvent[],
  name: string,
): Promise<void> {
  const spoken = new Set(
    tokenEvents.filter(({ event }) => isSound(event)).map(({ tokenIndex }) => tokenIndex),
  )
  for (let first = 0; first < tokens.length - 1; first++) {
    if (!spoken.has(first)) continue
    let end = first + 1
    while (end < tokens.length && !spoken.has(end)) end++
    if (end === first + 1) continue
    const sounds = tokenEvents.filter(({ event, tokenIndex }) => isSound(event) && tokenIndex === first)
    const alone: string[][] = []
    for (let index = first; index < end; index++) alone.push(await soundsAlone(tokens[index], name))
    const { ranges } = alignPhones(
      sounds.map(({ event }) => plain(String(event.id))),
      alone,
    )
    ranges.forEach((range, offset) => {
      for (const sound of sounds.slice(range.start, range.end)) sound.tokenIndex = first + offset
    })
  }
}

const knownSounds = new Map<string, string[]>()

async function soundsAlone(token: WrittenToken, name: string): Promise<string[]> {
  const key = `${name} ${token.spoken}`
  const known = knownSounds.get(key)
  if (known) return known
  const [{ phonemes }] = await espeakPhonemes([token], name)
  const sounds = phonemes.map(({ ipa }) => plain(ipa))
  knownSounds.set(key, sounds)
  return sounds
}

function plain(ipa: string): string {
  return ipa.replace(/[ˈˌː]/g, '')
}

/** A word lasts from its word event, or its first sound where it has none, to the next word or pause. */
function wordTimes(tokens: WrittenToken[], tokenEvents: TokenEvent[], sampleCount: number): SpokenWord[] {
  const durationSec = sampleCount / sampleRateHz
  return tokens.flatMap(({ written }, index) => {
    const own = (at: TokenEvent) => at.tokenIndex === index && (at.event.type === 'word' || isSound(at.event))
    const first = tokenEvents.findIndex(own)
    const last = tokenEvents.findLastIndex((at) => own(at) && isSound(at.event))
    if (last < 0) return []
    const next = tokenEvents
      .slice(last + 1)
      .find(({ event }) => ['word', 'phoneme', 'end'].includes(event.type))
    const startSec = tokenEvents[first].event.audio_position / 1000
    const endSec = Math.min(durationSec, next ? next.event.audio_position / 1000 : durationSec)
    return [{ text: written, startSec, endSec }]
  })
}

async function loadWorker(): Promise<EspeakWorker> {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten')
  const espeak = await load()
  return new espeak.eSpeakNGWorker()
}
