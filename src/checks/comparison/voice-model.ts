// Turns the views of two voices into the odds that they are one. The numbers come from scripts/train-voice-model.ts.

/** A linear discriminant and a probabilistic one behind it, with diagonal covariances. */
export interface VoiceModel {
  /** What all voices have in common: taken out first. */
  mean: Float32Array
  /** Directions in which voices differ more than recordings of one voice, row after row. */
  directions: Float32Array
  dims: number
  /** Variance of voices along each direction. */
  between: Float32Array
  /** Variance of one voice's prints along each direction: of endless speech, and what a print of one second has more. */
  within: Float32Array
  withinOneSec: Float32Array
}

/**
 * Log odds that two prints are of one voice, from the log-likelihood ratio and the shortness of the prints:
 * offset + scale * ratio + shortness * (shortOffset + shortScale * ratio).
 */
export interface Calibration {
  offset: number
  scale: number
  shortOffset: number
  shortScale: number
}

/** A voice print as the network gives it, and the seconds of speech behind it. */
export interface VoicePrint {
  embedding: Float32Array
  speechSec: number
}

/** A print in the space of the model. */
export interface PlacedVoice {
  place: Float32Array
  speechSec: number
  /** One by the variance of such a print along each direction: the shorter, the less it says. */
  precision: Float32Array
}

export interface StoredVoiceModel {
  dims: number
  /** Little-endian 32-bit floats in base64: mean, directions, between, within, withinOneSec. */
  numbers: string
}

/** Less speech than this makes the variance of a print no larger: it would be without bound. */
const SHORTEST_SEC = 0.5

/** Where the print lies: centred, along the directions of the model, at one distance from the middle whatever its length. */
export function placed(model: VoiceModel, { embedding, speechSec }: VoicePrint): PlacedVoice {
  const { mean, directions, dims } = model
  const place = new Float32Array(dims)
  let squares = 0
  for (let row = 0; row < dims; row++) {
    let sum = 0
    for (let column = 0; column < mean.length; column++)
      sum += directions[row * mean.length + column] * (embedding[column] - mean[column])
    place[row] = sum
    squares += sum * sum
  }
  const gain = Math.sqrt(dims / squares)
  const perSec = 1 / Math.max(SHORTEST_SEC, speechSec)
  return {
    place: squares > 0 ? place.map((component) => component * gain) : place,
    speechSec,
    precision: model.within.map((within, d) => 1 / (within + model.withinOneSec[d] * perSec)),
  }
}

/** Far from what a number can hold; every factor is 1 or more. */
const LARGE_PRODUCT = 1e100

/**
 * The logarithm of how much likelier both prints are if one voice spoke than if two did (two-covariance model:
 * N. Brümmer and E. de Villiers, "The speaker partitioning problem", 2010), each print as uncertain as it is short.
 */
export function logLikelihoodRatio(model: VoiceModel, one: PlacedVoice, other: PlacedVoice): number {
  const { between, within, withinOneSec, dims } = model
  const perSec = 1 / Math.max(SHORTEST_SEC, one.speechSec)
  const perOtherSec = 1 / Math.max(SHORTEST_SEC, other.speechSec)
  let sum = 0
  // A logarithm costs more than all else here, and that of a product is the sum of those of its factors.
  let product = 1
  for (let d = 0; d < dims; d++) {
    const shared = between[d]
    const x = one.place[d]
    const y = other.place[d]
    const varianceX = shared + within[d] + withinOneSec[d] * perSec
    const varianceY = shared + within[d] + withinOneSec[d] * perOtherSec
    const determinant = varianceX * varianceY - shared * shared
    product *= (varianceX * varianceY) / determinant
    if (product > LARGE_PRODUCT) {
      sum += Math.log(product)
      product = 1
    }
    sum +=
      (x * x) / varianceX +
      (y * y) / varianceY -
      (varianceY * x * x - 2 * shared * x * y + varianceX * y * y) / determinant
  }
  return (sum + Math.log(product)) / 2
}

/**
 * The same for one print and several that are of one voice: what these say together of the voice is surer than what each says.
 * With a single one it is the ratio of the two.
 */
export function groupLogLikelihoodRatio(
  { between, dims }: VoiceModel,
  one: PlacedVoice,
  group: readonly PlacedVoice[],
): number {
  const precision = new Float64Array(dims)
  const weighted = new Float64Array(dims)
  for (const member of group)
    for (let d = 0; d < dims; d++) {
      precision[d] += member.precision[d]
      weighted[d] += member.precision[d] * member.place[d]
    }
  let sum = 0
  let product = 1
  for (let d = 0; d < dims; d++) {
    const own = 1 / one.precision[d]
    const ofVoice = 1 / (1 / between[d] + precision[d])
    const ofAny = between[d] + own
    product *= ofAny / (ofVoice + own)
    if (product > LARGE_PRODUCT) {
      sum += Math.log(product)
      product = 1
    }
    sum += one.place[d] ** 2 / ofAny - (one.place[d] - ofVoice * weighted[d]) ** 2 / (ofVoice + own)
  }
  return (sum + Math.log(product)) / 2
}

/** Sum of 1 / seconds of speech of two prints. */
export function shortnessOf(oneSec: number, otherSec: number): number {
  return 1 / Math.max(SHORTEST_SEC, oneSec) + 1 / Math.max(SHORTEST_SEC, otherSec)
}

/** The logarithm of the odds that two voices are one, from the ratios of all views together. */
export function logOdds(calibration: Calibration, ratio: number, shortness: number): number {
  const { offset, scale, shortOffset, shortScale } = calibration
  return offset + scale * ratio + shortness * (shortOffset + shortScale * ratio)
}

export function packModel(model: VoiceModel): StoredVoiceModel {
  const { mean, directions, between, within, withinOneSec, dims } = model
  const parts = [mean, directions, between, within, withinOneSec]
  const bytes = Buffer.alloc(4 * parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) for (const value of part) at = bytes.writeFloatLE(value, at)
  return { dims, numbers: bytes.toString('base64') }
}

export function unpackModel({ dims, numbers }: StoredVoiceModel): VoiceModel {
  const bytes = Buffer.from(numbers, 'base64')
  const size = (bytes.length / 4 - 3 * dims) / (dims + 1)
  if (!Number.isInteger(size)) throw new Error('the voice model is damaged')
  let at = 0
  const take = (length: number) =>
    Float32Array.from({ length }, () => {
      const value = bytes.readFloatLE(at)
      at += 4
      return value
    })
  return {
    dims,
    mean: take(size),
    directions: take(dims * size),
    between: take(dims),
    within: take(dims),
    withinOneSec: take(dims),
  }
}
