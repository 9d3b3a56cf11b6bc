import { espeakVoice, espeakVoiceNames } from './espeak.js'
import { fliteVoice, fliteVoiceNames } from './flite.js'
import { kokoroVoice } from './kokoro.js'
import { kokoroVoiceNames } from './kokoro-files.js'
import type { Voice } from './utterance.js'

export type { SpokenSound, SpokenWord, Utterance, Voice } from './utterance.js'

/** Every voice there is, as "engine:voice". */
export const voiceNames: string[] = [
  ...fliteVoiceNames.map((name) => `flite:${name}`),
  ...espeakVoiceNames.map((name) => `espeak:${name}`),
  ...kokoroVoiceNames.map((name) => `kokoro:${name}`),
]

/** Gives a voice by name, e.g. "flite:slt", "espeak:en-us", "kokoro:af_heart". */
export function voice(name: string): Voice {
  if (!voiceNames.includes(name)) {
    throw new Error(`there is no voice "${name}"; there are ${voiceNames.join(', ')}`)
  }
  const [engine, engineVoice] = name.split(':')
  if (engine === 'flite') return fliteVoice(engineVoice)
  if (engine === 'espeak') return espeakVoice(engineVoice)
  return kokoroVoice(engineVoice)
}
