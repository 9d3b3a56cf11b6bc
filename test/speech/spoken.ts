import { resample } from '../../src/audio/resample.js'
import { voice } from '../../voices/voice.js'

export const SPEECH_RATE_HZ = 16_000

/** A sentence said by one of our own voices ("flite:slt"), as the models hear it: 16 kHz mono. */
export async function spoken(voiceName: string, text: string): Promise<Float32Array> {
  const { samples, sampleRateHz } = await voice(voiceName).speak(text)
  return resample(samples, sampleRateHz, SPEECH_RATE_HZ)
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(Math.round(seconds * SPEECH_RATE_HZ))
}
