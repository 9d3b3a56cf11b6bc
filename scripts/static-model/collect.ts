// Gathers the speech that the network of the static check learns from: `npx tsx scripts/static-model/collect.ts`, then
// `python3 scripts/static-model/train.py` (PyTorch, minutes on one GPU), which writes models/static-model.json.
// Only voices of the tuning half; .cache/static/clips.s16 holds their samples one after another, clips.json what they are.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusEntry, loadCorpus, splitOf } from '../../eval/corpus.js'
import { seededRandom } from '../../eval/random.js'
import { bytesInFile } from '../../src/audio/bytes.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { Ear } from '../../src/speech/ear.js'
import { Track } from '../../src/speech/track.js'

/** Seconds of each set at most: enough of every kind of voice and room, no more of one than of the rest together. */
const MOST_SEC: Readonly<Record<string, number>> = {
  speechocean762: 1_300,
  'resemblyzer-librispeech': 380,
  'yourtts-gt': 140,
  'piper-samples': 260,
  larynx: 130,
  'vits-vctk-108': 100,
  'edge-tts': 90,
  tacospawn: 90,
  ttsbench: 90,
}
const LONGEST_CLIP_SEC = 6.5
/** Clips that really are garbled teach nothing. */
const MOST_WORD_ERROR = 0.1
/** Steady recorded noise, put under the speech as something that is no static. */
const NOISES = new Set(['noise', 'rain', 'sea_waves', 'helicopter', 'chainsaw'])
const FULL_SCALE = 8_000

const folder = new URL('../../.cache/static/', import.meta.url)
mkdirSync(folder, { recursive: true })
const samplesFile = new URL('clips.s16', folder)
writeFileSync(samplesFile, '')
const corpus = loadCorpus()
const ear = new Ear()
const random = seededRandom(1)
const takenSec: Record<string, number> = {}
const clips: object[] = []

for (const entry of shuffled(corpus.entries)) {
  const isNoise = entry.kind === 'noise' && NOISES.has(entry.label ?? '')
  if (!isNoise && !isWanted(entry)) continue
  const handle = await open(join(corpus.folder, entry.file))
  try {
    const track = new Track(bytesInFile(handle, (await handle.stat()).size), ear)
    const whole = new GrowingSamples()
    const { sampleRateHz } = await track.nativePieces(([first]) => whole.push(first))
    const all = whole.whole()
    const length = Math.min(all.length, Math.round(LONGEST_CLIP_SEC * sampleRateHz))
    const from = Math.floor(random() * (all.length - length + 1))
    const startSec = from / sampleRateHz
    const speech = isNoise
      ? []
      : (await track.voiceActivity()).speech
          .map((each) => [each.startSec - startSec, each.endSec - startSec])
          .filter(([begin, end]) => end > 0 && begin < length / sampleRateHz)
    if (!isNoise && speech.length === 0) continue
    const samples = all.slice(from, from + length)
    const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 1)
    appendFileSync(
      samplesFile,
      Buffer.from(Int16Array.from(samples, (each) => (each / peak) * FULL_SCALE).buffer),
    )
    clips.push({ sr: sampleRateHz, n: length, speech, set: entry.set, kind: isNoise ? 'noise' : 'speech' })
    takenSec[entry.set] = (takenSec[entry.set] ?? 0) + length / sampleRateHz
  } finally {
    await handle.close()
  }
}
writeFileSync(new URL('clips.json', folder), JSON.stringify(clips))
console.log(takenSec)

function isWanted(entry: CorpusEntry): boolean {
  if (splitOf(entry) !== 'tune' || !((takenSec[entry.set] ?? 0) < (MOST_SEC[entry.set] ?? 0))) return false
  return entry.set !== 'ttsbench' || (entry.published?.wer ?? 1) < MOST_WORD_ERROR
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
