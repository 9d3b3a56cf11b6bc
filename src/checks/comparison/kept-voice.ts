// A voice as it is kept for later audits: what it is compared by, and not the sound. As text, since it outlives the run time that
// wrote it.
import { isSpeechless } from '../speechless.js'
import type { ComparisonFindings } from './listen.js'
import type { RecordingMeasures } from './recording.js'
import type { ComparedFile } from './similarities.js'
import { SHORTEST_SPEECH_SEC } from './voice-verdict.js'
import type { TakenView, VoiceViews } from './voice-views.js'

interface WrittenVoice {
  speechSec: number
  /** Little-endian 32-bit floats in base64, for each view that was taken. */
  views: Partial<Record<TakenView, string>>
  /** Band, noise and colour, which say which of the views may be compared with those of another recording. */
  recording: RecordingMeasures | null
}

/** Why a recording cannot be a reference, as a sentence; null when it can. */
export function referenceFault({
  presence,
  voice,
}: Pick<ComparisonFindings, 'presence' | 'voice'>): string | null {
  if (isSpeechless(presence)) return 'Nobody speaks in it.'
  if (voice && voice.speechSec >= SHORTEST_SPEECH_SEC) return null
  const speechSec = (voice?.speechSec ?? 0).toFixed(1)
  return `It has ${speechSec} s of speech, and a reference needs at least ${SHORTEST_SPEECH_SEC} s.`
}

/** Of a recording that can be a reference. */
export function writtenVoice({ voice, recording }: ComparedFile): string {
  const { speechSec, views } = voice!
  const written: WrittenVoice = {
    speechSec,
    views: Object.fromEntries(Object.entries(views).map(([view, numbers]) => [view, base64Of(numbers)])),
    recording,
  }
  return JSON.stringify(written)
}

/** As if it had just been listened to. */
export function findingsOfKept(written: string): ComparedFile {
  const { speechSec, views, recording }: WrittenVoice = JSON.parse(written)
  const read = Object.entries(views).map(([view, numbers]) => [view, floatsIn(numbers)])
  const voice: VoiceViews = { speechSec, views: Object.fromEntries(read) }
  return { voice, recording }
}

function base64Of(numbers: Float32Array): string {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [at, number] of numbers.entries()) bytes.writeFloatLE(number, 4 * at)
  return bytes.toString('base64')
}

function floatsIn(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64')
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at))
}
