import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sample, stableHash } from './random.js'

/** One line of the corpus' manifest.jsonl; its README tells what the fields mean. */
export interface CorpusEntry {
  file: string
  set: string
  kind: 'human' | 'neural-tts' | 'degraded' | 'noise' | 'rir'
  speaker?: string
  transcript?: string
  text_id?: string
  lang?: string
  gender?: string
  engine?: string
  licence?: string
  source?: string
  /** seconds */
  duration: number
  /** Hz */
  sr: number
  channels: number
  snr_db?: number
  mnru_q_db?: number
  condition?: string
  /** speed factor */
  pace?: number
  label?: string
  published?: { wer?: number | null; utmos?: number | null; sim?: number | null; health?: string }
  human_p835?: Record<string, number>
  human_mos?: number
  speaker_confidence?: string
  note?: string
}

/** Thresholds are set on one half of the voices and reported on the other. */
export type Split = 'tune' | 'report' | 'all'

export interface Corpus {
  folder: string
  entries: CorpusEntry[]
}

export class CorpusError extends Error {
  override readonly name = 'CorpusError'
}

export const CORPUS_VARIABLE = 'AUDIO_AUDIT_CORPUS'

export function corpusFolder(env: NodeJS.ProcessEnv = process.env): string {
  const repository = fileURLToPath(new URL('..', import.meta.url))
  return resolve(env[CORPUS_VARIABLE] || join(repository, '..', 'shared', 'corpus'))
}

export function loadCorpus(folder: string = corpusFolder()): Corpus {
  const manifest = join(folder, 'manifest.jsonl')
  if (!existsSync(manifest)) {
    throw new CorpusError(
      `There is no corpus in ${folder} (no manifest.jsonl). Set ${CORPUS_VARIABLE} to the folder that holds it.`,
    )
  }
  const entries: CorpusEntry[] = []
  for (const [index, line] of readFileSync(manifest, 'utf8').split('\n').entries()) {
    if (!line.trim()) continue
    try {
      entries.push(JSON.parse(line) as CorpusEntry)
    } catch {
      throw new CorpusError(`${manifest}, line ${index + 1}: not JSON`)
    }
  }
  return { folder, entries }
}

export function isEnglish(entry: CorpusEntry): boolean {
  return /^en(\b|[-_]|glish)/i.test(entry.lang ?? '')
}

/** Voices that the corpus' README names as one though the engine's name differs. */
const SAME_VOICE: Record<string, string> = { inflect_micro: 'inflect_nano', vaniq: 'kokoro' }

/**
 * What must not be torn apart between the halves: a voice, and in the set that compares engines, an engine. The key does
 * not hold the set's name, so a reader who appears in two sets is in the same half of both.
 */
export function voiceKey(entry: CorpusEntry): string {
  if (entry.set === 'ttsbench' && entry.engine) return `engine:${SAME_VOICE[entry.engine] ?? entry.engine}`
  return entry.speaker ?? entry.engine ?? entry.file
}

export function splitOf(entry: CorpusEntry): 'tune' | 'report' {
  return stableHash(voiceKey(entry)) % 2 === 0 ? 'tune' : 'report'
}

export interface Selection {
  sets?: string[] | undefined
  split?: Split | undefined
  /** At most this many clips of each set, drawn by the set's name. */
  limit?: number | undefined
}

/** Narrows entries down; they stay in the order of the manifest. */
export function select(
  entries: readonly CorpusEntry[],
  { sets, split = 'all', limit }: Selection,
): CorpusEntry[] {
  const wanted = entries.filter(
    (entry) => (!sets || sets.includes(entry.set)) && (split === 'all' || splitOf(entry) === split),
  )
  if (limit === undefined) return wanted
  return [...bySet(wanted)].flatMap(([set, clips]) => sample(clips, limit, stableHash(set)))
}

/** Entries by set, sets in the order of the manifest. */
export function bySet(entries: readonly CorpusEntry[]): Map<string, CorpusEntry[]> {
  const sets = new Map<string, CorpusEntry[]>()
  for (const entry of entries) sets.set(entry.set, [...(sets.get(entry.set) ?? []), entry])
  return sets
}
