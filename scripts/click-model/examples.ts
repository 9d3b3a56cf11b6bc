// Suspects of untouched speech and of speech with planted clicks, one a line: what train.py learns from. Some of it at other
// rates as well, half of it as mp3, whose frames smear a click over some milliseconds.
//   npx tsx scripts/click-model/examples.ts examples.csv [clips of each set] [of these, with planted clicks]
// Only voices of the half that thresholds are chosen on.
import { appendFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { oneOf } from '../../eval/plant/planter.js'
import { type CorpusEntry, loadCorpus, select } from '../../lab/corpus.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { atRate } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { bytesInFile, bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { amongOthers } from '../../src/checks/quality/detectors/clicks/among-others.js'
import { type Suspect, SuspectFinder } from '../../src/checks/quality/detectors/clicks/features.js'
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/front-end/frame-levels.js'
import type { Interval } from '../../src/speech/heard.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { Track } from '../../src/speech/track.js'
import { plants } from './plants.js'

/** No planted faults in what is broken already, and no more of a clip than a section holds. */
const LEFT_OUT = ['tacotron-lra', 'p835-degraded_fullband_48KHz', 'pesq', 'plc']
const LONGEST_SEC = 14
const EDGE_SEC = 0.02
/** A planted click is looked at with so much around it, and found within so much of its place. */
const AROUND_SEC = 0.8
const FOUND_BEFORE_SEC = 0.01
const FOUND_AFTER_SEC = 0.012
const MP3_KBPS = [48, 64, 64, 96, 128] as const
const MP3_SHARE = 0.5
/** Shares of the clips that are heard once more at another rate, with half of the clicks. */
const OTHER_RATES = [
  { rateHz: 8_000, below: 0.25 },
  { rateHz: 48_000, below: 0.4 },
]
const OTHER_RATE_SHARE = 0.5
const STRENGTHS = [
  { strength: 'just', below: 0.15 },
  { strength: 'clear', below: 0.65 },
  { strength: 'gross', below: 1 },
] as const
/** In untouched speech, but clicks to everybody who hears them: not taught as anything, counted as false; seconds. */
const REAL_CLICKS: Readonly<Record<string, number>> = {
  'audio/resemblyzer-librispeech/0101.flac': 0.58,
  'audio/resemblyzer-librispeech/0051.flac': 13.26,
  'audio/whisper-jfk/0000.flac': 6.007,
}
const REAL_WITHIN_SEC = 0.02

interface Sound {
  samples: Float32Array
  sampleRateHz: number
}

interface Source extends Sound {
  clip: CorpusEntry
  speech: Interval[]
  random: () => number
  kbps: (typeof MP3_KBPS)[number]
  isOwnRate: boolean
  isPlanted: boolean
}

const [, , target, perSet = '40', planted = perSet] = process.argv
const { entries, folder } = loadCorpus()
const models = new OpenModels()
writeFileSync(target, '')

const clips = select(entries, { split: 'tune', limit: Number(perSet) }).filter(
  ({ kind, set, published }) =>
    (kind === 'human' || kind === 'neural-tts') &&
    !LEFT_OUT.includes(set) &&
    (set !== 'ttsbench' || (published?.wer ?? 1) < 0.1),
)
const seen = new Map<string, number>()
for (const clip of clips) {
  const before = seen.get(clip.set) ?? 0
  seen.set(clip.set, before + 1)
  const lines = await linesOf(clip, before < Number(planted))
  appendFileSync(target, lines.map((line) => `${line}\n`).join(''))
}

async function linesOf(clip: CorpusEntry, isPlanted: boolean): Promise<string[]> {
  const handle = await open(join(folder, clip.file))
  try {
    const track = new Track(bytesInFile(handle, (await handle.stat()).size), models)
    const whole = new GrowingSamples()
    const { sampleRateHz } = await track.nativePieces(([first]) => whole.push(first))
    const own = { samples: whole.whole().slice(0, LONGEST_SEC * sampleRateHz), sampleRateHz }
    const durationSec = own.samples.length / sampleRateHz
    const speech = (await track.voiceActivity()).speech
      .filter(({ startSec }) => startSec < durationSec)
      .map(({ startSec, endSec }) => ({ startSec, endSec: Math.min(endSec, durationSec) }))
    if (speech.length === 0) return []
    const random = seededRandom(stableHash(`clk ${clip.file}`))
    const kbps = oneOf(random, MP3_KBPS)
    const draw = random()
    const other = OTHER_RATES.find(({ below }) => draw < below)
    const about = { clip, speech, random, kbps, isPlanted }
    const lines = await linesAt({ ...about, ...own, isOwnRate: true })
    if (!other) return lines
    return [...lines, ...(await linesAt({ ...about, ...resampled(own, other.rateHz), isOwnRate: false }))]
  } finally {
    await handle.close()
  }
}

async function linesAt(source: Source): Promise<string[]> {
  const { clip, samples, sampleRateHz, random, kbps, isOwnRate } = source
  const speechPower = 10 ** (speechLevelDb(frameLevelsDb(samples, Math.round(0.01 * sampleRateHz))) / 10)
  const finder = new SuspectFinder(sampleRateHz)
  const lengthSec = samples.length / sampleRateHz
  const voice = `${isOwnRate ? '' : 'other-rate:'}${clip.set}:${clip.speaker ?? clip.file}:${clip.file}`
  const lines: string[] = []
  const add = (strength: string, name: string, suspect: Suspect | null, among: readonly Suspect[]) => {
    const row = suspect ? [...suspect.features, ...amongOthers(suspect, among, lengthSec, sampleRateHz)] : []
    lines.push([strength, name, sampleRateHz, ...row.map((value) => value.toFixed(3))].join(','))
  }
  const clean = (sound: Float32Array, code: string) => {
    const edge = EDGE_SEC * sampleRateHz
    const found = finder.find(sound, speechPower, (at) => at > edge && at < sound.length - edge)
    for (const suspect of found) {
      const timeSec = suspect.at / sampleRateHz
      const isReal = Math.abs(timeSec - (REAL_CLICKS[clip.file] ?? -1)) < REAL_WITHIN_SEC
      add(isReal ? 'real' : 'clean', `${code}${voice}@${timeSec.toFixed(3)}`, suspect, found)
    }
    return found
  }
  const others = clean(samples, '')
  const codedOthers =
    isOwnRate && random() < MP3_SHARE ? clean(await coded(samples, sampleRateHz, kbps), 'mp3:') : others
  if (!source.isPlanted) return lines
  for (const [kind, plant] of Object.entries(plants)) {
    if (!isOwnRate && random() < OTHER_RATE_SHARE) continue
    const draw = random()
    const { strength } = STRENGTHS.find(({ below }) => draw < below)!
    const made = plant(source, strength)
    if (!made) continue
    const { startSec, endSec } = made.planted[0]
    const from = Math.max(0, Math.round((startSec - AROUND_SEC) * sampleRateHz))
    const part = made.samples
      .slice(from, from + Math.round(2 * AROUND_SEC * sampleRateHz))
      .map((sample) => Math.max(-1, Math.min(1, sample)))
    const isThere = (at: number) => {
      const timeSec = (from + at) / sampleRateHz
      return timeSec > startSec - FOUND_BEFORE_SEC && timeSec < endSec + FOUND_AFTER_SEC
    }
    const look = (sound: Float32Array, code: string, among: readonly Suspect[]) => {
      const found = finder.find(sound, speechPower, isThere)
      // Without features: a click that was no suspect, for the count of those that are missed.
      for (const suspect of found.length > 0 ? found : [null]) {
        // The rest of the clip lies elsewhere in time than the part that was looked at.
        const elsewhere = suspect && { ...suspect, at: Number.POSITIVE_INFINITY }
        add(strength, `${kind}:${code}${voice}`, elsewhere, among)
      }
    }
    look(part, '', others)
    if (random() < MP3_SHARE) look(await coded(part, sampleRateHz, kbps), 'mp3:', codedOthers)
  }
  return lines
}

/** As a file of 16 bits holds it. */
function resampled(sound: Sound, wantedHz: number): Sound {
  const samples = atRate(sound, wantedHz).map((sample) => Math.round(sample * 32_768) / 32_768)
  return { samples, sampleRateHz: wantedHz }
}

async function coded(
  sound: Float32Array,
  sampleRateHz: number,
  kbps: (typeof MP3_KBPS)[number],
): Promise<Float32Array> {
  const whole = new GrowingSamples()
  const bytes = await mp3Bytes(sound, sampleRateHz, kbps)
  await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
  return whole.whole()
}
