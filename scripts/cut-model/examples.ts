// Ends and starts of files, whole and cut, one a line: what train.ts learns from.
//   npx tsx scripts/cut-model/examples.ts examples.csv [at most so many clips]
// Only voices of the half that thresholds are chosen on. Cuts are made anywhere in the speech, and whole ends are also found
// at the pauses within it, so that what is learnt is not how eval/ plants.
import { appendFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusEntry, loadCorpus, splitOf, voiceKey } from '../../lab/corpus.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { isClean } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { EdgeBands } from '../../src/checks/quality/detectors/truncation/edge-bands.js'
import { edgeOf } from '../../src/checks/quality/detectors/truncation/edge-features.js'
import { parameters } from '../../src/checks/quality/detectors/truncation/parameters.js'
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/front-end/frame-levels.js'
import { voice } from '../../voices/voice.js'

/** Files that are pieces of longer ones: their ends are cut, or may be. */
const CUT_ALREADY = ['whisper-jfk', 'vits-vctk-108']
/** Formant and diphone voices, which no set has. */
const MADE_VOICES = [
  'flite:slt',
  'flite:rms',
  'flite:kal16',
  'flite:awb',
  'espeak:en-us',
  'espeak:en-gb',
  'espeak:en-us+f3',
]
const TEXTS = [
  'She sells six fresh fish, and each of us has a share of the harvest.',
  'The storm passed quickly; thick fog stayed over the harbour until late.',
  'Please choose which of these three should ship first. The others can wait.',
  'Open the door. Nobody else will come, I think.',
  'Do you want to talk about it now? Take your time and tell me.',
  'Every good book ends with a small surprise, or so they say at home.',
]
const LONGEST_SEC = 12
const SHORTEST_SEC = 1
const FRAME_SEC = 0.01
const OF_EACH = 3
const MP3_SHARE = 0.3
const MP3_KBPS = [48, 64, 64, 96, 128] as const
/** A cut is heard where the sound is no softer than this against the speech, and goes on. */
const CUT_DB = -14
const GOES_ON_FRAMES = 3
/** A pause: so soft for so long. */
const PAUSE_DB = -33
const PAUSE_FRAMES = 12

type Random = () => number
const [, , target, most = '9999'] = process.argv
const corpus = loadCorpus()
writeFileSync(target, '')
const entries = corpus.entries
  .filter((entry) => isClean(entry) && splitOf(entry) === 'tune')
  .sort((one, other) => stableHash(one.file) - stableHash(other.file))
  .slice(0, Number(most))
for (const entry of entries) {
  const isWhole = !CUT_ALREADY.includes(entry.set)
  await add({ file: entry.file, voice: voiceKey(entry), isWhole, ...(await opened(entry)) })
}
for (const name of MADE_VOICES) {
  for (const [index, text] of TEXTS.entries()) {
    const { samples, sampleRateHz } = await voice(name).speak(text)
    const file = `${name} ${index}`
    await add({ file, voice: name, isWhole: true, samples: samples.slice(), rate: sampleRateHz })
  }
}

interface Source {
  file: string
  voice: string
  /** Begins and ends as it should. */
  isWhole: boolean
  samples: Float32Array
  rate: number
}

async function add(source: Source): Promise<void> {
  appendFileSync(target, (await linesOf(source)).map((line) => `${line}\n`).join(''))
}

async function linesOf({ file, voice, isWhole, samples, rate }: Source): Promise<string[]> {
  const random = seededRandom(stableHash(`${file} cuts`))
  const lines: string[] = []
  const addEdge = async (sound: Float32Array, label: string, edge: 'end' | 'start', isCoded: boolean) => {
    if (sound.length < SHORTEST_SEC * rate) return
    const heard = isCoded ? await coded(sound, rate, random) : sound
    const bands = new EdgeBands(rate, parameters.edgeSec)
    bands.push(heard)
    const found = edgeOf(bands[edge], rate, bands.levels())
    const features = found?.features.map((value) => value.toFixed(2)) ?? []
    lines.push([label, edge, isCoded ? 'mp3' : 'wav', voice, file, ...features].join(','))
  }
  // Each sound is turned round for its start, so that both edges are made by the same means.
  for (const edge of ['end', 'start'] as const) {
    const turned = edge === 'end' ? samples : samples.slice().reverse()
    const back = (sound: Float32Array) => (edge === 'end' ? sound : sound.reverse())
    const { levels, speechDb } = levelsOf(turned, rate)
    if (isWhole && samples.length < LONGEST_SEC * rate)
      for (const isCoded of [false, true]) await addEdge(samples, 'untouched', edge, isCoded)
    const longest = LONGEST_SEC / FRAME_SEC
    const isUsable = (frame: number) => frame * FRAME_SEC > SHORTEST_SEC && frame < longest
    const pauses = pausesOf(levels, speechDb).filter(({ from }) => isUsable(from))
    for (const { from, to } of drawn(pauses, OF_EACH, random)) {
      const at = from + Math.min(to - from, 0.5 + 8 * random() ** 2)
      const sound = withNoise(ended(turned, at * FRAME_SEC * rate, rate, random), rate, random)
      await addEdge(back(sound), 'whole', edge, random() < MP3_SHARE)
    }
    const cuts = cutsOf(levels, speechDb).filter(isUsable)
    for (const frame of drawn(cuts, OF_EACH, random)) {
      const at = (frame + random()) * FRAME_SEC * rate
      const sound = padded(withNoise(ended(turned, at, rate, random), rate, random), rate, speechDb, random)
      await addEdge(back(sound), 'cut', edge, random() < MP3_SHARE)
    }
  }
  return lines
}

function levelsOf(samples: Float32Array, rate: number) {
  const levels = frameLevelsDb(samples, Math.round(FRAME_SEC * rate))
  return { levels, speechDb: speechLevelDb(levels) }
}

function pausesOf(levels: Float64Array, speechDb: number): { from: number; to: number }[] {
  const pauses: { from: number; to: number }[] = []
  for (let from = 0; from < levels.length; from++) {
    let to = from
    while (to < levels.length && levels[to] < speechDb + PAUSE_DB) to++
    if (to - from >= PAUSE_FRAMES) pauses.push({ from, to })
    from = Math.max(from, to)
  }
  return pauses
}

function cutsOf(levels: Float64Array, speechDb: number): number[] {
  const isLoud = (level: number) => level > speechDb + CUT_DB
  return [...levels.keys()].filter(
    (frame) => frame > 1 && levels.subarray(frame - 1, frame + GOES_ON_FRAMES).every(isLoud),
  )
}

/** As it was up to there, sometimes with a short fade, as editors and engines add. */
function ended(samples: Float32Array, at: number, rate: number, random: Random): Float32Array {
  const sound = samples.slice(0, Math.round(at))
  const fade = random() < 0.6 ? 0 : Math.round((0.001 + 0.005 * random()) * rate)
  for (let n = 0; n < fade; n++) sound[sound.length - 1 - n] *= n / fade
  return sound
}

function withNoise(samples: Float32Array, rate: number, random: Random): Float32Array {
  if (random() < 0.6) return samples
  const { speechDb } = levelsOf(samples, rate)
  const size = 10 ** ((speechDb - 20 - 35 * random()) / 20)
  return samples.map((sample) => sample + size * Math.sqrt(3) * (2 * random() - 1))
}

function padded(samples: Float32Array, rate: number, speechDb: number, random: Random): Float32Array {
  const draw = random()
  if (draw < 0.55) return samples
  const size = draw < 0.85 ? 0 : 10 ** ((speechDb - 40 - 30 * random()) / 20)
  const padding = Math.round((0.005 + 0.3 * random()) * rate)
  const sound = new Float32Array(samples.length + padding)
  sound.set(samples)
  for (let n = samples.length; n < sound.length; n++) sound[n] = size * Math.sqrt(3) * (2 * random() - 1)
  return sound
}

function drawn<T>(items: T[], count: number, random: Random): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, count)
    .map(({ item }) => item)
}

async function opened(entry: CorpusEntry): Promise<{ samples: Float32Array; rate: number }> {
  const whole = new GrowingSamples()
  const bytes = bytesInMemory(await readFile(join(corpus.folder, entry.file)))
  const { sampleRateHz } = await decodeAudio(bytes, ([first]) => whole.push(first), {})
  return { samples: whole.whole(), rate: sampleRateHz }
}

async function coded(samples: Float32Array, rate: number, random: Random): Promise<Float32Array> {
  const whole = new GrowingSamples()
  const bytes = await mp3Bytes(samples, rate, MP3_KBPS[Math.floor(random() * MP3_KBPS.length)])
  await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
  return whole.whole()
}
