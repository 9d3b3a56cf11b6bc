// Clips of the corpus that say their texts, for the sections on single words of a script.
import { type Corpus, type CorpusEntry, isEnglish, type Selection } from '../../lab/corpus.js'
import { cleanEntries } from '../../lab/quality-clips.js'

const CLIP_SEC = [2, 14] as const

export interface ScriptClips {
  /** No engine counts for more clips than that. */
  ofAnEngine: number
  fewestWords: number
  /** Sets without a text of their own, or that do not say it as it is. */
  leftOut: readonly string[]
}

export function scriptClips(
  corpus: Corpus,
  selection: Selection,
  { ofAnEngine, fewestWords, leftOut }: ScriptClips,
): CorpusEntry[] {
  const taken = new Map<string, number>()
  return cleanEntries(corpus, selection).filter((entry) => {
    const { set, transcript, duration } = entry
    const isFit =
      isEnglish(entry) &&
      !leftOut.includes(set) &&
      duration > CLIP_SEC[0] &&
      duration < CLIP_SEC[1] &&
      (transcript ?? '').split(/\s+/).length >= fewestWords
    if (!isFit) return false
    const count = (taken.get(engineOf(entry)) ?? 0) + 1
    taken.set(engineOf(entry), count)
    return count <= ofAnEngine
  })
}

export function engineOf({ engine, set }: CorpusEntry): string {
  return engine ?? set
}
