// A batch of several voices, where the caller has said which file has which: each voice is judged among its own files, and a file
// that fits another voice of the cast better is told by name.
import { mean } from '../statistics.js'
import { deviationsOf } from './deviations.js'
import { majorityOf, ONE_VOICE, voiceGroups } from './groups.js'
import { type ComparedVoices, UNKNOWN } from './similarities.js'

/** A voice of the cast. */
export interface CastVoice {
  /** As the caller calls it; null for the files that were given none. */
  voice: string | null
  files: string[]
  /** Other names of the cast under which the same voice speaks. */
  sameAs: string[]
}

export interface CastVerdict {
  cast: CastVoice[]
  /** For each file the voice that it should have; null where the caller named none for it. */
  voices: (string | null)[]
  /** For each file: to the other files of its voice; 0.5 where there are none. */
  similarities: number[]
  deviations: number[]
  /** For each file: the voice of the cast that it has rather than its own; null where it has its own, or none of them. */
  soundsLike: (string | null)[]
  /** How many files of its voice it could be compared with, for each file. */
  companions: number[]
  /** Whether a file could be held against its own voice, or against another one that is known from several files. */
  isJudged: boolean[]
  /** Voices whose files do not have one voice in common. */
  torn: CastVoice[]
}

interface Part extends CastVoice {
  /** Those with enough speech. */
  judged: number[]
  /** Those that have the voice of the part. */
  core: number[]
  hasMajority: boolean
}

export interface CastFiles {
  files: readonly string[]
  /** For each file the voice that it should have; undefined where the caller told none. */
  voices: readonly (string | undefined)[]
  compared: ComparedVoices
  /** Files with enough speech. */
  judged: readonly number[]
  /** How sure a print of the file is, 0 to 1. */
  certainties: number[]
}

export function judgeCast(batch: CastFiles): CastVerdict {
  const { files, voices, compared, certainties } = batch
  const parts = partsOf(batch)
  const similarities: number[] = files.map(() => UNKNOWN)
  const deviations: number[] = files.map(() => 0)
  const companions: number[] = files.map(() => 0)
  for (const { judged, core, hasMajority } of parts) {
    for (const index of judged) companions[index] = judged.length - 1
    if (judged.length < 2) continue
    const own = deviationsOf(compared, judged, hasMajority ? core : null, certainties)
    for (const index of judged) {
      similarities[index] = own.similarities[index]
      deviations[index] = own.deviations[index]
    }
  }
  const isJudged = files.map(() => false)
  for (const part of parts) {
    const isKnown = part.judged.length > 1 || parts.some((other) => other !== part && other.core.length > 1)
    for (const index of part.judged) isJudged[index] = isKnown
  }
  tellSharedVoices(parts, compared.matrix)
  const soundsLike = voices.map((): string | null => null)
  for (const part of parts)
    for (const index of part.judged) {
      const better = betterVoice(index, part, parts, compared)
      if (!better) continue
      soundsLike[index] = better.voice
      const short = (certainties[index] * (better.likeness - better.ownLikeness)) / better.likeness
      deviations[index] = Math.max(deviations[index], short)
    }
  const told = ({ voice, files, sameAs }: Part): CastVoice => ({ voice, files, sameAs })
  return {
    cast: parts.map(told),
    voices: voices.map((voice) => voice ?? null),
    similarities,
    deviations,
    soundsLike,
    companions,
    isJudged,
    torn: parts.filter(({ judged, hasMajority }) => judged.length > 2 && !hasMajority).map(told),
  }
}

/** In the order in which the voices come first. */
function partsOf({ files, voices, compared: { matrix }, judged }: CastFiles): Part[] {
  const members = new Map<string | undefined, number[]>()
  for (const [index, voice] of voices.entries()) members.set(voice, [...(members.get(voice) ?? []), index])
  const enough = new Set(judged)
  return [...members].map(([voice, own]) => {
    const withSpeech = own.filter((index) => enough.has(index))
    const groups = voiceGroups(withSpeech.map((row) => withSpeech.map((column) => matrix[row][column])))
    const majority = majorityOf(groups)
    return {
      voice: voice ?? null,
      files: own.map((index) => files[index]),
      sameAs: [],
      judged: withSpeech,
      core: majority?.map((index) => withSpeech[index]) ?? withSpeech,
      hasMajority: majority !== null,
    }
  })
}

/** A voice that one file alone has cannot be told from a file that was given the wrong voice: that is for `betterVoice` to say. */
function tellSharedVoices(parts: Part[], matrix: number[][]): void {
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(0, at)) {
      if (one.voice === null || other.voice === null) continue
      if (one.core.length < 2 !== other.core.length < 2) continue
      if (!one.hasMajority || !other.hasMajority) continue
      if (likenessOf(one.core, other.core, matrix) < ONE_VOICE) continue
      one.sameAs.push(other.voice)
      other.sameAs.push(one.voice)
    }
}

function likenessOf(one: readonly number[], other: readonly number[], matrix: number[][]): number {
  return mean(one.flatMap((row) => other.map((column) => matrix[row][column])))
}

/** The voice of the cast that a file is like, where it is not like its own. */
function betterVoice(
  index: number,
  own: Part,
  parts: readonly Part[],
  { likeness: likenessTo }: ComparedVoices,
): { voice: string; likeness: number; ownLikeness: number } | null {
  const ownLikeness = likenessTo(index, own.core) ?? 0
  if (ownLikeness >= ONE_VOICE) return null
  let best: { voice: string; likeness: number; ownLikeness: number } | null = null
  for (const { voice, core, hasMajority } of parts) {
    if (voice === null || voice === own.voice || !hasMajority || own.sameAs.includes(voice)) continue
    // Two files that are each alone in their voice cannot say which of them is wrong.
    if (core.length < 2 && own.core.length < 2) continue
    const likeness = likenessTo(index, core) ?? 0
    if (likeness >= ONE_VOICE && likeness > (best?.likeness ?? 0)) best = { voice, likeness, ownLikeness }
  }
  return best
}
