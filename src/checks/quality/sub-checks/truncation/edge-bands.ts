// The sound of a file in three bands, how loud its speech is in each, and its two edges.
import { frameLevelsDb, speechLevelDb } from '../time-levels/frame-levels.js'
import { HighPass } from './high-pass.js'

/** All of the voice but rumble and steps of the microphone; without its pitch; what hisses. */
const LOWEST_HZ = [60, 200, 2_000]
export const BANDS = LOWEST_HZ.length
const LEVEL_FRAME_SEC = 0.01
/** The file's quiet; a short file of dense speech has only a few quiet frames. */
const FLOOR_QUANTILE = 0.02

export type BandSamples = Float32Array[]

export interface BandLevels {
  /** In each band. */
  speechDb: number[]
  /** Of the first band. */
  floorDb: number
}

/** Takes a file piece by piece and keeps its edges, the end turned round: both read from the outside in. */
export class EdgeBands {
  start: BandSamples = LOWEST_HZ.map(() => new Float32Array(0))
  end: BandSamples = this.start
  samples = 0
  private readonly filters: HighPass[]
  private readonly levelsDb: number[][] = LOWEST_HZ.map(() => [])
  private readonly frame: number
  private readonly edge: number

  constructor(sampleRateHz: number, edgeSec: number) {
    this.filters = LOWEST_HZ.map((hz) => new HighPass(sampleRateHz, hz))
    this.frame = Math.max(1, Math.round(LEVEL_FRAME_SEC * sampleRateHz))
    this.edge = Math.round(edgeSec * sampleRateHz)
  }

  push(piece: Float32Array): void {
    const bands = this.filters.map((filter) => filter.push(piece))
    for (const [band, voice] of bands.entries())
      for (const level of frameLevelsDb(voice, this.frame)) this.levelsDb[band].push(level)
    if (this.samples < this.edge)
      this.start = bands.map((voice, band) => joined(this.start[band], voice.subarray(0, this.edge)))
    this.end = bands.map((voice, band) =>
      joined(voice.slice(-this.edge).reverse(), this.end[band]).slice(0, this.edge),
    )
    this.samples += piece.length
  }

  levels(): BandLevels {
    const ordered = Float64Array.from(this.levelsDb[0]).sort()
    return {
      speechDb: this.levelsDb.map((levels) => speechLevelDb(levels)),
      floorDb: ordered[Math.floor(FLOOR_QUANTILE * ordered.length)],
    }
  }
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
