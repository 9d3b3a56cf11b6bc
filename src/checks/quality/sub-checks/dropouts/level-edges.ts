// Places where the level falls or rises within a few milliseconds, and whether all of the sound does so at once.
import { RealFft } from '../../../../audio/fft.js'
import { nextPowerOfTwo } from '../../../../audio/spectrum.js'

/** About a period of a deep voice on each side of the edge, which may itself take 3 ms. */
const SIDE_MS = 12
export const EDGE_MS = 3
/** Just beside the edge: a voice that ends rings for longer than this, one that is turned down does not. */
const NEAR_MS = 5
/** Half of speech's own changes are smaller. */
const LEAST_DB = 9
const ALONE_MS = 6
/** Softer places tell nothing. */
const BELOW_SPEECH_DB = 27
/** About one critical band in two (E. Zwicker 1961). */
const BAND_EDGES_HZ = [100, 250, 450, 700, 1050, 1500, 2100, 2900, 3900, 5200, 6800, 9000]
const FEWEST_BANDS = 4
/** Below, a band holds nothing but the steps of 16 bit. */
const EMPTY_DB = -100
/** The wave after the edge is looked for before it, up to the period of a deep voice earlier. */
const WAVE_MS = 10
const LONGEST_PERIOD_MS = 14
/** Waves are compared at about this rate: what a voice repeats lies low. */
const COMPARED_HZ = 8_000

export interface LevelEdge {
  atMs: number
  /** Positive where the level rises. */
  changeDb: number
  /** The same over 5 ms on each side. */
  nearDb: number
  /** Level of the louder side against the speech. */
  loudDb: number
  shape?: EdgeShape
}

export interface EdgeShape {
  /** How unequally the bands change (standard deviation), and by how much the middle one does. */
  unevenDb: number
  bandDb: number
  /** How well the wave goes on over the edge but for its size, 0 to 1. */
  alike: number
}

/** Mean squares of whole milliseconds, as sums from the start. */
export class Milliseconds {
  readonly count: number
  private readonly sums: Float64Array

  constructor(
    readonly samples: Float32Array,
    readonly sampleRateHz: number,
  ) {
    this.count = Math.floor((1000 * samples.length) / sampleRateHz)
    this.sums = new Float64Array(this.count + 1)
    for (let ms = 0; ms < this.count; ms++) {
      const to = this.sample(ms + 1)
      let sum = 0
      for (let n = this.sample(ms); n < to; n++) sum += samples[n] * samples[n]
      this.sums[ms + 1] = this.sums[ms] + sum / Math.max(1, to - this.sample(ms))
    }
  }

  sample(ms: number): number {
    return Math.round((ms * this.sampleRateHz) / 1000)
  }

  power(fromMs: number, toMs: number): number {
    return Math.max(0, this.sums[toMs] - this.sums[fromMs]) / (toMs - fromMs) + 1e-12
  }

  levelDb(fromMs: number, toMs: number): number {
    return 10 * Math.log10(this.power(fromMs, toMs))
  }
}

export function levelEdges(time: Milliseconds, speechDb: number): LevelEdge[] {
  const ratios = new Float64Array(time.count)
  for (let ms = SIDE_MS; ms + EDGE_MS + SIDE_MS <= time.count; ms++)
    ratios[ms] = time.power(ms + EDGE_MS, ms + EDGE_MS + SIDE_MS) / time.power(ms - SIDE_MS, ms)
  const least = 10 ** (LEAST_DB / 10)
  const edges: LevelEdge[] = []
  for (let ms = SIDE_MS; ms + EDGE_MS + SIDE_MS <= time.count; ms++) {
    const ratio = ratios[ms]
    const size = Math.max(ratio, 1 / ratio)
    if (size < least || !isSteepest(ratios, ms, size)) continue
    const sign = ratio > 1 ? 1 : -1
    const nearDb =
      time.levelDb(ms + EDGE_MS, ms + EDGE_MS + NEAR_MS) - time.levelDb(Math.max(0, ms - NEAR_MS), ms)
    const before = time.levelDb(ms - SIDE_MS, ms)
    const after = time.levelDb(ms + EDGE_MS, ms + EDGE_MS + SIDE_MS)
    const loudDb = Math.max(before, after) - speechDb
    if (sign * nearDb < LEAST_DB || loudDb < -BELOW_SPEECH_DB) continue
    edges.push({ atMs: ms, changeDb: after - before, nearDb, loudDb })
  }
  return edges
}

function isSteepest(ratios: Float64Array, ms: number, size: number): boolean {
  const from = Math.max(0, ms - ALONE_MS)
  const to = Math.min(ratios.length - 1, ms + ALONE_MS)
  for (let other = from; other <= to; other++) {
    const ratio = ratios[other]
    if (other === ms || ratio === 0) continue
    const otherSize = Math.max(ratio, 1 / ratio)
    if (otherSize > size || (otherSize === size && other < ms)) return false
  }
  return true
}

/** Measured when first asked for: most edges have no partner. */
export function shapeOf(edge: LevelEdge, time: Milliseconds): EdgeShape {
  edge.shape ??= { ...bandChanges(edge, time), alike: alikeness(edge, time) }
  return edge.shape
}

function bandChanges({ atMs }: LevelEdge, time: Milliseconds): Pick<EdgeShape, 'unevenDb' | 'bandDb'> {
  const before = bandLevelsDb(time, atMs - SIDE_MS)
  const after = bandLevelsDb(time, atMs + EDGE_MS)
  const changes = before
    .map((level, band) => ({ least: Math.min(level, after[band]), change: after[band] - level }))
    .filter(({ least }) => least > EMPTY_DB)
    .map(({ change }) => change)
    .sort((a, b) => a - b)
  if (changes.length < FEWEST_BANDS) return { unevenDb: Infinity, bandDb: 0 }
  const middle = changes[changes.length >> 1]
  const square = changes.reduce((sum, change) => sum + (change - middle) ** 2, 0) / changes.length
  return { unevenDb: Math.sqrt(square), bandDb: middle }
}

function bandLevelsDb({ samples, sampleRateHz }: Milliseconds, fromMs: number): number[] {
  const length = Math.round((SIDE_MS * sampleRateHz) / 1000)
  const first = Math.round((fromMs * sampleRateHz) / 1000)
  const fft = fftOf(nextPowerOfTwo(length))
  const block = new Float64Array(fft.size)
  for (let n = 0; n < length; n++)
    block[n] = (samples[first + n] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * (n + 0.5)) / length))
  const re = new Float64Array(fft.bins)
  const im = new Float64Array(fft.bins)
  fft.forward(block, re, im)
  const edges = BAND_EDGES_HZ.filter((hz) => hz < 0.48 * sampleRateHz)
  return edges.slice(1).map((toHz, band) => {
    const from = Math.ceil((edges[band] * fft.size) / sampleRateHz)
    const to = Math.max(from + 1, Math.ceil((toHz * fft.size) / sampleRateHz))
    let sum = 0
    for (let bin = from; bin < to; bin++) sum += re[bin] * re[bin] + im[bin] * im[bin]
    // Parseval for a Hann window (3/8 of its length).
    return 10 * Math.log10((2 * sum) / (0.375 * length * fft.size) + 1e-13)
  })
}

/** Its tables take longer to make than a transform. */
let lastFft: RealFft | undefined

function fftOf(size: number): RealFft {
  if (lastFft?.size !== size) lastFft = new RealFft(size)
  return lastFft
}

/** The best normalised correlation of the wave after the edge with the one a period before it. */
function alikeness({ atMs }: LevelEdge, time: Milliseconds): number {
  const { samples, sampleRateHz } = time
  const step = Math.max(1, Math.floor(sampleRateHz / COMPARED_HZ))
  const from = time.sample(atMs + EDGE_MS)
  const length = time.sample(WAVE_MS)
  const first = time.sample(EDGE_MS + WAVE_MS)
  const last = Math.min(from, time.sample(EDGE_MS + WAVE_MS + LONGEST_PERIOD_MS))
  let best = 0
  for (let lag = first; lag <= last; lag += step) {
    let product = 0
    let here = 0
    let there = 0
    for (let n = from; n < from + length && n < samples.length; n += step) {
      product += samples[n] * samples[n - lag]
      here += samples[n] * samples[n]
      there += samples[n - lag] * samples[n - lag]
    }
    if (product > 0) best = Math.max(best, product / Math.sqrt(here * there))
  }
  return best
}
