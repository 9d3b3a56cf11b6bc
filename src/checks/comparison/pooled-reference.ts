// Several recordings of one voice, as if they were one long recording of it.
import { areAlike, type ComparedFile } from './similarities.js'
import type { TakenView, VoiceViews } from './voice-views.js'

/**
 * Where each voice is a point and its prints lie around it, which is how prints are compared, the mean says all that several of
 * them say together. Each counts for as much speech as it has; a view that one of them lacks is left out.
 */
export function pooledReference(files: readonly ComparedFile[]): ComparedFile {
  if (files.length === 1) return files[0]
  const voices = files.flatMap(({ voice }) => voice ?? [])
  const [first, ...others] = files.map(({ recording }) => recording)
  // Timbre is compared where recordings are alike: a mean of such that are not is like none.
  const recording = others.every((other) => areAlike(first, other)) ? first : null
  return { voice: voices.length === 0 ? null : pooledVoice(voices), recording }
}

function pooledVoice(voices: readonly VoiceViews[]): VoiceViews {
  const speechSec = voices.reduce((sum, voice) => sum + voice.speechSec, 0)
  const taken = Object.keys(voices[0].views) as TakenView[]
  const views: VoiceViews['views'] = {}
  for (const view of taken) {
    const prints = voices.flatMap((voice) => {
      const print = voice.views[view]
      return print ? [{ print, share: voice.speechSec / speechSec }] : []
    })
    if (prints.length < voices.length) continue
    views[view] = prints[0].print.map((_, at) =>
      prints.reduce((sum, { print, share }) => sum + share * print[at], 0),
    )
  }
  return { speechSec, views }
}
