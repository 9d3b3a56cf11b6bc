// Captions of one file of an audit, for players and editors.
import { captionWords } from './caption-words.js'
import type { CaptionedTrack, CaptionWord } from './captioned-track.js'
import { type Cue, sentenceCues, sentenceCuesInParts, wordCues } from './cues.js'
import { asSrt, asVtt } from './formats.js'

export const captionFormats = ['vtt', 'srt'] as const
export type CaptionFormat = (typeof captionFormats)[number]

export const captionLevels = ['sentence', 'word'] as const
export type CaptionLevel = (typeof captionLevels)[number]

export const captionDefaults = { format: 'vtt', level: 'sentence' } as const

export interface CaptionKind {
  format: CaptionFormat
  level: CaptionLevel
}

/** Null when the audit does not tell when words are said. Of a file in which nothing is said they are valid and empty. */
export function captionsOf(track: CaptionedTrack, kind: CaptionKind): string | null {
  const words = captionWords(track)
  return words && captionsOfWords(words, kind)
}

/** The same for who serves others meanwhile: it rests after each part of the work. */
export async function captionsInTurns(
  track: CaptionedTrack,
  { format, level }: CaptionKind,
  rest: () => Promise<unknown>,
): Promise<string | null> {
  const words = captionWords(track)
  if (!words) return null
  if (level === 'word') return written(wordCues(words), format)
  const work = sentenceCuesInParts(words)
  for (;;) {
    const { done, value } = work.next()
    if (done) return written(value, format)
    await rest()
  }
}

export function captionsOfWords(words: readonly CaptionWord[], { format, level }: CaptionKind): string {
  return written(level === 'word' ? wordCues(words) : sentenceCues(words), format)
}

function written(cues: readonly Cue[], format: CaptionFormat): string {
  return format === 'srt' ? asSrt(cues) : asVtt(cues)
}

/** "chapter-01.srt" for "chapter-01.mp3"; never a path, whatever the file was called. */
export function captionFileName(audioName: string, format: CaptionFormat): string {
  return `${withoutEnding(lastPart(audioName)) || 'captions'}.${format}`
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
}

/** Behind a dot at the beginning stands a name, not an ending. */
function withoutEnding(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}
