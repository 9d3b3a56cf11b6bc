import { powerDb } from './frame-levels.js'

/** Level of a sound that comes in pieces, in frames of equal length from its first sample on. */
export class LevelEnvelope {
  readonly levelsDb: number[] = []
  private sum = 0
  private count = 0
  private samples = 0
  private frameEnd: number

  constructor(
    private readonly sampleRateHz: number,
    readonly frameSec: number,
  ) {
    this.frameEnd = Math.round(frameSec * sampleRateHz)
  }

  push(samples: Float32Array): void {
    for (let n = 0; n < samples.length; n++) {
      this.sum += samples[n] * samples[n]
      this.count++
      if (++this.samples < this.frameEnd) continue
      this.levelsDb.push(powerDb(this.sum / this.count))
      this.sum = 0
      this.count = 0
      // From the frame's number, so that frames of 220.5 samples do not drift.
      this.frameEnd = Math.round((this.levelsDb.length + 1) * this.frameSec * this.sampleRateHz)
    }
  }
}
