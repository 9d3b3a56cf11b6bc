import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { joinUtterances } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'
import { speakClips } from '../clips.js'

/** Clips of some twelve seconds that last as long together. */
export async function speech(seconds: number): Promise<Buffer[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-speech-'))
  try {
    const clips = await speakClips(folder, seconds)
    return await Promise.all(clips.map(({ file }) => readFile(file)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Makes files of one short sentence, said so many times; no two are the same, and all take as long to listen to. */
export async function sentenceMaker(times = 1): Promise<() => Buffer> {
  const spoken = await voice('flite:slt').speak('Seven children played behind the garden wall.')
  const { samples, sampleRateHz } = joinUtterances(Array(times).fill(spoken))
  let made = 0
  return () => {
    // Too soft for a person to notice, but another file.
    const own = Float32Array.from(samples)
    const mark = ++made
    for (let bit = 0; bit < 24; bit++) own[bit] = (mark >> bit) & 1 ? 1 / 2 ** 14 : 0
    return wavBytes(own, sampleRateHz)
  }
}
