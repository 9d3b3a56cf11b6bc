// Sound with the rhythm and the harmonics of speech, and a way to have it heard by a detector.

import type { Found, OpenDetector } from '../../../src/checks/quality/detectors/detector.js'
import { eachSection } from '../../../src/checks/quality/front-end/section.js'
import type { Interval, Word } from '../../../src/speech/speech-data.js'
import type { Track } from '../../../src/speech/track.js'

const SYLLABLE_SEC = 0.25
const VOICED_SEC = 0.18

export interface MadeUp {
  samples: Float32Array
  sampleRateHz: number
  speech: Interval[]
  /** What a recogniser would write. */
  words?: Word[]
}

/** Phrases of syllables at 4 Hz, digital silence between them and at both ends; harmonics up to `highestHz`. */
export function madeUpSpeech({
  sampleRateHz = 24_000,
  phrases = 3,
  phraseSec = 2,
  pauseSec = 0.6,
  pitchHz = 130,
  highestHz = 4_000,
} = {}): MadeUp {
  const speech = Array.from({ length: phrases }, (_, index) => ({
    startSec: pauseSec + index * (phraseSec + pauseSec),
    endSec: (index + 1) * (phraseSec + pauseSec),
  }))
  const samples = new Float32Array(Math.round((phrases * (phraseSec + pauseSec) + pauseSec) * sampleRateHz))
  const harmonics = Math.floor(Math.min(highestHz, 0.49 * sampleRateHz) / pitchHz)
  for (const { startSec, endSec } of speech) {
    for (let n = Math.round(startSec * sampleRateHz); n < Math.round(endSec * sampleRateHz); n++) {
      const timeSec = n / sampleRateHz
      const within = (timeSec - startSec) % SYLLABLE_SEC
      if (within >= VOICED_SEC) continue
      const envelope = Math.sin((Math.PI * within) / VOICED_SEC) ** 2
      // The pitch glides by a tenth, as in speech: no harmonic stays at one frequency.
      const phase = 2 * Math.PI * pitchHz * (timeSec + 0.02 * Math.sin(2 * Math.PI * 0.7 * timeSec))
      let sum = 0
      for (let k = 1; k <= harmonics; k++) sum += Math.sin(k * phase + k * k) / k
      samples[n] = 0.15 * envelope * sum
    }
  }
  return { samples, sampleRateHz, speech }
}

export function meanSquare(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
}

/** Mean square where somebody speaks. */
export function speechPower({ samples, sampleRateHz, speech }: MadeUp): number {
  const parts = speech.map(({ startSec, endSec }) =>
    samples.subarray(Math.round(startSec * sampleRateHz), Math.round(endSec * sampleRateHz)),
  )
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return parts.reduce((sum, part) => sum + meanSquare(part) * part.length, 0) / length
}

export function mixed(one: Float32Array, other: Float32Array, gain = 1, from = 0): Float32Array {
  const both = one.slice()
  for (let n = 0; n < other.length && from + n < both.length; n++) both[from + n] += gain * other[n]
  return both
}

export async function heardBy<Measures>(
  open: OpenDetector<Measures>,
  { samples, sampleRateHz, speech, words = [] }: MadeUp,
): Promise<Found<Measures>> {
  const durationSec = samples.length / sampleRateHz
  const track = {
    nativePieces: async (onPiece: (channels: Float32Array[], rate: number) => void) => {
      const piece = Math.ceil(sampleRateHz / 2)
      for (let at = 0; at < samples.length; at += piece)
        onPiece([samples.slice(at, at + piece)], sampleRateHz)
    },
    transcript: async () => ({ words }),
  }
  const about = { sampleRateHz, channels: 1, durationSec, bitsPerSample: 16, speech }
  const detector = open({ ...about, track: track as unknown as Track })
  await eachSection(track as unknown as Track, (section) => detector.listen?.(section))
  return detector.result()
}
