// A folder of synthetic speech for the tools: two that are fine, one with a burst of noise, one that takes minutes.
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { joinUtterances } from '../../voices/utterance.js'
import { voice } from '../../voices/voice.js'
import { writeWav } from '../../voices/wav.js'

export const texts = [
  'The committee met on Tuesday to discuss the new harbour and the road that leads to it.',
  'She opened the window, listened for a while, and then went back to her book.',
]

export interface SpeechFolder {
  /** What may be read: good-0.wav, good-1.wav, noisy.wav, long/long.wav, and links that lead out of it. */
  root: string
  /** What lies beside it: secret.wav. */
  outside: string
}

export async function speechFolder(): Promise<SpeechFolder> {
  const outside = await mkdtemp(path.join(tmpdir(), 'mcp-'))
  const root = path.join(outside, 'root')
  await mkdir(path.join(root, 'long'), { recursive: true })
  await mkdir(path.join(root, 'linked'))
  await mkdir(path.join(outside, 'root-beside'))
  const speaker = voice('flite:slt')
  const spoken = await Promise.all(texts.map((text) => speaker.speak(text)))
  for (const [index, { samples, sampleRateHz }] of spoken.entries()) {
    await writeWav(path.join(root, `good-${index}.wav`), samples, sampleRateHz)
  }
  const long = joinUtterances(Array(40).fill(spoken[0]))
  await writeWav(path.join(root, 'long/long.wav'), long.samples, long.sampleRateHz)
  const [{ samples, sampleRateHz }] = spoken
  for (const place of [outside, path.join(outside, 'root-beside')]) {
    await writeWav(path.join(place, 'secret.wav'), samples, sampleRateHz)
  }
  const noisy = samples.slice()
  const from = Math.round(noisy.length / 2)
  for (let at = from; at < from + sampleRateHz; at++) noisy[at] = (at * 7919) % 2000 > 1000 ? 0.4 : -0.4
  await writeWav(path.join(root, 'noisy.wav'), noisy, sampleRateHz)
  await writeFile(path.join(root, 'letter.mp3'), 'Dear Sir or Madam, this is no sound at all.\n'.repeat(20))
  await symlink(path.join(outside, 'secret.wav'), path.join(root, 'link.wav'))
  await symlink(path.join(outside, 'secret.wav'), path.join(root, 'linked/inside.wav'))
  await symlink(outside, path.join(root, 'way-out'))
  return { root, outside }
}
