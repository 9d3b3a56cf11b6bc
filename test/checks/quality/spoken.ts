// Speech of a synthetic voice, with digital silence before and after, for sub-checks that must not mistake speech for faults.
import { cached } from '../../../voices/cache.js'
import { voice } from '../../../voices/voice.js'
import type { MadeUp } from './made-up-speech.js'

const TEXT =
  'Take the old bucket to the top of the hill. Peter picked a dark coat, and the clock struck ten before he left.'
const SILENCE_SEC = 0.2
/** Levels of 10 ms below this are pauses. */
const SPOKEN_FROM = 0.01

export async function spoken(name = 'flite:slt'): Promise<MadeUp> {
  const { samples: said, sampleRateHz } = await cached(voice(name)).speak(TEXT)
  const silence = Math.round(SILENCE_SEC * sampleRateHz)
  const samples = new Float32Array(said.length + 2 * silence)
  samples.set(said, silence)
  const first = samples.findIndex((sample) => Math.abs(sample) > SPOKEN_FROM)
  const last = samples.findLastIndex((sample) => Math.abs(sample) > SPOKEN_FROM)
  return {
    samples,
    sampleRateHz,
    speech: [{ startSec: first / sampleRateHz, endSec: last / sampleRateHz }],
  }
}

/** The middle of the loudest stretch of so many seconds, as a sample. */
export function loudestPlace({ samples, sampleRateHz }: MadeUp, lengthSec: number): number {
  const length = Math.round(lengthSec * sampleRateHz)
  let sum = 0
  let best = 0
  let at = 0
  for (let n = 0; n < samples.length; n++) {
    sum += samples[n] ** 2 - (n >= length ? samples[n - length] ** 2 : 0)
    if (sum <= best) continue
    best = sum
    at = n - (length >> 1)
  }
  return at
}
