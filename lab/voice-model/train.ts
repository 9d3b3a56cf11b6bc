// Learns from prints with known voices in which directions voices differ, and how far.
import {
  type PlacedVoice,
  placed,
  type VoiceModel,
  type VoicePrint,
} from '../../src/checks/comparison/voice-model.js'
import type { View } from '../../src/checks/comparison/voice-views.js'
import {
  addOuter,
  cholesky,
  eigenOfSymmetric,
  inverseOfLower,
  product,
  square,
  transposed,
} from './linear-algebra.js'

/** A print whose voice is known. */
export interface Sample extends VoicePrint {
  voice: string
}

/** Directions kept of each view. */
export const DIMS: Record<View, number> = { plain: 80, slow: 80, fast: 80, timbre: 80, whole: 130 }
/** Added to every variance, as a share of their mean, so that few clips do not make a direction look certain. */
const RIDGE = 1e-3
/** No direction is taken to vary less than this share of what was seen on average, however long the speech. */
const LEAST_WITHIN_SHARE = 0.25
const LEAST_BETWEEN = 1e-3
const SHORTEST_SEC = 0.5

export function train(clips: Sample[], dims: number): VoiceModel {
  const voices = byVoice(clips)
  const size = clips[0].embedding.length
  const means = voices.map((voice) => meanOf(voice.map(({ embedding }) => embedding)))
  const mean = meanOf(means)
  const within = square(size)
  const freedom = clips.length - voices.length
  voices.forEach((voice, index) => {
    for (const { embedding } of voice) addOuter(within, minus(embedding, means[index]), 1 / freedom)
  })
  const ridge = (RIDGE * traceOf(within)) / size
  for (let d = 0; d < size; d++) within.data[d * size + d] += ridge
  const between = square(size)
  for (const each of means) addOuter(between, minus(each, mean), 1 / means.length)
  const whitening = inverseOfLower(cholesky(within))
  const { vectors } = eigenOfSymmetric(product(product(whitening, between), transposed(whitening)))
  const directions = new Float32Array(dims * size)
  for (let row = 0; row < dims; row++)
    for (let column = 0; column < size; column++) {
      let sum = 0
      for (let k = 0; k < size; k++) sum += vectors[row][k] * whitening.data[k * size + column]
      directions[row * size + column] = sum
    }
  const blank = new Float32Array(dims)
  const model: VoiceModel = {
    dims,
    mean: Float32Array.from(mean),
    directions,
    between: blank,
    within: blank,
    withinOneSec: blank,
  }
  const places = voices.map((voice) => voice.map((clip) => placed(model, clip)))
  return { ...model, ...variances(places, dims) }
}

/** Variances along each direction; within a voice as a straight line over 1 / seconds of speech, by least squares. */
function variances(
  voices: PlacedVoice[][],
  dims: number,
): Pick<VoiceModel, 'between' | 'within' | 'withinOneSec'> {
  const between = new Float32Array(dims)
  const within = new Float32Array(dims)
  const withinOneSec = new Float32Array(dims)
  const shareOfWithin = voices.reduce((sum, { length }) => sum + 1 / length, 0) / voices.length
  for (let d = 0; d < dims; d++) {
    const means: number[] = []
    const squares: { perSec: number; square: number }[] = []
    let sum = 0
    let freedom = 0
    for (const voice of voices) {
      const mean = voice.reduce((total, { place }) => total + place[d], 0) / voice.length
      means.push(mean)
      if (voice.length < 2) continue
      freedom += voice.length - 1
      for (const { place, speechSec } of voice) {
        const residual = (place[d] - mean) ** 2
        sum += residual
        squares.push({
          perSec: 1 / Math.max(SHORTEST_SEC, speechSec),
          square: (residual * voice.length) / (voice.length - 1),
        })
      }
    }
    const average = sum / freedom
    const { intercept, slope } = line(squares)
    within[d] = Math.max(intercept, LEAST_WITHIN_SHARE * average)
    withinOneSec[d] = Math.max(slope, 0)
    const middle = means.reduce((total, each) => total + each, 0) / means.length
    const spread = means.reduce((total, each) => total + (each - middle) ** 2, 0) / means.length
    between[d] = Math.max(spread - average * shareOfWithin, LEAST_BETWEEN)
  }
  return { between, within, withinOneSec }
}

function line(points: { perSec: number; square: number }[]): { intercept: number; slope: number } {
  const x = points.reduce((sum, { perSec }) => sum + perSec, 0) / points.length
  const y = points.reduce((sum, { square }) => sum + square, 0) / points.length
  let joint = 0
  let spread = 0
  for (const { perSec, square } of points) {
    joint += (perSec - x) * (square - y)
    spread += (perSec - x) ** 2
  }
  const slope = spread > 0 ? joint / spread : 0
  return { intercept: y - slope * x, slope }
}

function meanOf(vectors: ArrayLike<number>[]): Float64Array {
  const mean = new Float64Array(vectors[0].length)
  for (const vector of vectors) for (let d = 0; d < mean.length; d++) mean[d] += vector[d] / vectors.length
  return mean
}

function minus(a: ArrayLike<number>, b: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: a.length }, (_, d) => a[d] - b[d])
}

function traceOf({ size, data }: { size: number; data: Float64Array }): number {
  let sum = 0
  for (let d = 0; d < size; d++) sum += data[d * size + d]
  return sum
}

function byVoice(clips: Sample[]): Sample[][] {
  const voices = new Map<string, Sample[]>()
  for (const clip of clips) {
    const known = voices.get(clip.voice)
    if (known) known.push(clip)
    else voices.set(clip.voice, [clip])
  }
  return [...voices.values()]
}
