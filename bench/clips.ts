import path from 'node:path'
import { joinUtterances, type Utterance } from '../voices/utterance.js'
import { voice } from '../voices/voice.js'
import { writeWav } from '../voices/wav.js'

/** About the length of a prompt in a batch of generated speech. */
const CLIP_SEC = 12

export const sentences = [
  'The committee met on Tuesday to discuss the new harbour and the road that leads to it.',
  'She opened the window, listened for a while, and then went back to her book.',
  'Please leave your message after the tone, and we will call you back within two days.',
  'Most of the passengers had already left the train when the announcement came.',
  'In the north of the country the winters are long, and the summers are bright but short.',
  'A careful reader will notice that the third chapter says the opposite of the first.',
  'He had never seen the sea before, and for a minute he could not say a word.',
  'The recipe asks for two eggs, a pinch of salt, and a good deal of patience.',
  'Every machine in the old mill was driven by one wheel, and the wheel by the river.',
  'Thank you for waiting, your order number is on the way to the kitchen.',
  'Nobody knew who had painted the door, but everyone agreed that blue was right.',
  'When the rain stopped at last, the children ran out to look for the cat.',
  'Turn left at the church, follow the wall, and you will see the garden gate.',
]

export interface Clip {
  file: string
  durationSec: number
}

/** Speaks clips into the folder until they last as long as wanted; no two of them say the same. */
export async function speakClips(folder: string, seconds: number): Promise<Clip[]> {
  const speaker = voice('flite:slt')
  const spoken: Utterance[] = []
  for (const sentence of sentences) spoken.push(await speaker.speak(sentence))
  const clips: Clip[] = []
  let totalSec = 0
  for (let next = 0; totalSec < seconds; ) {
    const parts: Utterance[] = []
    let durationSec = 0
    const wantedSec = Math.min(CLIP_SEC, seconds - totalSec)
    while (durationSec < wantedSec) {
      // Each round through the sentences takes them in another order.
      const round = Math.floor(next / spoken.length)
      const part = spoken[((next % spoken.length) * (1 + (round % (spoken.length - 1)))) % spoken.length]
      parts.push(part)
      durationSec += part.samples.length / part.sampleRateHz
      next++
    }
    const { samples, sampleRateHz } = joinUtterances(parts)
    const file = path.join(folder, `clip-${String(clips.length).padStart(3, '0')}.wav`)
    await writeWav(file, samples, sampleRateHz)
    clips.push({ file, durationSec })
    totalSec += durationSec
  }
  return clips
}
