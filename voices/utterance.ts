/** A word as it was written, and when the engine says it. */
export interface SpokenWord {
  text: string
  startSec: number
  endSec: number
}

/** A sound, by the engine's own symbol, and when the engine says it. Marks and pauses are among them. */
export interface SpokenSound {
  symbol: string
  startSec: number
  endSec: number
}

export interface Utterance {
  samples: Float32Array
  sampleRateHz: number
  /** True times where the engine knows them, else null. */
  words: SpokenWord[] | null
  sounds: SpokenSound[] | null
}

export interface Voice {
  name: string
  engine: 'flite' | 'espeak' | 'kokoro'
  /** `speed` 1 is the engine's own pace, 2 twice as fast. */
  speak(text: string, options?: { speed?: number }): Promise<Utterance>
}

/** Joins utterances of one voice, end to end; the engines leave a natural pause at the edges of a sentence. */
export function joinUtterances(parts: Utterance[]): Utterance {
  if (parts.length === 0) throw new Error('nothing to say')
  const { sampleRateHz } = parts[0]
  const samples = new Float32Array(parts.reduce((total, part) => total + part.samples.length, 0))
  const words: SpokenWord[] = []
  const sounds: SpokenSound[] = []
  let at = 0
  for (const part of parts) {
    samples.set(part.samples, at)
    words.push(...later(part.words ?? [], at / sampleRateHz))
    sounds.push(...later(part.sounds ?? [], at / sampleRateHz))
    at += part.samples.length
  }
  return {
    samples,
    sampleRateHz,
    words: parts.every((part) => part.words) ? words : null,
    sounds: parts.every((part) => part.sounds) ? sounds : null,
  }
}

function later<Timed extends { startSec: number; endSec: number }>(timed: Timed[], bySec: number): Timed[] {
  return timed.map((each) => ({ ...each, startSec: each.startSec + bySec, endSec: each.endSec + bySec }))
}
