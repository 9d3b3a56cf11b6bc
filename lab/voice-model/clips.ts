// Which files of the corpus tell voices apart, and whose voice each of them is.
import type { Corpus, CorpusEntry } from '../corpus.js'
import { voiceKey } from '../corpus.js'
import { stableHash } from '../random.js'

/**
 * Sets whose `speaker` names one voice. Degraded speech, failed attention, speech at extreme
 * speeds and clips of unsure voice are left out.
 */
export const VOICE_SETS = new Set([
  'resemblyzer-librispeech',
  'yourtts-gt',
  'speechocean762',
  'ljspeech-coqui',
  'ttsbench',
  'larynx',
  'piper-samples',
  'edge-tts',
  'vits-vctk-108',
  'tacospawn',
  'piper-voices',
])

/** One short recording of each of very many voices: they show how far voices differ, and nothing of how one of them varies. */
export const ONE_RECORDING_SET = 'piper-voices'

/** More files of one voice tell little that is new. */
const MOST_FILES = 26
/** So many voices with so many files each that not all are needed. */
const PLENTY_SET = 'speechocean762'

const SEVERAL_FILES = 10
/** Files of a voice that make a batch. */
const FEWEST_EVALUATED = 4

export interface VoiceFile {
  entry: CorpusEntry
  /** Same string, same voice. */
  voice: string
  /** Whether the voice has no other file. */
  isOnly: boolean
  /** Whether it is one of those in a batch of which other conditions are tried. */
  isEvaluated: boolean
}

/** Files in an order in which those come first that tell most: of voices with several files, then every voice once. */
export function voiceFiles({ entries }: Corpus): VoiceFile[] {
  const voices = new Map<string, CorpusEntry[]>()
  for (const entry of entries) {
    if (!VOICE_SETS.has(entry.set) || !entry.speaker || entry.speaker_confidence === 'low') continue
    voices.set(voiceKey(entry), [...(voices.get(voiceKey(entry)) ?? []), entry])
  }
  const ranked = [...voices].flatMap(([voice, files]) =>
    files
      .sort((a, b) => stableHash(a.file) - stableHash(b.file))
      .slice(0, MOST_FILES)
      .map((entry, rank) => ({
        file: {
          entry,
          voice,
          isOnly: files.length === 1,
          isEvaluated: files.length >= FEWEST_EVALUATED && rank < SEVERAL_FILES,
        },
        turn: turnOf(entry, rank, files.length),
      })),
  )
  return ranked
    .sort((a, b) => a.turn - b.turn || stableHash(a.file.entry.file) - stableHash(b.file.entry.file))
    .map(({ file }) => file)
}

function turnOf({ set }: CorpusEntry, rank: number, files: number): number {
  if (set === PLENTY_SET) return rank < 2 ? 1 : 3
  if (files === 1) return 2
  return rank < SEVERAL_FILES ? 0 : 3
}

export function noiseFiles({ entries }: Corpus): CorpusEntry[] {
  return entries.filter(({ kind }) => kind === 'noise')
}
