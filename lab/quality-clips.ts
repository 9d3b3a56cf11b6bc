// Clean speech to plant defects into, and what the quality check makes of a version of it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bytesInMemory } from '../src/audio/bytes.js'
import { Resampler } from '../src/audio/resample.js'
import { defaultOptions, type Options } from '../src/checks/check.js'
import { judgeQuality } from '../src/checks/quality/judge.js'
import { listenForQuality, type QualityFindings } from '../src/checks/quality/listen.js'
import { qualityListenOptions } from '../src/checks/quality/listen-options.js'
import type { QualityTrack } from '../src/checks/quality/quality-report.js'
import type { OpenModels } from '../src/speech/open-models.js'
import type { Interval } from '../src/speech/speech-data.js'
import { Track } from '../src/speech/track.js'
import { wavBytes } from '../voices/wav.js'
import { bySet, type Corpus, type CorpusEntry, type Selection, select } from './corpus.js'
import { stableHash } from './random.js'

/** Not clean: degraded on purpose, or known to fail. */
const FAULTY_SETS = ['tacotron-lra', 'pesq', 'plc']
/** Only the first seconds of longer files: they stop inside a word, and that is no false alarm. */
const CUT_SETS = ['vits-vctk-108']
/** What is left of the quiet after the last whole phrase of such a file. */
const TAIL_SEC = 0.15
/** From this published word error on a synthetic clip may be garbled. */
const GARBLED_FROM = 0.1
/** Too short for anything to be planted and judged in its surroundings. */
const SHORTEST_SEC = 1.2

export interface Sound {
  samples: Float32Array
  sampleRateHz: number
}

export interface Clip extends Sound {
  name: string
  kind: 'human' | 'neural'
  speech: Interval[]
  /** The file as it is. */
  bytes: Uint8Array
}

export function isClean({ kind, set, published, duration }: CorpusEntry): boolean {
  return (
    (kind === 'human' || kind === 'neural-tts') &&
    !FAULTY_SETS.includes(set) &&
    (published?.wer ?? 0) < GARBLED_FROM &&
    duration >= SHORTEST_SEC
  )
}

/** At most `limit` in all, as many of each set as there are; in an order that mixes the sets. */
export function cleanEntries(corpus: Corpus, { limit, ...selection }: Selection): CorpusEntry[] {
  const sets = [...bySet(select(corpus.entries.filter(isClean), selection)).values()]
  const byTurn = sets
    .flatMap((entries) => entries.toSorted(byHash).map((entry, turn) => ({ entry, turn })))
    .sort((a, b) => a.turn - b.turn)
  return byTurn
    .slice(0, limit)
    .map(({ entry }) => entry)
    .sort(byHash)
}

function byHash(one: CorpusEntry, other: CorpusEntry): number {
  return stableHash(one.file) - stableHash(other.file)
}

/** Mixed down, at its own rate. */
export async function openClip(corpus: Corpus, entry: CorpusEntry, models: OpenModels): Promise<Clip> {
  const bytes = await readFile(join(corpus.folder, entry.file))
  const track = new Track(bytesInMemory(bytes), models)
  const { speech } = await track.voiceActivity()
  const clip: Clip = {
    name: entry.file,
    kind: entry.kind === 'human' ? 'human' : 'neural',
    ...(await decoded(track)),
    speech,
    bytes,
  }
  return CUT_SETS.includes(entry.set) ? withWholePhrases(clip) : clip
}

/** Without the last phrase, which was cut. */
function withWholePhrases(clip: Clip): Clip {
  const speech = clip.speech.slice(0, -1)
  if (speech.length === 0) return clip
  const endSec = Math.min(speech.at(-1)!.endSec + TAIL_SEC, clip.speech.at(-1)!.startSec)
  const samples = clip.samples.slice(0, Math.round(endSec * clip.sampleRateHz))
  return { ...clip, samples, speech, bytes: wavBytes(samples, clip.sampleRateHz) }
}

async function decoded(track: Track): Promise<Sound> {
  const pieces: Float32Array[] = []
  const { sampleRateHz } = await track.nativePieces((channels) => {
    const mono = channels[0].slice()
    for (const channel of channels.slice(1)) for (let n = 0; n < mono.length; n++) mono[n] += channel[n]
    pieces.push(mono.map((sample) => sample / channels.length))
  })
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    samples.set(piece, at)
    at += piece.length
  }
  return { samples, sampleRateHz }
}

const EFFECTS_SET = 'esc50'

/** Music, weather, machines, animals: what may play under speech on purpose. */
export async function openEffects({ folder, entries }: Corpus, models: OpenModels): Promise<Sound[]> {
  const effects: Sound[] = []
  for (const { file } of entries.filter(({ set }) => set === EFFECTS_SET))
    effects.push(await decoded(new Track(bytesInMemory(await readFile(join(folder, file))), models)))
  return effects
}

export function atRate({ samples, sampleRateHz }: Sound, wantedHz: number): Float32Array {
  const resampler = new Resampler(sampleRateHz, wantedHz)
  const body = resampler.push(samples)
  const tail = resampler.flush()
  const both = new Float32Array(body.length + tail.length)
  both.set(body)
  both.set(tail, body.length)
  return both
}

export interface Checked {
  findings: QualityFindings
  track: QualityTrack
  reasons: string[]
  durationSec: number
}

/** The real pipeline, from the bytes of a file to its report. */
export async function checkBytes(bytes: Uint8Array, models: OpenModels, garble: boolean): Promise<Checked> {
  const asked = { ...defaultOptions.qualityChecks, garble }
  const findings = await listenForQuality(
    new Track(bytesInMemory(bytes), models),
    qualityListenOptions(asked),
  )
  return { findings, durationSec: findings.durationSec, ...judged(findings, defaultOptions) }
}

export function checkSamples(
  samples: Float32Array,
  sampleRateHz: number,
  models: OpenModels,
  garble: boolean,
): Promise<Checked> {
  return checkBytes(wavBytes(samples, sampleRateHz), models, garble)
}

export function judged(
  findings: QualityFindings,
  options: Options,
): { track: QualityTrack; reasons: string[] } {
  const { report, reasons } = judgeQuality([{ file: 'file', findings }], options)
  return { track: report.tracks[0], reasons: reasons[0].map(({ message }) => message) }
}
