// A batch of several voices, where the caller has said which file has which: each voice is judged among its own files and by its
// reference, where there is one, and a file that fits another voice of the cast better is told by name.
import { mean } from '../statistics.js'
import { deviationsOf } from './deviations.js'
import { majorityOf, ONE_VOICE, voiceGroups } from './groups.js'
import { judgeByReference } from './reference.js'
import { type ComparedVoices, UNKNOWN } from './similarities.js'

/** A voice of the cast. */
export interface CastVoice {
  /** As the caller calls it; null for the files that were given none. */
  voice: string | null
  files: string[]
  /** Other names of the cast under which the same voice speaks. */
  sameAs: string[]
  /** Whether the caller gave a reference of it; absent where there is none of any voice. */
  hasReference?: boolean
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
  /** For each file how like the reference of its voice it is; null where there is none, or it is not judged. */
  referenceSimilarities: (number | null)[]
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
  groups: number[][]
  /** Those that have the voice of the part, and its reference. */
  core: number[]
  hasMajority: boolean
  /** Its place among what was compared. */
  reference: number | undefined
}

export interface CastFiles {
  files: readonly string[]
  /** For each file the voice that it should have; undefined where the caller told none. */
  voices: readonly (string | undefined)[]
  compared: ComparedVoices
  /** Files with enough speech. */
  judged: readonly number[]
  /** How sure a print of the file is, 0 to 1. */
  certainties: readonly number[]
  /** For each voice that has a reference its place among what was compared, which is behind the files. */
  references: ReadonlyMap<string, number>
}

export function judgeCast(batch: CastFiles): CastVerdict {
  const { files, voices, compared, certainties } = batch
  const parts = partsOf(batch)
  const similarities: number[] = files.map(() => UNKNOWN)
  const deviations: number[] = files.map(() => 0)
  const companions: number[] = files.map(() => 0)
  const referenceSimilarities = files.map((): number | null => null)
  for (const part of parts) {
    const { judged, core, hasMajority, reference } = part
    for (const index of judged) companions[index] = judged.length - 1
    if (reference !== undefined) {
      const own = judgeByReference(reference, part.groups, compared, certainties)
      part.core = own.core
      for (const [index, file] of own.files) {
        similarities[index] = file.similarity
        deviations[index] = file.deviation
        referenceSimilarities[index] = file.referenceSimilarity
      }
      continue
    }
    if (judged.length < 2) continue
    const own = deviationsOf(compared, judged, hasMajority ? core : null, certainties)
    for (const index of judged) {
      similarities[index] = own.similarities[index]
      deviations[index] = own.deviations[index]
    }
  }
  const isJudged = files.map(() => false)
  for (const part of parts) {
    const canBeJudged = part.judged.length > 1 || parts.some((other) => other !== part && isKnown(other))
    for (const index of part.judged) isJudged[index] = canBeJudged || part.reference !== undefined
  }
  tellSharedVoices(parts, compared.matrix)
  const soundsLike = voices.map((): string | null => null)
  for (const part of parts)
    for (const index of part.judged) {
      const ownLikeness =
        part.reference === undefined ? (compared.likeness(index, part.core) ?? 0) : similarities[index]
      const better = betterVoice(index, ownLikeness, part, parts, compared)
      if (!better) continue
      soundsLike[index] = better.voice
      const short = (certainties[index] * (better.likeness - ownLikeness)) / better.likeness
      deviations[index] = Math.max(deviations[index], short)
    }
  const told = ({ voice, files, sameAs, reference }: Part): CastVoice => ({
    voice,
    files,
    sameAs,
    ...(batch.references.size > 0 ? { hasReference: reference !== undefined } : {}),
  })
  return {
    cast: parts.map(told),
    voices: voices.map((voice) => voice ?? null),
    similarities,
    deviations,
    soundsLike,
    referenceSimilarities,
    companions,
    isJudged,
    torn: parts.filter(({ judged, hasMajority }) => judged.length > 2 && !hasMajority).map(told),
  }
}

/** In the order in which the voices come first; then those that are known by their reference alone. */
function partsOf({ files, voices, compared: { matrix }, judged, references }: CastFiles): Part[] {
  const members = new Map<string | undefined, number[]>()
  for (const [index, voice] of voices.entries()) members.set(voice, [...(members.get(voice) ?? []), index])
  for (const voice of references.keys()) if (!members.has(voice)) members.set(voice, [])
  const enough = new Set(judged)
  return [...members].map(([voice, own]) => {
    const withSpeech = own.filter((index) => enough.has(index))
    const groups = voiceGroups(withSpeech.map((row) => withSpeech.map((column) => matrix[row][column]))).map(
      (group) => group.map((index) => withSpeech[index]),
    )
    const majority = majorityOf(groups)
    const reference = voice === undefined ? undefined : references.get(voice)
    return {
      voice: voice ?? null,
      files: own.map((index) => files[index]),
      sameAs: [],
      judged: withSpeech,
      groups,
      core: majority ?? withSpeech,
      hasMajority: majority !== null || reference !== undefined,
      reference,
    }
  })
}

/** Whether it is sure whose voice it is: that of one file alone may be another's. */
function isKnown({ core, reference }: Part): boolean {
  return core.length > 1 || reference !== undefined
}

/** A voice that one file alone has cannot be told from a file that was given the wrong voice: that is for `betterVoice` to say. */
function tellSharedVoices(parts: Part[], matrix: number[][]): void {
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(0, at)) {
      if (one.voice === null || other.voice === null) continue
      if (isKnown(one) !== isKnown(other)) continue
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
  ownLikeness: number,
  own: Part,
  parts: readonly Part[],
  { likeness: likenessTo }: ComparedVoices,
): { voice: string; likeness: number } | null {
  if (ownLikeness >= ONE_VOICE) return null
  let best: { voice: string; likeness: number } | null = null
  for (const part of parts) {
    const { voice, core, hasMajority } = part
    if (voice === null || voice === own.voice || !hasMajority || own.sameAs.includes(voice)) continue
    // Two files that are each alone in their voice cannot say which of them is wrong.
    if (!isKnown(part) && !isKnown(own)) continue
    const likeness = likenessTo(index, core) ?? 0
    if (likeness >= ONE_VOICE && likeness > (best?.likeness ?? 0)) best = { voice, likeness }
  }
  return best
}
