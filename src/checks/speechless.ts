// What is said about a file in which nobody speaks: every check that is on flags it, in the words of the check.
import type { SpeechPresence } from '../speech/speech-presence.js'
import type { FlagReason } from './check.js'

/** Such a file is as far from what it should be as a file can be: it is flagged at every threshold below this. */
export const SPEECHLESS_DEVIATION = 1

export type Speechless = Exclude<SpeechPresence, 'speech'>

const words: Readonly<Record<Speechless, string>> = {
  silence: 'nothing is said',
  noise: 'noise, no speech',
  tone: 'only a tone, no speech',
  music: 'music, no speech',
  tooShort: 'too short to judge',
}

export function isSpeechless(presence: SpeechPresence): presence is Speechless {
  return presence !== 'speech'
}

/** `lacking`: what the check finds nothing of, such as "no voice to compare". */
export function speechlessReason(presence: Speechless, lacking?: string): FlagReason {
  return { message: lacking === undefined ? words[presence] : `${words[presence]}: ${lacking}` }
}

/** As a sentence of a note. */
export function speechlessNote(presence: Speechless): string {
  const [first, ...rest] = words[presence]
  return `${first.toUpperCase()}${rest.join('')}.`
}

/** "nobody speaks in 2 of 12 files", or in words for one file and for all; null where somebody speaks in every file. */
export function speechlessSummary(presences: readonly SpeechPresence[]): string | null {
  const speechless = presences.filter(isSpeechless)
  if (speechless.length === 0) return null
  const kinds = new Set(speechless)
  const what = kinds.size === 1 ? ` (${words[speechless[0]]})` : ''
  if (presences.length === 1) return `nobody speaks in the file${what}`
  if (speechless.length === presences.length)
    return `nobody speaks in any of the ${presences.length} files${what}`
  return `nobody speaks in ${speechless.length} of ${presences.length} files${what}`
}

/** Whether there is nobody at all to judge. */
export function allSpeechless(presences: readonly SpeechPresence[]): boolean {
  return presences.length > 0 && presences.every(isSpeechless)
}

export function asSentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`
}
