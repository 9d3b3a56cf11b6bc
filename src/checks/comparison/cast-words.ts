// What is said of a cast.
import { inWords } from '../../report/in-words.js'
import type { BatchAlarm } from '../check.js'
import type { CastVerdict, CastVoice } from './cast.js'

/** Why the voice of a file is wrong. */
export function castMessage(
  { voices, soundsLike, companions, referenceSimilarities }: CastVerdict,
  index: number,
): string {
  const own = voices[index]
  const other = soundsLike[index]
  if (other !== null) return own === null ? `sounds like ${other}` : `sounds like ${other}, should be ${own}`
  if (referenceSimilarities[index] !== null) return `does not sound like the reference of ${nameOf(own)}`
  return companions[index] === 1
    ? `the two files of ${nameOf(own)} do not have the same voice`
    : `a different voice from the other files of ${nameOf(own)}`
}

/** `isStranger`: for each file whether its voice is wrong. */
export function castSummary(verdict: CastVerdict, isStranger: readonly boolean[]): string {
  const { cast, referenceSimilarities } = verdict
  const spoken = cast.filter(({ files }) => files.length > 0)
  const files = isStranger.length
  const strangers = isStranger.filter(Boolean).length
  const [only] = spoken
  if (spoken.length === 1 && only.hasReference) {
    const reference = `the reference of ${nameOf(only.voice)}`
    const held = referenceSimilarities.filter((similarity) => similarity !== null).length
    if (strangers === 0) return `the ${files} files sound like ${reference}`
    if (strangers === held)
      return files === 1 ? `the file does not sound like ${reference}` : `no file sounds like ${reference}`
    return `${strangers} of ${files} files ${strangers === 1 ? 'does' : 'do'} not sound like ${reference}`
  }
  const voices = `${spoken.length} ${spoken.length === 1 ? 'voice' : 'voices'}`
  if (strangers === 0) return `the ${files} files of ${voices} sound as the cast says`
  const told = `${strangers} of ${files} files ${strangers === 1 ? 'has' : 'have'} a different voice from the one that the cast says`
  const lost = lostVoices(verdict, isStranger)
  return lost.length === 0 ? told : `${told}; no file of ${inWords(lost)} sounds like the reference`
}

/** Voices of which not one of several files is like the reference. */
function lostVoices({ cast, voices, referenceSimilarities }: CastVerdict, isStranger: readonly boolean[]) {
  return cast.flatMap(({ voice }) => {
    const held = [...voices.keys()].filter(
      (index) => voices[index] === voice && referenceSimilarities[index] !== null,
    )
    return voice !== null && held.length > 1 && held.every((index) => isStranger[index]) ? [voice] : []
  })
}

/** Names that are one voice, and voices whose files have none in common: no single file can be blamed for either. */
export function castAlarms({ cast, torn }: CastVerdict): BatchAlarm[] {
  const told = new Set<CastVoice>()
  const alarms: BatchAlarm[] = []
  for (const voice of cast) {
    if (voice.sameAs.length === 0 || told.has(voice)) continue
    const same = cast.filter((other) => other === voice || voice.sameAs.includes(other.voice!))
    for (const each of same) told.add(each)
    alarms.push({
      kind: 'sharedVoice',
      message: `${inWords(same.map(({ voice }) => nameOf(voice)))} are one voice.`,
      advice: 'Give each its own voice and regenerate the files of all but one, or name them the same.',
      files: same.flatMap(({ files }) => files),
    })
  }
  for (const voice of torn)
    alarms.push({
      kind: 'severalVoices',
      message: `The ${voice.files.length} files of ${nameOf(voice.voice)} have several voices, and none has a majority.`,
      files: voice.files,
    })
  return alarms
}

function nameOf(voice: string | null): string {
  return voice ?? 'no named voice'
}
