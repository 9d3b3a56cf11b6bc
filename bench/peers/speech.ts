import path from 'node:path'
import { resample } from '../../src/audio/resample.js'
import { cached } from '../../voices/cache.js'
import { joinUtterances, type Utterance } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'
import { sentences } from '../clips.js'

export interface SpokenClip {
  name: string
  /** As a text-to-speech system gives it. */
  file: string
  /** The same at 16 kHz, as whisper.cpp wants it. */
  file16kHz: string
  script: string
  durationSec: number
}

/** One of modern text-to-speech, which takes its time, and two of the old kind. */
const VOICES = ['kokoro:af_heart', 'flite:slt', 'flite:rms']
const SHORTEST_SEC = 5
const LONGEST_SEC = 10
const WHISPER_RATE_HZ = 16_000

/** Clips of 5 to 10 s until they last as long as wanted. */
export async function speakForPeers(folder: string, seconds: number): Promise<SpokenClip[]> {
  const clips: SpokenClip[] = []
  let totalSec = 0
  for (let round = 0; totalSec < seconds; round++) {
    // Two sentences last about 9 s, one 5 s.
    const script = [sentences[round % sentences.length], sentences[(5 * round + 3) % sentences.length]]
    if (round % 2 === 1) script.pop()
    const speaker = cached(voice(VOICES[round % VOICES.length]))
    const spoken: Utterance[] = []
    for (const sentence of script) spoken.push(await speaker.speak(sentence))
    const { samples, sampleRateHz } = joinUtterances(spoken)
    const durationSec = samples.length / sampleRateHz
    if (durationSec < SHORTEST_SEC || durationSec > LONGEST_SEC) continue
    const name = `clip-${String(clips.length).padStart(3, '0')}.wav`
    const file = path.join(folder, name)
    const file16kHz = path.join(folder, `16-kHz-${name}`)
    await writeWav(file, samples, sampleRateHz)
    await writeWav(file16kHz, resample(samples, sampleRateHz, WHISPER_RATE_HZ), WHISPER_RATE_HZ)
    clips.push({ name, file, file16kHz, script: script.join(' '), durationSec })
    totalSec += durationSec
  }
  return clips
}
