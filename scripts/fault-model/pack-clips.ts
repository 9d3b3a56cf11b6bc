// Chooses the speech and the noises that the fault network learns from, and puts them where they can be sent somewhere:
//   npx tsx scripts/fault-model/pack-clips.ts
// .cache/fault/clips.json says what there is, .cache/fault/part-* hold the files. Only voices of the tuning half.
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CorpusEntry, loadCorpus, splitOf } from '../../lab/corpus.js'
import { halfOf } from '../../lab/engine-halves.js'
import { isClean } from '../../lab/quality-clips.js'
import { stableHash } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { Track } from '../../src/speech/track.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'

/** A part is sent by itself, beside the first part what runs the programs there. */
const LARGEST_PARTS_BYTES = [22e6, 48e6, 48e6]
/** Files of a set at most: none outweighs the rest. */
const MOST_FILES: Readonly<Record<string, number>> = { speechocean762: 200 }
const NOISE_SET = 'esc50'
const STEADY_WITHIN_DB = 2.5
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
  'Please choose which of these three features should ship first, and which can wait.',
  'His zoo has buzzing bees; a measure of pleasure, a mirage, a garage, and the noise of jazz amazes his cousins.',
  'Pack the black cat’s kit; pick a tick-tock clock, don’t click it, and put the cup back up top.',
]

interface PackedClip {
  file: string
  set: string
  half: number
  speech: [number, number][]
}

const folder = new URL('../../.cache/fault/', import.meta.url)
rmSync(folder, { recursive: true, force: true })
const corpus = loadCorpus()
const models = new OpenModels()
const clips: PackedClip[] = []
let part = 0
let partBytes = 0

const taken: Record<string, number> = {}
for (const entry of corpus.entries.filter(isClean).sort(byHash)) {
  if (splitOf(entry) !== 'tune') continue
  taken[entry.set] = (taken[entry.set] ?? 0) + 1
  if (taken[entry.set] > (MOST_FILES[entry.set] ?? Infinity)) continue
  const source = join(corpus.folder, entry.file)
  const track = new Track(bytesInMemory(readFileSync(source)), models)
  const { speech } = await track.voiceActivity()
  if (speech.length === 0) continue
  const file = placeFor(`${entry.set}-${basename(entry.file)}`, statSync(source).size)
  copyFileSync(source, new URL(file, folder))
  clips.push({
    file,
    set: entry.set,
    half: halfOf(entry.set),
    speech: speech.map(({ startSec, endSec }) => [startSec, endSec]),
  })
}
for (const name of MADE_VOICES) {
  for (const [index, text] of TEXTS.entries()) {
    const { samples, sampleRateHz } = await voice(name).speak(text)
    const bytes = wavBytes(samples, sampleRateHz)
    const file = placeFor(`made-${name.replace(/\W/g, '-')}-${index}.wav`, bytes.length)
    writeFileSync(new URL(file, folder), bytes)
    const speech: [number, number][] = [[0.1, samples.length / sampleRateHz - 0.1]]
    clips.push({ file, set: 'made', half: -1, speech })
  }
}
for (const entry of corpus.entries.filter(({ set }) => set === NOISE_SET)) {
  const source = join(corpus.folder, entry.file)
  if (!(await isSteady(source))) continue
  const file = placeFor(`noise-${basename(entry.file)}`, statSync(source).size)
  copyFileSync(source, new URL(file, folder))
  clips.push({ file, set: 'noise', half: -1, speech: [] })
}
writeFileSync(new URL('clips.json', folder), JSON.stringify(clips))
console.log(taken, clips.length, 'clips in', part + 1, 'parts')

function placeFor(name: string, bytes: number): string {
  if (partBytes + bytes > LARGEST_PARTS_BYTES[part]) {
    part++
    partBytes = 0
    if (part === LARGEST_PARTS_BYTES.length) throw new Error('the clips are more than the parts hold')
  }
  partBytes += bytes
  mkdirSync(new URL(`part-${part}/`, folder), { recursive: true })
  return `part-${part}/${name}`
}

function byHash(one: CorpusEntry, other: CorpusEntry): number {
  return stableHash(one.file) - stableHash(other.file)
}

/** Noise that comes and goes could be static itself. */
async function isSteady(file: string): Promise<boolean> {
  const { speechSamples } = await new Track(bytesInMemory(readFileSync(file)), models).decoded()
  const frame = 1_600
  const levels: number[] = []
  for (let at = 0; at + frame <= speechSamples.length; at += frame) {
    let sum = 1e-9
    for (const sample of speechSamples.subarray(at, at + frame)) sum += sample ** 2
    levels.push(10 * Math.log10(sum / frame))
  }
  const mean = levels.reduce((sum, each) => sum + each, 0) / levels.length
  return (
    Math.sqrt(levels.reduce((sum, each) => sum + (each - mean) ** 2, 0) / levels.length) < STEADY_WITHIN_DB
  )
}
