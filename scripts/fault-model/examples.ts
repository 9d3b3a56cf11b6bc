// Makes the examples that the fault network learns from: speech, changed harmlessly, with and without faults in it, as the
// features that the check computes, and what is to be said of each frame.
//   node examples.mjs CLIPS_FOLDER OUT_FOLDER WORKER EXAMPLES [SECONDS]
// Ends with so many examples, or sooner when so many seconds are over.
// Writes OUT_FOLDER/WORKER.bin (see `write`) and WORKER.json; another WORKER draws other examples.
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { peakOf } from '../../eval/plant/added.js'
import { excessDb } from '../../eval/plant/masking.js'
import { anywhere, placeFor } from '../../eval/plant/places.js'
import { between, betweenLog, oneOf, type Site } from '../../eval/plant/planter.js'
import { mp3Bytes } from '../../lab/mp3.js'
import { seededRandom } from '../../lab/random.js'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { GrowingSamples } from '../../src/audio/growing-samples.js'
import { shortSoundDb } from '../../src/audio/psychoacoustics.js'
import { Resampler } from '../../src/audio/resample.js'
import { powerSpectrum, type Spectrum } from '../../src/audio/spectrum.js'
import {
  bandEdges,
  type Features,
  featureNames,
  featureRows,
} from '../../src/checks/quality/front-end/fault-network/features.js'
import { Section } from '../../src/checks/quality/front-end/section.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { plants } from './clicks.js'
import { type Edge, trimmed } from './edges.js'
import { harmless, speechDbOf } from './harmless.js'
import { withLoss } from './losses.js'
import { anyStatic, brokenSpeech } from './noise.js'

const CLIP_SEC = [3.5, 8] as const
/** Training takes crops of so many frames. */
const FEWEST_FRAMES = 240
/** Files that are pieces of longer ones: their ends may be cut, of some their starts as well. */
const ENDS_CUT = ['piper-voices', 'gemini-tts', 'vits-vctk-108', 'whisper-jfk']
const STARTS_CUT = ['piper-voices', 'vits-vctk-108', 'whisper-jfk']
/** Played faster or slower, pitch and timbre with it: more voices than there are. */
const SPEED_SHARE = 0.6
const SPEEDS = [0.8, 1.25] as const
/** Stored at another rate than they have: a narrow voice in a wide file, a wide one in a narrow file. */
const OTHER_RATE_SHARE = 0.25
const OTHER_RATES_HZ = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000]
const FAULTY_SHARE = 0.65
const MOST_FAULTS = 4
const CODED_SHARE = 0.25
const LEAST_CODED_HZ = 16_000
const MP3_KBPS = [48, 64, 64, 96, 128] as const
const CODED_HZ = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
/** Soft files too: the peak of what 16 bits are to hold. */
const PEAK_DB = [-24, -0.5] as const

const kinds = ['click', 'static', 'loss'] as const
type Kind = (typeof kinds)[number]
/** What the network says of each frame. */
const heads = [...kinds, 'cutStart', 'cutEnd'] as const
type Head = (typeof heads)[number]
const KIND_SHARES: readonly Kind[] = ['click', 'click', 'click', 'static', 'static', 'static', 'loss', 'loss']

/** What is said of a frame. */
const NO = 0
const YES = 1
const EITHER = 2
/** Tenths: how much a frame counts. */
const USUAL_WEIGHT = 10
const MOST_WEIGHT = 50

/** Click kinds that the network need not know: what is exact is found exactly. */
const LEFT_OUT_CLICKS = ['dc-step']
const CLICK_STRENGTHS = [
  { strength: 'just', below: 0.2, weight: 4 },
  { strength: 'clear', below: 0.65, weight: 25 },
  { strength: 'gross', below: 1, weight: 15 },
] as const
/** A frame is a click's whose middle lies so near to it; up to the second it may be said of it either way. */
const CLICK_WITHIN_SEC = 0.006
const BESIDE_CLICK_SEC = 0.03
/** What has edges may sound like clicks at them. */
const EDGE_SEC = 0.03

const STATIC_SEC = [0.04, 3] as const
const SHORT_STATIC_SEC = 0.25
const STATIC_EXCESS_DB = [9, 38] as const
const BROKEN_SPEECH_SHARE = 0.1
const LOUDEST_OVER_PEAK = 1.7
/** A frame is static's where some band of it stands so far above the speech there and is audible at all, against the speech. */
const RULES_DB = 2
const AUDIBLE_DB = -52
/** How much of an edge is asked whether it is cut, beyond what lies outside of the voice; where the cut is, and may be. */
const EDGE_ZONE_SEC = 0.45
const CUT_WITHIN_SEC = 0.02
const BESIDE_CUT_SEC = 0.05
const CUT_WEIGHT = 50
/** Nearer to its edge than this a frame lies neither in a fault nor outside. */
const FAULT_EDGE_SEC = 0.004
const STATIC_EDGE_SEC = 0.025
const FRAME_SEC = 0.02
const HOP_SEC = 0.01

/** Steps of one in which features are kept in a byte. */
const STEPS: Record<string, number> = { flux: 50, movement: 30, tonality: 50 }
const USUAL_STEPS = 12.5

interface Clip {
  file: string
  set: string
  half: number
  speech: [number, number][]
  samples?: Float32Array
  rate?: number
}

interface Planted extends Interval {
  kind: Kind
  weight: number
  isSure: boolean
  lost?: Interval[]
}

interface Faulty {
  samples: Float32Array
  planted: Planted[]
  /** What was added of static, and to what. */
  added: Float32Array | null
  clean: Float32Array
}

interface Edges {
  start: Edge
  end: Edge
}

const [, , clipsFolder, outFolder, worker, count, seconds = 'Infinity'] = process.argv
const clips = JSON.parse(readFileSync(join(clipsFolder, 'clips.json'), 'utf8')) as Clip[]
const spoken = clips.filter(({ set }) => set !== 'noise')
const random = seededRandom(1_000 + Number(worker))
const noises: { samples: Float32Array; rate: number }[] = []
const target = join(outFolder, `${worker}.bin`)
rmSync(target, { force: true })
const about: object[] = []
const setTotals = totalsBySet()

for (const clip of clips.filter(({ set }) => set === 'noise')) noises.push(await opened(clip))
while (about.length < Number(count) && performance.now() < 1_000 * Number(seconds)) {
  const clip = drawnClip()
  const example = await exampleOf(clip)
  if (!example) continue
  write(example)
  about.push({
    frames: example.features.frames,
    set: clip.set,
    half: clip.half,
    faults: example.planted.length,
  })
}
writeFileSync(
  join(outFolder, `${worker}.json`),
  JSON.stringify({
    features: featureNames.map((name) => ({ name, rows: featureRows[name], steps: stepsOf(name) })),
    heads,
    examples: about,
  }),
)

function totalsBySet(): { set: string; clips: Clip[]; share: number }[] {
  const sets = [...new Set(spoken.map(({ set }) => set))]
  const groups = sets.map((set) => {
    const own = spoken.filter((clip) => clip.set === set)
    // Large sets hold more to learn from; small ones must count too.
    return { set, clips: own, share: Math.sqrt(own.length) }
  })
  const total = groups.reduce((sum, { share }) => sum + share, 0)
  return groups.map((group) => ({ ...group, share: group.share / total }))
}

function drawnClip(): Clip {
  let draw = random()
  const group = setTotals.find(({ share }) => {
    draw -= share
    return draw < 0
  })
  return oneOf(random, (group ?? setTotals[0]).clips)
}

async function opened(clip: Clip): Promise<{ samples: Float32Array; rate: number }> {
  if (!clip.samples) {
    const whole = new GrowingSamples()
    const bytes = readFileSync(join(clipsFolder, clip.file))
    const { sampleRateHz } = await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
    clip.samples = whole.whole()
    clip.rate = sampleRateHz
  }
  return { samples: clip.samples, rate: clip.rate! }
}

async function exampleOf(
  clip: Clip,
): Promise<{ features: Features; planted: Planted[]; labels: Uint8Array } | null> {
  const drawn = siteOf(clip, await opened(clip))
  if (!drawn) return null
  const { site: spokenSite, isOwn } = drawn
  const rate = spokenSite.sampleRateHz
  const beds = noises.filter((noise) => Math.abs(noise.rate / rate - 1) < 1.5).map(({ samples }) => samples)
  const changed = { ...spokenSite, samples: harmless(spokenSite, beds) }
  const edged = trimmed(changed, spokenSite.samples, isOwn)
  if (!edged) return null
  const faulty = withFaults(edged.site)
  let samples = faulty.samples
  const gain = 10 ** (between(random, PEAK_DB) / 20) / Math.max(peakOf(samples), 1e-6)
  samples = samples.map((sample) => Math.round(32_767 * gain * sample) / 32_768)
  if (rate >= LEAST_CODED_HZ && CODED_HZ.includes(rate) && random() < CODED_SHARE)
    samples = await coded(samples, rate)
  const section = new Section([samples], rate, 0, 0, samples.length, true, true)
  const features = section.featuresOf(0)
  if (!features || features.frames < FEWEST_FRAMES) return null
  return { features, planted: faulty.planted, labels: labelsOf(faulty, edged, section) }
}

function siteOf(
  clip: Clip,
  { samples, rate }: { samples: Float32Array; rate: number },
): { site: Site; isOwn: { start: boolean; end: boolean } } | null {
  const speed = random() < SPEED_SHARE ? betweenLog(random, SPEEDS) : 1
  const wanted = random() < OTHER_RATE_SHARE ? oneOf(random, OTHER_RATES_HZ) : rate
  const length = Math.min(samples.length, Math.round(between(random, CLIP_SEC) * rate * speed))
  // Begins or ends where the clip does as often as elsewhere.
  const from = Math.round(Math.min(1, Math.max(0, 2 * random() - 0.5)) * (samples.length - length))
  const part = samples.slice(from, from + length)
  const isPlain = speed === 1 && wanted === rate
  const sound = isPlain ? part : resampled(part, Math.round(rate * speed), wanted)
  const startSec = from / rate
  const lengthSec = sound.length / wanted
  const speech = clip.speech
    .map(([start, end]) => ({
      startSec: Math.max(0, (start - startSec) / speed),
      endSec: Math.min(lengthSec, (end - startSec) / speed),
    }))
    .filter((each) => each.endSec - each.startSec > 0.05)
  const spokenSec = speech.reduce((sum, each) => sum + each.endSec - each.startSec, 0)
  if (spokenSec < 0.5) return null
  return {
    site: { samples: sound, sampleRateHz: wanted, speech, random },
    isOwn: {
      start: from === 0 && !STARTS_CUT.includes(clip.set),
      end: from + length === samples.length && !ENDS_CUT.includes(clip.set),
    },
  }
}

function resampled(sound: Float32Array, fromHz: number, toHz: number): Float32Array {
  const resampler = new Resampler(fromHz, toHz)
  const whole = new GrowingSamples()
  whole.push(resampler.push(sound))
  whole.push(resampler.flush())
  return whole.whole()
}

async function coded(sound: Float32Array, rate: number): Promise<Float32Array> {
  const whole = new GrowingSamples()
  const bytes = await mp3Bytes(sound, rate, oneOf(random, MP3_KBPS))
  await decodeAudio(bytesInMemory(bytes), ([first]) => whole.push(first), {})
  return whole.whole()
}

function withFaults(site: Site): Faulty {
  const faulty: Faulty = { samples: site.samples, planted: [], added: null, clean: site.samples }
  if (random() > FAULTY_SHARE) return faulty
  const wanted = 1 + Math.floor(random() * MOST_FAULTS)
  const drawn = Array.from({ length: wanted }, () => oneOf(random, KIND_SHARES))
  // Some clicks move what comes after them, so that they come first; static is known by what it was added to.
  const inOrder = [...drawn.filter((kind) => kind === 'click'), ...drawn.filter((kind) => kind === 'loss')]
  for (const kind of inOrder) {
    const here: Site = { ...site, samples: faulty.samples, avoid: faulty.planted }
    if (kind === 'click') plantClick(here, faulty)
    else plantLoss(here, faulty)
  }
  faulty.clean = faulty.samples
  for (const _ of drawn.filter((kind) => kind === 'static'))
    plantStatic({ ...site, samples: faulty.samples, avoid: faulty.planted }, faulty)
  return faulty
}

function plantClick(site: Site, faulty: Faulty): void {
  const draw = random()
  const { strength, weight } = CLICK_STRENGTHS.find(({ below }) => draw < below)!
  const names = Object.keys(plants).filter((name) => !LEFT_OUT_CLICKS.includes(name))
  const made = plants[oneOf(random, names)](site, strength)
  if (!made) return
  const [{ startSec, endSec }] = made.planted
  const movedSec = (made.samples.length - site.samples.length) / site.sampleRateHz
  for (const before of faulty.planted) {
    if (before.startSec < startSec) continue
    before.startSec += movedSec
    before.endSec += movedSec
  }
  faulty.samples = made.samples
  faulty.planted.push({ kind: 'click', startSec, endSec, weight, isSure: true })
}

function plantLoss(site: Site, faulty: Faulty): void {
  const rate = site.sampleRateHz
  const loss = withLoss(site, speechDbOf(site.samples, rate))
  if (!loss) return
  faulty.samples = loss.samples
  faulty.planted.push({
    kind: 'loss',
    startSec: loss.from / rate,
    endSec: loss.to / rate,
    weight: USUAL_WEIGHT,
    isSure: loss.isSure,
    lost: loss.lost.map(({ from, to }) => ({ startSec: from / rate, endSec: to / rate })),
  })
}

function plantStatic(site: Site, faulty: Faulty): void {
  const { samples, sampleRateHz: rate } = site
  const longest = Math.min(random() < 0.5 ? SHORT_STATIC_SEC : STATIC_SEC[1], (0.5 * samples.length) / rate)
  const lengthSec = betweenLog(random, [STATIC_SEC[0], Math.max(STATIC_SEC[0], longest)])
  const place = placeFor(site, lengthSec, anywhere(site))
  if (!place) return
  const { from, to } = place
  const isBroken = random() < BROKEN_SPEECH_SHARE
  const sound = isBroken
    ? brokenSpeech(samples.slice(from, to), rate, random)
    : anyStatic(to - from, rate, random)
  const mean = sound.reduce((sum, each) => sum + each, 0) / sound.length
  const edge = Math.min(
    0.4 * sound.length,
    (random() < 0.2 ? betweenLog(random, [0.008, 0.06]) : betweenLog(random, [0.001, 0.006])) * rate,
  )
  for (let n = 0; n < sound.length; n++)
    sound[n] = (sound[n] - mean) * Math.min(1, (n + 1) / edge, (sound.length - n) / edge)
  const power = 10 ** (speechDbOf(samples, rate) / 10)
  const around = Math.round(0.1 * rate)
  const first = Math.max(0, from - around)
  const last = Math.min(samples.length, to + around)
  const alone = new Float32Array(last - first)
  alone.set(sound, from - first)
  const unitDb = excessDb(alone, samples.slice(first, last), rate, power, 0.5)
  if (!Number.isFinite(unitDb)) return
  const isInstead = isBroken && random() < 0.5
  const wantedDb = between(random, STATIC_EXCESS_DB) + shortSoundDb(lengthSec)
  let gain = isInstead ? 1 : 10 ** ((wantedDb - unitDb) / 20)
  gain = Math.min(gain, (LOUDEST_OVER_PEAK * peakOf(samples)) / Math.max(peakOf(sound), 1e-9))
  const out = samples.slice()
  faulty.added ??= new Float32Array(samples.length)
  for (let n = 0; n < sound.length; n++) {
    out[from + n] += gain * sound[n]
    faulty.added[from + n] += gain * sound[n]
  }
  faulty.samples = out
  const weight = Math.min(MOST_WEIGHT, Math.max(USUAL_WEIGHT, (USUAL_WEIGHT * SHORT_STATIC_SEC) / lengthSec))
  faulty.planted.push({ kind: 'static', startSec: from / rate, endSec: to / rate, weight, isSure: true })
}

/** One row a head, then one of weights. */
function labelsOf(faulty: Faulty, edges: Edges, section: Section): Uint8Array {
  const { frames, timesSec } = section.spectrum
  const labels = new Uint8Array((heads.length + 1) * frames)
  const row = (head: Head) =>
    labels.subarray(heads.indexOf(head) * frames, (heads.indexOf(head) + 1) * frames)
  const weights = labels.subarray(heads.length * frames).fill(USUAL_WEIGHT)
  const isStatic = faulty.added ? staticFrames(faulty.clean, faulty.added, section) : null
  const mark = (kind: Kind, { startSec, endSec }: Interval, beyondSec: number, value: number) => {
    const own = row(kind)
    for (let frame = 0; frame < frames; frame++) {
      const isNear = timesSec[frame] > startSec - beyondSec && timesSec[frame] < endSec + beyondSec
      if (isNear && (value !== EITHER || own[frame] === NO)) own[frame] = value
    }
  }
  for (const planted of faulty.planted) {
    const { kind, startSec, endSec } = planted
    const edges = [startSec, endSec].map((sec) => ({ startSec: sec, endSec: sec }))
    if (kind === 'click') {
      mark('click', { startSec, endSec: startSec }, CLICK_WITHIN_SEC, YES)
      mark('click', { startSec, endSec }, BESIDE_CLICK_SEC, EITHER)
      mark('loss', { startSec, endSec }, EDGE_SEC, EITHER)
      mark('static', { startSec, endSec }, EDGE_SEC, EITHER)
    } else if (kind === 'loss') {
      const value = planted.isSure ? YES : EITHER
      for (const lost of planted.lost!) mark('loss', lost, -FAULT_EDGE_SEC, value)
      mark('loss', planted, FAULT_EDGE_SEC + HOP_SEC, EITHER)
      mark('click', planted, EDGE_SEC, EITHER)
      for (const edge of edges) mark('static', edge, EDGE_SEC, EITHER)
      if (planted.lost!.length > 1) mark('static', planted, EDGE_SEC, EITHER)
    } else {
      mark('click', planted, EDGE_SEC, EITHER)
      mark('loss', planted, EDGE_SEC, EITHER)
      mark('static', planted, STATIC_EDGE_SEC, EITHER)
      for (let frame = 0; frame < frames; frame++) {
        const isInside =
          timesSec[frame] > startSec + FAULT_EDGE_SEC && timesSec[frame] < endSec - FAULT_EDGE_SEC
        if (isInside && isStatic![frame] === 1) row('static')[frame] = YES
      }
    }
    for (let frame = 0; frame < frames; frame++)
      if (timesSec[frame] > startSec - HOP_SEC && timesSec[frame] < endSec + HOP_SEC)
        weights[frame] = Math.round(planted.weight)
  }
  labelEdge(edges.start, timesSec, 0, row('cutStart'), weights)
  labelEdge(edges.end, timesSec, section.length / section.sampleRateHz, row('cutEnd'), weights)
  return labels
}

/** Only near the edge is anything said; what it is that the clip begins or ends with is not always known. */
function labelEdge(
  { kind, timeSec }: Edge,
  timesSec: ArrayLike<number>,
  edgeSec: number,
  row: Uint8Array,
  weights: Uint8Array,
): void {
  row.fill(EITHER)
  if (kind === 'unknown') return
  const zoneSec = EDGE_ZONE_SEC + Math.abs(timeSec - edgeSec)
  for (let frame = 0; frame < row.length; frame++) {
    if (Math.abs(timesSec[frame] - edgeSec) > zoneSec) continue
    const besideSec = Math.abs(timesSec[frame] - timeSec)
    if (kind !== 'cut' || besideSec > BESIDE_CUT_SEC) row[frame] = NO
    else if (besideSec <= CUT_WITHIN_SEC) {
      row[frame] = YES
      weights[frame] = CUT_WEIGHT
    }
  }
}

/** Where what was added is audible over the rest, band by band. */
function staticFrames(clean: Float32Array, added: Float32Array, section: Section): Uint8Array {
  const rate = section.sampleRateHz
  const options = { sampleRateHz: rate, frameSec: FRAME_SEC, hopSec: HOP_SEC }
  const without = powerSpectrum(clean, options)
  const alone = powerSpectrum(added, options)
  const frameLength = Math.round(FRAME_SEC * rate)
  const toMeanSquare = ((4 / 3) * frameLength) / without.fftSize
  const power = 10 ** (speechDbOf(clean, rate) / 10) / toMeanSquare
  const edges = bandEdges(without.binHz).filter(({ to }) => to <= without.dims)
  const frames = Math.min(section.spectrum.frames, without.frames)
  const marks = new Uint8Array(section.spectrum.frames)
  for (let frame = 0; frame < frames; frame++) {
    marks[frame] = edges.some(({ from, to }) => {
      const extra = sumOf(alone, frame, from, to)
      const rest = Math.max(sumOf(without, frame, from, to), 1e-6 * power)
      return extra > power * 10 ** (AUDIBLE_DB / 10) && extra > rest * 10 ** (RULES_DB / 10)
    })
      ? 1
      : 0
  }
  return marks
}

function sumOf({ data, dims }: Spectrum, frame: number, from: number, to: number): number {
  let sum = 0
  for (let bin = from; bin < to; bin++) sum += data[frame * dims + bin]
  return sum
}

function stepsOf(name: string): number {
  return STEPS[name] ?? USUAL_STEPS
}

/** Frame by frame: all features as bytes, then what is to be said of each head, then the weight. */
function write({ features, labels }: { features: Features; labels: Uint8Array }): void {
  const { frames } = features
  const rows = featureNames.reduce((sum, name) => sum + featureRows[name], 0)
  const width = rows + heads.length + 1
  const bytes = new Int8Array(frames * width)
  let at = 0
  for (const name of featureNames) {
    const steps = stepsOf(name)
    const values = features[name]
    for (let row = 0; row < featureRows[name]; row++, at++)
      for (let frame = 0; frame < frames; frame++)
        bytes[frame * width + at] = Math.max(
          -128,
          Math.min(127, Math.round(steps * values[row * frames + frame])),
        )
  }
  for (let row = 0; row <= heads.length; row++, at++)
    for (let frame = 0; frame < frames; frame++) bytes[frame * width + at] = labels[row * frames + frame]
  appendFileSync(target, Buffer.from(bytes.buffer))
}
