// Stretches of a file as sounds of their own, taken while it is decoded.
import { flacOf } from '../audio/flac.js'
import { GrowingSamples } from '../audio/growing-samples.js'
import { resample } from '../audio/resample.js'

export interface Stretch {
  startSec: number
  endSec: number
}

export interface Excerpt extends Stretch {
  mediaType: 'audio/flac'
  bytes: Uint8Array
}

/** Speech has nothing above 12 kHz that a person would miss; what is at a lower rate stays there. */
const MOST_RATE_HZ = 24_000

/** Takes a file piece by piece and keeps the stretches alone; all channels become one. */
export class ExcerptCutter {
  private readonly kept: GrowingSamples[]
  private position = 0
  private rateHz = 1

  /** In order of time, none in another. */
  constructor(private readonly stretches: readonly Stretch[]) {
    this.kept = stretches.map(() => new GrowingSamples(0))
  }

  add(channels: Float32Array[], rateHz: number): void {
    this.rateHz = rateHz
    const { length } = channels[0]
    for (const [at, { startSec, endSec }] of this.stretches.entries()) {
      const from = Math.max(0, Math.round(startSec * rateHz) - this.position)
      const to = Math.min(length, Math.round(endSec * rateHz) - this.position)
      if (from >= to) continue
      this.kept[at].push(mixed(channels, from, to))
    }
    this.position += length
  }

  /** Those that the file is long enough for, each as long as there is sound. */
  excerpts(): Excerpt[] {
    return this.stretches.flatMap(({ startSec }, at) => {
      const samples = this.kept[at].whole()
      if (samples.length === 0) return []
      const rateHz = Math.min(MOST_RATE_HZ, this.rateHz)
      const bytes = flacOf(resample(samples, this.rateHz, rateHz), rateHz)
      return [{ startSec, endSec: startSec + samples.length / this.rateHz, mediaType: 'audio/flac', bytes }]
    })
  }
}

function mixed(channels: Float32Array[], from: number, to: number): Float32Array {
  const sum = channels[0].slice(from, to)
  for (const channel of channels.slice(1)) {
    for (let at = 0; at < sum.length; at++) sum[at] += channel[from + at]
  }
  return channels.length === 1 ? sum : sum.map((sample) => sample / channels.length)
}
