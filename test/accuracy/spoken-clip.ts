// Speech of our own voices, and where in it somebody speaks.
import { cached } from '../../voices/cache.js'
import { type SpokenWord, voice } from '../../voices/voice.js'
import type { SoundFile } from './listening.js'

export interface SpokenClip {
  voice: string
  text: string
  samples: Float32Array
  sampleRateHz: number
  speech: { startSec: number; endSec: number }[]
}

/** Words that lie nearer than this are one stretch of speech. */
const JOIN_SEC = 0.25
/** An engine may end a file at the last sound; a file that people send has some quiet around it. */
const EDGE_SEC = 0.3

export async function spokenClip(voiceName: string, text: string): Promise<SpokenClip> {
  const said = await cached(voice(voiceName)).speak(text)
  const edge = Math.round(EDGE_SEC * said.sampleRateHz)
  const samples = new Float32Array(said.samples.length + 2 * edge)
  samples.set(said.samples, edge)
  return {
    voice: voiceName,
    text,
    samples,
    sampleRateHz: said.sampleRateHz,
    speech: stretches(said.words!, edge / said.sampleRateHz),
  }
}

function stretches(words: SpokenWord[], laterSec: number): SpokenClip['speech'] {
  const joined: SpokenClip['speech'] = []
  for (const word of words) {
    const startSec = word.startSec + laterSec
    const endSec = word.endSec + laterSec
    const last = joined.at(-1)
    if (last && startSec - last.endSec < JOIN_SEC) last.endSec = endSec
    else joined.push({ startSec, endSec })
  }
  return joined
}

export function fileOf({ voice, text, samples, sampleRateHz }: SpokenClip): SoundFile {
  return { name: `${voice} ${text.slice(0, 24)}`, samples, sampleRateHz }
}
