// The sound of a file in three bands, how loud its speech is in each, and its two edges.
import { frameLevelsDb, speechLevelDb } from '../../front-end/frame-levels.js'
import { HighPass } from './high-pass.js'
import { parameters } from './parameters.js'

const { floorQuantile, levelFrameSec, lowestHz } = parameters

/** All of the voice but rumble and steps of the microphone; without its pitch; what hisses. */
export const BANDS = lowestHz.length
const PART_FRAMES = 32

export type BandSamples = Float32Array[]

export interface BandLevels {
  /** In each band. */
  speechDb: number[]
  /** Of the first band. */
  floorDb: number
}

/** Takes a file piece by piece and keeps its edges, the end turned round: both read from the outside in. */
export class EdgeBands {
  readonly start: BandSamples = lowestHz.map(() => new Float32Array(0))
  readonly end: BandSamples = lowestHz.map(() => new Float32Array(0))
  samples = 0
  private readonly filters: HighPass[]
  private readonly levelsDb: number[][] = lowestHz.map(() => [])
  private readonly frame: number
  private readonly edge: number
  private readonly scratch: Float32Array

  constructor(sampleRateHz: number, edgeSec: number) {
    this.filters = lowestHz.map((hz) => new HighPass(sampleRateHz, hz))
    this.frame = Math.max(1, Math.round(levelFrameSec * sampleRateHz))
    this.edge = Math.round(edgeSec * sampleRateHz)
    this.scratch = new Float32Array(PART_FRAMES * this.frame)
  }

  push(piece: Float32Array): void {
    // Parts small enough to stay at hand between the filter and what is made of its output.
    const part = PART_FRAMES * this.frame
    for (let from = 0; from < piece.length; from += part) {
      const to = Math.min(piece.length, from + part)
      this.pushPart(piece.subarray(from, to), to > piece.length - this.edge)
    }
  }

  private pushPart(part: Float32Array, isNearEnd: boolean): void {
    const missing = this.edge - this.samples
    for (const [band, filter] of this.filters.entries()) {
      const voice = filter.push(part, this.scratch.subarray(0, part.length))
      for (const level of frameLevelsDb(voice, this.frame)) this.levelsDb[band].push(level)
      if (missing > 0) this.start[band] = joined(this.start[band], voice.subarray(0, missing))
      if (isNearEnd)
        this.end[band] = joined(voice.slice(-this.edge).reverse(), this.end[band]).slice(0, this.edge)
    }
    this.samples += part.length
  }

  levels(): BandLevels {
    const ordered = Float64Array.from(this.levelsDb[0]).sort()
    return {
      speechDb: this.levelsDb.map((levels) => speechLevelDb(levels)),
      floorDb: ordered[Math.floor(floorQuantile * ordered.length)],
    }
  }
}

function joined(one: Float32Array, other: Float32Array): Float32Array {
  const both = new Float32Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
