// Packs clean speech and noise small enough to travel to a machine with a GPU, where `train.py` garbles and learns from it.
// Run: npx tsx scripts/garble-model/pack-clips.ts
// Writes .cache/garble/clips.bin (see clip-codec.ts) and clips.json, one entry a clip.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bySet, type CorpusEntry, loadCorpus, splitOf, voiceKey } from '../../lab/corpus.js'
import { isClean } from '../../lab/quality-clips.js'
import { stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { resample } from '../../src/audio/resample.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { SPEECH_RATE_HZ, Track } from '../../src/speech/track.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { encodeClips, quantised } from './clip-codec.js'

const FOLDER = new URL('../../.cache/garble/', import.meta.url)
/** Of a long clip the first seconds are enough: voices matter, not minutes. */
const LONGEST_SEC = 16
/** Sets with hundreds of clips of few kinds of voices must not outweigh the rest. */
const MOST_SEC_A_SET = 900

/** Robotic voices are no garble: they are shown as clean, with texts that are hard on a recogniser too. */
const ROBOTS = [
  'flite:slt',
  'flite:rms',
  'flite:awb',
  'flite:kal16',
  'flite:kal',
  'espeak:en-us',
  'espeak:en-gb+f3',
]
const TEXTS = [
  'The north wind and the sun were disputing which was the stronger, when a traveller came along wrapped in a warm cloak.',
  'Run the tests in the folder named voices with the verbose flag, then open pull request number forty two.',
  'Please hold the line. Your call is important to us, and will be answered by the next free agent.',
  'Quartz, zinc, jade and onyx: four words that a bad microphone turns into mush.',
]

interface Packed {
  name: string
  voice: string
  kind: 'speech' | 'noise'
  coefficients: ReturnType<typeof quantised>
}

const corpus = loadCorpus()
const speech = [
  ...bySet(corpus.entries.filter((entry) => isClean(entry) && splitOf(entry) === 'tune')).values(),
].flatMap(shareOfSet)
const noise = corpus.entries.filter((entry) => entry.kind === 'noise' && splitOf(entry) === 'tune')

const models = new OpenModels()
const packed: Packed[] = []
for (const entry of [...speech, ...noise]) {
  const track = new Track(bytesInMemory(readFileSync(join(corpus.folder, entry.file))), models)
  const { speechSamples } = await track.decoded()
  const samples = speechSamples.subarray(0, speechSamples.length)
  add(entry.file, voiceKey(entry), entry.kind === 'noise' ? 'noise' : 'speech', samples)
}
for (const name of ROBOTS)
  for (const [index, text] of TEXTS.entries()) {
    const { samples, sampleRateHz } = await cached(voice(name)).speak(text)
    add(`${name} ${index}`, name, 'speech', resample(samples, sampleRateHz, SPEECH_RATE_HZ))
  }

mkdirSync(FOLDER, { recursive: true })
writeFileSync(new URL('clips.bin', FOLDER), encodeClips(packed.map(({ coefficients }) => coefficients)))
writeFileSync(
  new URL('clips.json', FOLDER),
  JSON.stringify(
    packed.map(({ name, voice, kind, coefficients }) => ({
      name,
      voice,
      kind,
      frames: coefficients.frames,
      hash: stableHash(voice),
    })),
  ),
)

function add(name: string, voiceName: string, kind: Packed['kind'], samples: Float32Array): void {
  const coefficients = quantised(samples.subarray(0, LONGEST_SEC * SPEECH_RATE_HZ))
  packed.push({ name, voice: voiceName, kind, coefficients })
}

/** In an order that has nothing to do with the voices' names, until the set has had its share. */
function shareOfSet(entries: CorpusEntry[]): CorpusEntry[] {
  let leftSec = MOST_SEC_A_SET
  return entries
    .toSorted((one, other) => stableHash(one.file) - stableHash(other.file))
    .filter(({ duration }) => {
      leftSec -= Math.min(duration, LONGEST_SEC)
      return leftSec > 0
    })
}
