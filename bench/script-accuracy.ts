// npx tsx bench/script-accuracy.ts: what the check on scripts costs beyond the transcript, in CPU seconds for each second of
// audio. Bar: 0.05. Clips are held against their own script, a script with a changed word, another's script, and none.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bytesInMemory } from '../src/audio/bytes.js'
import { listenToScript } from '../src/checks/script-accuracy/listen.js'
import { OpenModels } from '../src/speech/open-models.js'
import { Track } from '../src/speech/track.js'
import { cached } from '../voices/cache.js'
import { voice } from '../voices/voice.js'
import { writeWav } from '../voices/wav.js'

const VOICES = ['flite:slt', 'flite:rms', 'flite:awb']

const SHORT = [
  'Please keep your ticket.',
  'The bus to the airport leaves in four minutes.',
  'Gabriella Novak will call you back on Monday.',
  'We found the letters under the floor of the old mill. Most of them had never been opened.',
  'Shake the bottle, remove the cap, and pour the liquid slowly into the glass.',
  'Nobody knew the name of the stranger who paid for the concert.',
]
/** So often in a row, with other texts between, makes a long file. */
const TIMES_IN_LONG_FILE = 6

const cpuSec = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function spoken(text: string, voiceName: string, file: string): Promise<number> {
  const { samples, sampleRateHz } = await cached(voice(voiceName)).speak(text)
  await writeWav(file, [samples], sampleRateHz, 'pcm16')
  return samples.length / sampleRateHz
}

/** CPU seconds that listening takes when the transcript is there already. */
async function ownCpuSec(file: string, scripts: (string | null)[], models: OpenModels): Promise<number[]> {
  const track = new Track(bytesInMemory(await readFile(file)), models)
  await track.transcript()
  const spent: number[] = []
  for (const script of scripts) {
    const before = cpuSec()
    await listenToScript(track, { script })
    spent.push(cpuSec() - before)
  }
  return spent
}

const KINDS = ['own script', 'one word changed', "another's script", 'no script']

const changed = (text: string) =>
  text.replace(/\b(ticket|airport|Monday|letters|bottle|concert)\b/, 'elephant')

async function measure(title: string, texts: string[], folder: string, models: OpenModels): Promise<void> {
  const sums = KINDS.map(() => 0)
  let audioSec = 0
  for (const [index, text] of texts.entries()) {
    const file = path.join(folder, 'clip.wav')
    audioSec += await spoken(text, VOICES[index % VOICES.length], file)
    const other = texts[index + 1] ?? SHORT[(index + 1) % SHORT.length]
    const spent = await ownCpuSec(file, [text, changed(text), other, null], models)
    for (const [kind, sec] of spent.entries()) sums[kind] += sec
  }
  process.stdout.write(`${title}, ${audioSec.toFixed(0)} s of audio\n`)
  for (const [kind, sec] of sums.entries())
    process.stdout.write(`  ${KINDS[kind].padEnd(18)} ${(sec / audioSec).toFixed(4)} of real time\n`)
}

const folder = await mkdtemp(path.join(tmpdir(), 'audio-audit-bench-'))
const models = new OpenModels()
try {
  // Models and dictionary are opened once, whatever is checked afterwards.
  const file = path.join(folder, 'warm-up.wav')
  await spoken(SHORT[0], VOICES[0], file)
  await ownCpuSec(file, [changed(SHORT[0]), null], models)
  await measure('short clips', SHORT, folder, models)
  const long = Array.from({ length: TIMES_IN_LONG_FILE }, (_, round) =>
    SHORT.map((_, index) => SHORT[(index * (round + 1)) % SHORT.length]).join(' '),
  ).join(' ')
  await measure('one long file', [long], folder, models)
  process.stdout.write(`peak memory ${((process.resourceUsage().maxRSS * 1024) / 1e6).toFixed(0)} MB\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
