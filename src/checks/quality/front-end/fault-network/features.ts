// What the fault network is told of a channel, frame by frame of 20 ms every 10 ms. In each band: how loud the sound is, how
// tonal, how far above the floor of its surroundings, how much its level and its frequency move: voices glide, noise jumps, a
// buzz stands still. And levels of parts of 1.25 ms, of the sound, of its bend and of what linear prediction leaves of it: static
// begins at once, a loss ends at once, a click is over within one part.
//
// Training reads what this file computes (scripts/fault-model): there is no second implementation.
import { hzOfMel, melOfHz } from '../../../../audio/mel.js'
import { predictionResidual } from '../../../../audio/prediction-residual.js'
import { quickLog10 } from '../../../../audio/quick-log10.js'
import { selected } from '../../../../audio/selection.js'
import type { Spectrum } from '../../../../audio/spectrum.js'
import { PARTS, type PartEnergies, partStart } from '../part-energies.js'

export const BANDS = 40
/** Each is an input of the network under this name, with so many rows of one value a frame. */
export const featureRows = {
  level: BANDS,
  tonality: BANDS,
  rise: BANDS,
  flux: BANDS,
  movement: BANDS,
  sound: PARTS,
  bend: PARTS,
  residual: PARTS,
  residualPeak: PARTS,
} as const
export type FeatureName = keyof typeof featureRows
export const featureNames = Object.keys(featureRows) as FeatureName[]

/** Row after row, `frames` values each. */
export type Features = Record<FeatureName, Float32Array> & { frames: number }

/** One band below every voice, then bands of equal width in mel, then two that only wide files have. */
const VOICE_FROM_HZ = 60
const MEL_TO_HZ = 12_000
const WIDE_EDGES_HZ = [16_000, 24_000]
const MEL_BANDS = BANDS - 1 - WIDE_EDGES_HZ.length
/** Against the speech. Nobody hears what is softer; bands that the file does not have count as this soft. */
const SOFTEST_DB = -80
const LOUDEST_DB = 20
/** Keeps the inputs of the network near one. */
export const LEVEL_SCALE = 1 / 10
export const SOFTEST = LEVEL_SCALE * SOFTEST_DB
const MOST_TONAL_DB = 20
/** The softest tenth of what is no digital silence. */
const FLOOR_SHARE = 0.1
/** Movement is the mean of so many steps, from two frames before to two after; the least that counts, in dB and in bins. */
const STEPS = 4
const LEAST_FLUX_DB = 0.05
const LEAST_MOVE_BINS = 1e-3
const TINY = 1e-20

/** Of one channel, whose spectrum and parts these are; `speechDb`: level of its speech, mean square. */
export function featuresOf(
  samples: Float32Array,
  sampleRateHz: number,
  spectrum: Spectrum,
  parts: PartEnergies,
  speechDb: number,
): Features {
  const { frames } = spectrum
  const features = { frames } as Features
  for (const name of featureNames) features[name] = new Float32Array(featureRows[name] * frames)
  writeBands(spectrum, speechDb, features)
  writeFine(samples, sampleRateHz, parts, speechDb, features)
  return features
}

/** The same of some of the frames. */
export function featuresIn({ frames, ...rows }: Features, from: number, to: number): Features {
  const part = { frames: to - from } as Features
  for (const name of featureNames) {
    part[name] = new Float32Array(featureRows[name] * part.frames)
    for (let row = 0; row < featureRows[name]; row++)
      part[name].set(rows[name].subarray(row * frames + from, row * frames + to), row * part.frames)
  }
  return part
}

function writeBands(spectrum: Spectrum, speechDb: number, features: Features): void {
  const { frames, dims, binHz, fftSize, timesSec } = spectrum
  const held = bandEdges(binHz).filter(({ to }) => to <= dims)
  const edges = Int32Array.from(held.flatMap(({ from, to }) => [from, to]))
  features.level.fill(SOFTEST, held.length * frames)
  // The bins of a Hann frame add up to 3/4 of transform over frame, times the mean square; the first frame begins at 0.
  const frameLength = frames > 0 ? 2 * timesSec[0] * binHz * fftSize : 1
  const referenceDb = speechDb + 10 * Math.log10((0.75 * fftSize) / frameLength)
  for (let frame = 0; frame < frames; frame++) writeFrame(spectrum, frame, edges, referenceDb, features)
  const scratch = new Float32Array(frames)
  for (let band = 0; band < held.length; band++) {
    const row = (values: Float32Array) => values.subarray(band * frames, (band + 1) * frames)
    const levels = row(features.level)
    writeRises(levels, scratch, row(features.rise))
    writeMovements(levels, 1 / LEVEL_SCALE, LEAST_FLUX_DB, row(features.flux))
    // The places of the sound in its band stand there already, and each is read before it is written over.
    writeMovements(row(features.movement), 1, LEAST_MOVE_BINS, row(features.movement))
  }
}

/** Level, tonality and place of the sound within each band; `edges` are the first and last (exclusive) bins of the bands. */
function writeFrame(
  { frames, dims, data }: Spectrum,
  frame: number,
  edges: Int32Array,
  referenceDb: number,
  { level, tonality, movement }: Features,
): void {
  const row = frame * dims
  for (let band = 0; 2 * band < edges.length; band++) {
    const first = row + edges[2 * band]
    const last = row + edges[2 * band + 1]
    let sum = TINY
    let moment = 0
    let most = 0
    for (let at = first; at < last; at++) {
      const power = data[at]
      sum += power
      moment += power * (at - first)
      if (power > most) most = power
    }
    const at = band * frames + frame
    level[at] = scaledLevel(10 * quickLog10(sum) - referenceDb)
    const width = last - first
    const peak = width === 1 ? 0 : 10 * quickLog10((most * width + TINY) / sum)
    tonality[at] = LEVEL_SCALE * Math.min(MOST_TONAL_DB, Math.max(0, peak))
    movement[at] = moment / sum
  }
}

function writeRises(levels: Float32Array, scratch: Float32Array, into: Float32Array): void {
  let audible = 0
  for (let frame = 0; frame < levels.length; frame++)
    if (levels[frame] > SOFTEST) scratch[audible++] = levels[frame]
  const floor = audible > 0 ? selected(scratch, audible, Math.floor(FLOOR_SHARE * (audible - 1))) : 0
  for (let frame = 0; frame < levels.length; frame++) into[frame] = levels[frame] - floor
}

/** Mean step from frame to frame around each, as a power of ten; beyond the ends nothing moves. */
function writeMovements(values: Float32Array, unit: number, least: number, into: Float32Array): void {
  const { length } = values
  let before = 0
  let last = 0
  let next = length > 1 ? Math.abs(values[1] - values[0]) : 0
  for (let frame = 0; frame < length; frame++) {
    const far = frame + 2 < length ? Math.abs(values[frame + 2] - values[frame + 1]) : 0
    into[frame] = quickLog10((unit * (before + last + next + far)) / STEPS + least)
    before = last
    last = next
    next = far
  }
}

function writeFine(
  samples: Float32Array,
  sampleRateHz: number,
  parts: PartEnergies,
  speechDb: number,
  { frames, sound, bend, residual, residualPeak }: Features,
): void {
  const left = predictionResidual(samples, sampleRateHz)
  for (let frame = 0; frame < frames; frame++) {
    for (let part = 0; part < PARTS; part++) {
      const from = partStart(sampleRateHz, frame, part)
      const to = partStart(sampleRateHz, frame, part + 1)
      let sum = 0
      let most = 0
      for (let n = from; n < to; n++) {
        const square = left[n] * left[n]
        sum += square
        if (square > most) most = square
      }
      const at = part * frames + frame
      const length = to - from
      sound[at] = powerLevel(parts.sound[frame * PARTS + part] / length, speechDb)
      bend[at] = powerLevel(parts.sharpness[frame * PARTS + part] / length, speechDb)
      residual[at] = powerLevel(sum / length, speechDb)
      residualPeak[at] = powerLevel(most, speechDb)
    }
  }
}

function powerLevel(power: number, speechDb: number): number {
  return scaledLevel(10 * quickLog10(power + TINY) - speechDb)
}

/** A level over the speech as the network is told of it. */
function scaledLevel(overSpeechDb: number): number {
  return LEVEL_SCALE * Math.min(LOUDEST_DB, Math.max(SOFTEST_DB, overSpeechDb))
}

/** Bins of the bands, the last exclusive; a band narrower than a bin takes the bin that it lies in. */
export function bandEdges(binHz: number): { from: number; to: number }[] {
  const lowest = melOfHz(VOICE_FROM_HZ)
  const step = (melOfHz(MEL_TO_HZ) - lowest) / MEL_BANDS
  const edgesHz = [
    0,
    ...Array.from({ length: MEL_BANDS + 1 }, (_, band) => hzOfMel(lowest + band * step)),
    ...WIDE_EDGES_HZ,
  ]
  return edgesHz.slice(1).map((edgeHz, band) => {
    const from = Math.round(edgesHz[band] / binHz)
    return { from, to: Math.max(from + 1, Math.round(edgeHz / binHz)) }
  })
}
