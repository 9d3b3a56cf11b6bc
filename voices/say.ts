import { pathToFileURL } from 'node:url'
import { voice, voiceNames } from './voice.js'
import { writeWav } from './wav.js'

const usage = `usage: tsx voices/say.ts VOICE "text" out.wav\nvoices: ${voiceNames.join(' ')}`

/** Speaks to a file and tells when each word comes. */
export async function say(args: string[], print: (line: string) => void): Promise<void> {
  const [name, text, path] = args
  if (!name || !text || !path) throw new Error(usage)
  const { samples, sampleRateHz, words } = await voice(name).speak(text)
  await writeWav(path, samples, sampleRateHz)
  print(`${path}: ${(samples.length / sampleRateHz).toFixed(2)} s at ${sampleRateHz} Hz`)
  for (const { text: word, startSec, endSec } of words ?? []) {
    print(`${startSec.toFixed(3)} ${endSec.toFixed(3)} ${word}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await say(process.argv.slice(2), console.log)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}
