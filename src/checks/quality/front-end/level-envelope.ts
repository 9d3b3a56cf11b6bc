import { energy, powerDb } from './frame-levels.js'

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
    for (let from = 0; from < samples.length; ) {
      const to = Math.min(samples.length, from + this.frameEnd - this.samples)
      this.sum += energy(samples, from, to)
      this.count += to - from
      this.samples += to - from
      from = to
      if (this.samples < this.frameEnd) return
      this.levelsDb.push(powerDb(this.sum / this.count))
      this.sum = 0
      this.count = 0
      // From the frame's number, so that frames of 220.5 samples do not drift.
      this.frameEnd = Math.round((this.levelsDb.length + 1) * this.frameSec * this.sampleRateHz)
    }
  }
}
