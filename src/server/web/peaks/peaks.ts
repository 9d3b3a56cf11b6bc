// What a player needs to draw a waveform: the lowest and highest sample of each short stretch.

/** Fine enough that a stretch is narrower than a pixel for all but the shortest files. */
const FINEST_SEC = 0.01
/** More than any screen has pixels across; fewer on request. */
const MOST_STRETCHES = 4000
/** Full scale of what is handed out: one byte each. */
const FULL_SCALE = 127

export interface Peaks {
  durationSec: number
  /** Of one stretch, in seconds. */
  stepSec: number
  /** Lowest and highest sample of each stretch in turn, -127 to 127 at full scale. */
  peaks: number[]
}

/** Takes a file piece by piece; all channels count as one. */
export class PeakMeter {
  private readonly lows: number[] = []
  private readonly highs: number[] = []
  private low = 0
  private high = 0
  private inStretch = 0
  private sampleCount = 0
  private rateHz = 1

  constructor(private readonly mostStretches = MOST_STRETCHES) {}

  add(channels: Float32Array[], sampleRateHz: number): void {
    this.rateHz = sampleRateHz
    const stretch = Math.max(1, Math.round(FINEST_SEC * sampleRateHz))
    const { length } = channels[0]
    for (let at = 0; at < length; at++) {
      for (const channel of channels) {
        if (channel[at] < this.low) this.low = channel[at]
        else if (channel[at] > this.high) this.high = channel[at]
      }
      if (++this.inStretch === stretch) this.endStretch()
    }
    this.sampleCount += length
  }

  peaks(): Peaks {
    if (this.inStretch > 0) this.endStretch()
    const peaks = this.lows.flatMap((low, at) => [scaled(low), scaled(this.highs[at])])
    const stepSec = Math.max(1, Math.round(FINEST_SEC * this.rateHz)) / this.rateHz
    return coarser({ durationSec: this.sampleCount / this.rateHz, stepSec, peaks }, this.mostStretches)
  }

  private endStretch(): void {
    this.lows.push(this.low)
    this.highs.push(this.high)
    this.low = 0
    this.high = 0
    this.inStretch = 0
  }
}

/** In so many stretches at most. */
export function coarser({ durationSec, stepSec, peaks }: Peaks, mostStretches: number): Peaks {
  const stretches = peaks.length / 2
  const joined = Math.max(1, Math.ceil(stretches / mostStretches))
  const fewer: number[] = []
  for (let from = 0; from < stretches; from += joined) {
    const own = peaks.slice(2 * from, 2 * (from + joined))
    // Of silence too: no stretch has a lowest sample above 0 or a highest below it.
    fewer.push(Math.min(...own), Math.max(...own))
  }
  return { durationSec, stepSec: joined * stepSec, peaks: fewer }
}

function scaled(sample: number): number {
  return Math.max(-FULL_SCALE, Math.min(FULL_SCALE, Math.round(sample * FULL_SCALE)))
}
