import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'

/** A sentence spoken by a synthetic voice, as a WAV file. */
export async function spokenWav(text: string, speaker = 'flite:slt'): Promise<Buffer> {
  const { samples, sampleRateHz } = await voice(speaker).speak(text)
  return wavBytes(samples, sampleRateHz)
}

export const texts = [
  'The harbour lay still in the grey light of the morning.',
  'She put the lamp on the table and waited for the letter.',
]
