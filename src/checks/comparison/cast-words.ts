// What is said of a cast.
import { inWords } from '../../report/in-words.js'
import type { BatchAlarm } from '../check.js'
import type { CastVerdict, CastVoice } from './cast.js'

/** Why the voice of a file is wrong. */
export function castMessage({ voices, soundsLike, companions }: CastVerdict, index: number): string {
  const own = voices[index]
  const other = soundsLike[index]
  if (other !== null) return own === null ? `sounds like ${other}` : `sounds like ${other}, should be ${own}`
  return companions[index] === 1
    ? `the two files of ${nameOf(own)} do not have the same voice`
    : `a different voice from the other files of ${nameOf(own)}`
}

export function castSummary({ cast }: CastVerdict, strangers: number, files: number): string {
  const voices = `${cast.length} ${cast.length === 1 ? 'voice' : 'voices'}`
  if (strangers === 0) return `the ${files} files of ${voices} sound as the cast says`
  return `${strangers} of ${files} files ${strangers === 1 ? 'has' : 'have'} a different voice from the one that the cast says`
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
