// Slow changes planted into a reading: it gets softer, higher, faster or another voice from its beginning to its end.
import { atPitch } from '../../lab/acted.js'
import { atSpeed, resampled } from '../../lab/conditions.js'
import type { Interval } from '../../src/speech/speech-data.js'

export const slowChanges = ['level', 'lastWords', 'pitch', 'voice', 'pace'] as const
export type SlowChange = (typeof slowChanges)[number]

export interface Reading {
  samples: Float32Array
  /** When somebody speaks. */
  speech: readonly Interval[]
}

/** The last words that sink: two or three. */
const LAST_WORDS_SEC = 1

/**
 * By `size` at the end, and by nothing at the beginning: dB, semitones, a share of the pace. A voice becomes another by its formants,
 * which are moved by so many semitones.
 */
export function changedSlowly(
  { samples, speech }: Reading,
  change: SlowChange,
  size: number,
  sampleRateHz: number,
): Float32Array {
  if (change === 'level') return withGain(samples, (share) => size * share)
  if (change === 'lastWords') {
    const from = (speech.at(-1)!.endSec - LAST_WORDS_SEC) * sampleRateHz
    return withGain(samples, (_, n) => (n < from ? 0 : size))
  }
  const changed: Record<Exclude<SlowChange, 'level' | 'lastWords'>, Change> = {
    pitch: (piece, amount) => atPitch(piece, ratioOf(amount), sampleRateHz),
    voice: (piece, amount) => withFormants(piece, ratioOf(amount), sampleRateHz),
    pace: (piece, amount) => atSpeed(piece, 1 + amount, sampleRateHz),
  }
  return pieceByPiece(samples, speech, sampleRateHz, (piece, share) => changed[change](piece, size * share))
}

type Change = (piece: Float32Array, amount: number) => Float32Array

function withGain(samples: Float32Array, gainDb: (share: number, n: number) => number): Float32Array {
  return samples.map((sample, n) => sample * 10 ** (gainDb(n / samples.length, n) / 20))
}

/** Cut in the pauses, where a seam does no harm. */
function pieceByPiece(
  samples: Float32Array,
  speech: readonly Interval[],
  sampleRateHz: number,
  change: (piece: Float32Array, share: number) => Float32Array,
): Float32Array {
  const cuts = speech
    .slice(1)
    .map(({ startSec }, index) => Math.round(((speech[index].endSec + startSec) / 2) * sampleRateHz))
  const pieces = [0, ...cuts].map((from, index) => {
    const to = cuts[index] ?? samples.length
    return change(samples.slice(from, to), (from + to) / 2 / samples.length)
  })
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** The pitch is moved the other way first, and all of it back by playing faster or slower: what is left are the formants. */
function withFormants(samples: Float32Array, ratio: number, sampleRateHz: number): Float32Array {
  const pitched = atPitch(samples, 1 / ratio, sampleRateHz)
  const played = resampled(pitched, Math.round(sampleRateHz * ratio), sampleRateHz)
  return atSpeed(played, 1 / ratio, sampleRateHz)
}

function ratioOf(semitones: number): number {
  return 2 ** (semitones / 12)
}
