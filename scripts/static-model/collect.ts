// Gathers the speech that the network of the static check learns from: see README.md here.
// Only voices of the tuning half. .cache/static/part-*.s16 hold samples one after another, clips.json says what they are.
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { shouted, whispered } from '../../eval/plant/conditions.js'
import { between, type Site } from '../../eval/plant/planter.js'
import { type CorpusEntry, loadCorpus, splitOf, voiceKey } from '../../lab/corpus.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { atRate, isClean, openClip, openEffects } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { atSpeed } from '../../lab/time-stretch.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { voice } from '../../voices/voice.js'

/** Seconds of each set at most, so that no engine outweighs the rest; sets that are not named are taken whole. */
const MOST_SEC: Readonly<Record<string, number>> = { 'vits-vctk-108': 500, 'piper-samples': 700 }
const LONGEST_CLIP_SEC = 13
/** Shares of the clips that are taken in another way: coded, spoken otherwise, at the rate of a telephone. */
const MP3_SHARE = 0.2
const WHISPERED_SHARE = 0.04
const SHOUTED_SHARE = 0.04
const TELEPHONE_SHARE = 0.05
const TELEPHONE_HZ = 8_000
const MP3_KBPS = [48, 64, 96] as const
/** So many clips of people are there once more, slowed down: every hiss of speech is longer there, and none of it is static. */
const SLOWED_CLIPS = 70
const SLOWED_TO = [0.6, 0.85] as const
/** One voice in so many is kept out of training, to choose the thresholds on. */
const KEPT_OUT_ONE_IN = 7
/** Peaks are put here, so that soft clips keep their low bits. */
const PEAK = 30_000
/** A part can be sent somewhere by itself. */
const LARGEST_PART_BYTES = 52e6
/** Formant and diphone voices, which no set has. */
const MADE_VOICES = [
  'flite:slt',
  'flite:rms',
  'flite:kal16',
  'espeak:en-us',
  'espeak:en-gb',
  'espeak:en-us+f3',
]
const TEXTS = [
  'She sells six fresh fish, and each of us has a share of the season’s harvest.',
  'The storm passed quickly; however, thick fog stayed over the harbour until six.',
  'Please choose which of these three features should ship first, and which can wait.',
]
const HISSING_TEXTS = [
  'His zoo has buzzing bees; a measure of pleasure, a mirage, a garage, and the noise of jazz amazes his cousins.',
  'Ha ha ha! Hush, whisper it: “Have half of the cheese, thief,” he hissed, and huffed and puffed.',
]

const folder = new URL('../../.cache/static/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (/^part-\d+\.s16$/.test(name)) rmSync(new URL(name, folder))
const corpus = loadCorpus()
const models = new OpenModels()
const random = seededRandom(1)
const takenSec: Record<string, number> = {}
const clips: object[] = []
let part = 0
let partBytes = 0

for (const entry of shuffled(corpus.entries.filter(isClean), random)) {
  if (splitOf(entry) !== 'tune' || (takenSec[entry.set] ?? 0) >= (MOST_SEC[entry.set] ?? Infinity)) continue
  const clip = await openClip(corpus, entry, models)
  const length = Math.min(clip.samples.length, Math.round(LONGEST_CLIP_SEC * clip.sampleRateHz))
  const from = Math.floor(random() * (clip.samples.length - length + 1))
  const startSec = from / clip.sampleRateHz
  const endSec = length / clip.sampleRateHz
  const speech = clip.speech
    .map((each) => ({ startSec: Math.max(0, each.startSec - startSec), endSec: each.endSec - startSec }))
    .filter((each) => each.endSec > 0 && each.startSec < endSec)
  if (speech.length === 0) continue
  const { sampleRateHz } = clip
  const site: Site = { samples: clip.samples.slice(from, from + length), sampleRateHz, speech, random }
  const keptOut = isKeptOut(entry)
  const [way, samples, rate] = await takenAs(site)
  takenSec[entry.set] = (takenSec[entry.set] ?? 0) + endSec
  add(samples, rate, {
    speech: speech.map((each) => [each.startSec, each.endSec]),
    set: entry.set,
    way,
    keptOut,
  })
}
await addMade(TEXTS)
for (const { samples, sampleRateHz } of await openEffects(corpus, models))
  add(samples, sampleRateHz, { speech: [], set: 'noise', way: 'plain', keptOut: false })
await addSlowed()
await addMade(HISSING_TEXTS)
writeFileSync(new URL('clips.json', folder), JSON.stringify(clips))
console.log(takenSec, clips.length, 'clips', part + 1, 'parts')

async function takenAs(site: Site): Promise<[string, Float32Array, number]> {
  const { samples, sampleRateHz } = site
  const draw = random()
  if (draw < MP3_SHARE) {
    const kbps = MP3_KBPS[Math.floor(random() * MP3_KBPS.length)]
    const whole = new GrowingSamples()
    const bytes = await mp3Bytes(samples, sampleRateHz, kbps)
    await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
    return ['mp3', whole.whole(), sampleRateHz]
  }
  const whisperedBelow = MP3_SHARE + WHISPERED_SHARE
  const shoutedBelow = whisperedBelow + SHOUTED_SHARE
  if (draw < whisperedBelow) return ['whispered', whispered(site), sampleRateHz]
  if (draw < shoutedBelow) return ['shouted', shouted(site), sampleRateHz]
  if (draw < shoutedBelow + TELEPHONE_SHARE)
    return ['telephone', atRate({ samples, sampleRateHz }, TELEPHONE_HZ), TELEPHONE_HZ]
  return ['plain', samples, sampleRateHz]
}

async function addMade(texts: readonly string[]): Promise<void> {
  for (const name of MADE_VOICES) {
    for (const text of texts) {
      const { samples, sampleRateHz } = await voice(name).speak(text)
      const speech = [[0.1, samples.length / sampleRateHz - 0.1]]
      add(samples, sampleRateHz, { speech, set: 'made', way: 'plain', keptOut: false })
    }
  }
}

async function addSlowed(): Promise<void> {
  const people = corpus.entries.filter(
    (entry) => isClean(entry) && entry.kind === 'human' && splitOf(entry) === 'tune',
  )
  const drawn = seededRandom(2)
  for (const entry of shuffled(people, drawn).slice(0, SLOWED_CLIPS)) {
    const { samples, sampleRateHz, speech } = await openClip(corpus, entry, models)
    const speed = between(drawn, SLOWED_TO)
    const first = samples.subarray(0, Math.round(LONGEST_CLIP_SEC * speed * sampleRateHz))
    add(atSpeed(first, sampleRateHz, speed), sampleRateHz, {
      speech: speech.map((each) => [each.startSec / speed, each.endSec / speed]),
      set: entry.set,
      way: 'slowed',
      keptOut: isKeptOut(entry),
    })
  }
}

function isKeptOut(entry: CorpusEntry): boolean {
  return stableHash(`kept out ${voiceKey(entry)}`) % KEPT_OUT_ONE_IN === 0
}

function add(samples: Float32Array, sr: number, about: object): void {
  if (partBytes > 0 && partBytes + 2 * samples.length > LARGEST_PART_BYTES) {
    part++
    partBytes = 0
  }
  const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 1e-6)
  const words = Int16Array.from(samples, (each) => Math.round((each / peak) * PEAK))
  appendFileSync(new URL(`part-${part}.s16`, folder), Buffer.from(words.buffer))
  partBytes += words.byteLength
  clips.push({ part, sr, n: samples.length, ...about })
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
