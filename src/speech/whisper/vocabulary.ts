// Whisper writes in the vocabulary of GPT-2: bytes of UTF-8, each byte shown as a character, a space before the first letter of a
// word. What to leave out stands in its own settings, beside the weights.
import { readModelFile } from '../models.js'
import type { AttentionHead } from './graphs.js'

/** Of the multilingual models (openai/whisper, tokenizer.py). */
export const marks = {
  endOfText: 50_257,
  startOfTranscript: 50_258,
  english: 50_259,
  transcribe: 50_359,
  noSpeech: 50_362,
  noTimes: 50_363,
} as const

/** English, as it is said, without times. */
export const PROMPT = [marks.startOfTranscript, marks.english, marks.transcribe, marks.noTimes]

interface Settings {
  suppress_tokens: number[]
  begin_suppress_tokens: number[]
  alignment_heads: [layer: number, head: number][]
}

export class WhisperVocabulary {
  private constructor(
    private readonly entries: string[],
    /** Brackets, notes of music and the like: what stands for sounds rather than words. */
    readonly neverWritten: readonly number[],
    readonly neverFirst: readonly number[],
    readonly alignmentHeads: readonly AttentionHead[],
  ) {}

  static load(): WhisperVocabulary {
    return WhisperVocabulary.of(
      json('whisperVocabulary') as Record<string, number>,
      json('whisperSettings') as Settings,
    )
  }

  /** Of the entries with their numbers, and the settings, as they are published. */
  static of(numbers: Record<string, number>, settings: Settings): WhisperVocabulary {
    const entries: string[] = []
    for (const [entry, id] of Object.entries(numbers)) entries[id] = entry
    return new WhisperVocabulary(
      entries,
      settings.suppress_tokens,
      settings.begin_suppress_tokens,
      settings.alignment_heads,
    )
  }

  opensWord(id: number): boolean {
    return this.entries[id]?.startsWith(SPACE) ?? false
  }

  textOfTokens(ids: readonly number[]): string {
    const shown = ids.map((id) => (id < marks.endOfText ? (this.entries[id] ?? '') : '')).join('')
    return new TextDecoder().decode(Uint8Array.from(shown, (character) => byteOf.get(character) ?? 0))
  }
}

function json(name: 'whisperSettings' | 'whisperVocabulary'): unknown {
  return JSON.parse(new TextDecoder().decode(readModelFile(name)))
}

/** How GPT-2 shows bytes: those that print in Latin-1 as they are, the others in order from U+0100 on. */
const byteOf = new Map<string, number>()
for (let byte = 0, others = 0; byte < 256; byte++) {
  const prints = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad)
  byteOf.set(String.fromCharCode(prints ? byte : 0x100 + others++), byte)
}
const SPACE = String.fromCharCode(0x120)
