export interface LevelSummary {
  channels: ChannelLevels[]
  /** Highest of the channels; null when every sample is zero. */
  peakDbfs: number | null
  /** Over all channels together; full scale is the square wave's 0 dBFS, so a full-scale sinusoid has -3.01. Null when silent. */
  rmsDbfs: number | null
  /** Share of sample instants at which every channel is exactly zero, 0 to 1; 0 when there are none. */
  digitalSilenceShare: number
  durationSamples: number
}

export interface ChannelLevels {
  peakDbfs: number | null
  rmsDbfs: number | null
  /** Peak over RMS; null when silent. */
  crestDb: number | null
  /** Mean of the samples, -1 to 1. */
  dcOffset: number
}

/** Plain levels of sound that comes in pieces. */
export class LevelMeter {
  private readonly peaks: Float64Array
  private readonly sums: Float64Array
  private readonly squares: Float64Array
  private samples = 0
  private silentSamples = 0

  constructor(channels: number) {
    if (!Number.isInteger(channels) || channels < 1) {
      throw new RangeError(`channels must be a whole number from 1, got ${channels}`)
    }
    this.peaks = new Float64Array(channels)
    this.sums = new Float64Array(channels)
    this.squares = new Float64Array(channels)
  }

  /** One array a channel, all of one length. */
  push(channels: Float32Array[]): void {
    if (channels.length !== this.peaks.length) {
      throw new RangeError(`expected ${this.peaks.length} channels, got ${channels.length}`)
    }
    const length = channels[0].length
    if (channels.some((channel) => channel.length !== length)) {
      throw new RangeError('expected channels of one length')
    }
    for (let c = 0; c < channels.length; c++) this.addChannel(c, channels[c])
    this.silentSamples += countSilent(channels)
    this.samples += length
  }

  result(): LevelSummary {
    const { samples } = this
    const channels = Array.from(this.peaks, (peak, c): ChannelLevels => {
      const peakDbfs = decibels(peak)
      const rmsDbfs = decibels(rootMean(this.squares[c], samples))
      return {
        peakDbfs,
        rmsDbfs,
        crestDb: peakDbfs !== null && rmsDbfs !== null ? peakDbfs - rmsDbfs : null,
        dcOffset: samples > 0 ? this.sums[c] / samples : 0,
      }
    })
    const allSquares = this.squares.reduce((sum, square) => sum + square, 0)
    return {
      channels,
      peakDbfs: decibels(Math.max(...this.peaks)),
      rmsDbfs: decibels(rootMean(allSquares, samples * channels.length)),
      digitalSilenceShare: samples > 0 ? this.silentSamples / samples : 0,
      durationSamples: samples,
    }
  }

  private addChannel(channel: number, samples: Float32Array): void {
    let peak = this.peaks[channel]
    let sum = 0
    let square = 0
    for (let n = 0; n < samples.length; n++) {
      const value = samples[n]
      const height = Math.abs(value)
      if (height > peak) peak = height
      sum += value
      square += value * value
    }
    this.peaks[channel] = peak
    this.sums[channel] += sum
    this.squares[channel] += square
  }
}

function countSilent(channels: Float32Array[]): number {
  const first = channels[0]
  let count = 0
  for (let n = 0; n < first.length; n++) {
    // Most samples are not zero in the first channel already.
    if (first[n] === 0 && channels.every((channel) => channel[n] === 0)) count++
  }
  return count
}

function rootMean(sumOfSquares: number, count: number): number {
  return count > 0 ? Math.sqrt(sumOfSquares / count) : 0
}

function decibels(amplitude: number): number | null {
  return amplitude > 0 ? 20 * Math.log10(amplitude) : null
}
