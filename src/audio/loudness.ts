import { KWeighting } from './k-weighting.js'
import { TruePeakMeter } from './true-peak.js'

export interface LoudnessResult {
  /** Null when nothing passes the absolute gate: silence, or no sound at all. */
  integratedLufs: number | null
  /** Null when every sample is zero. */
  truePeakDbtp: number | null
  /** Highest loudness of any 400 ms; null when shorter, or silent. */
  momentaryMaxLufs: number | null
  /** Highest loudness of any 3 s; null when shorter, or silent. */
  shortTermMaxLufs: number | null
}

/** ITU-R BS.1770-4, Annex 1. */
const LOUDNESS_OFFSET_LU = -0.691
export const ABSOLUTE_GATE_LUFS = -70
const RELATIVE_GATE_LU = -10
const SURROUND_WEIGHT = 1.41
/** Gating blocks are 400 ms long and start every 100 ms; momentary and short-term windows (EBU Tech 3341) move by 10 ms. */
const STEPS_PER_SEC = 100
const STEPS_PER_HOP = 10
const STEPS_PER_BLOCK = 40
const STEPS_SHORT_TERM = 300

/**
 * Loudness per ITU-R BS.1770-4 and EBU Tech 3341 of sound that comes in pieces. Channels are in the order of WAVE
 * files (L R C LFE Ls Rs; L R C Ls Rs when there are five). What is kept grows by ten numbers a second.
 *
 * Sound shorter than one gating block has no loudness by the standard; here it is taken as one block of its own length.
 */
export class LoudnessMeter {
  private readonly filters: KWeighting[]
  private readonly peaks: TruePeakMeter[]
  private readonly weights: number[]
  private readonly blockPowers: number[] = []
  /** Energies of the last 3 s, step by step, in a ring. */
  private readonly stepEnergies = new Float64Array(STEPS_SHORT_TERM)
  private readonly stepSamples = new Int32Array(STEPS_SHORT_TERM)
  private steps = 0
  private openEnergy = 0
  private openSamples = 0
  private momentaryMax = 0
  private shortTermMax = 0

  constructor(
    private readonly sampleRateHz: number,
    channels: number,
  ) {
    if (!(sampleRateHz >= STEPS_PER_SEC) || !Number.isFinite(sampleRateHz)) {
      throw new RangeError(`sampleRateHz must be ${STEPS_PER_SEC} or more, got ${sampleRateHz}`)
    }
    if (!Number.isInteger(channels) || channels < 1) {
      throw new RangeError(`channels must be a whole number from 1, got ${channels}`)
    }
    this.weights = channelWeights(channels)
    this.filters = this.weights.map(() => new KWeighting(sampleRateHz))
    this.peaks = this.weights.map(() => new TruePeakMeter(sampleRateHz))
  }

  /** One array a channel, all of one length. */
  push(channels: Float32Array[]): void {
    if (channels.length !== this.weights.length) {
      throw new RangeError(`expected ${this.weights.length} channels, got ${channels.length}`)
    }
    const length = channels[0].length
    if (channels.some((channel) => channel.length !== length)) {
      throw new RangeError('expected channels of one length')
    }
    for (let c = 0; c < channels.length; c++) this.peaks[c].push(channels[c])
    for (let at = 0; at < length; ) {
      const end = Math.min(length, at + this.openStepLength() - this.openSamples)
      for (let c = 0; c < channels.length; c++) {
        if (this.weights[c] > 0)
          this.openEnergy += this.weights[c] * this.filters[c].energy(channels[c], at, end)
      }
      this.openSamples += end - at
      at = end
      if (this.openSamples === this.openStepLength()) this.closeStep()
    }
  }

  /** Loudness of the last 400 ms; null before that much has come, and in silence. */
  get momentaryLufs(): number | null {
    return lufs(this.recentPower(STEPS_PER_BLOCK))
  }

  /** Loudness of the last 3 s; null before that much has come, and in silence. */
  get shortTermLufs(): number | null {
    return lufs(this.recentPower(STEPS_SHORT_TERM))
  }

  /** The measures of all that has come; no more may come afterwards. */
  result(): LoudnessResult {
    for (const peak of this.peaks) peak.finish()
    const truePeak = Math.max(...this.peaks.map((meter) => meter.peak))
    const powers = this.blockPowers.length > 0 ? this.blockPowers : [this.powerOfAll()]
    return {
      integratedLufs: gatedLoudness(powers),
      truePeakDbtp: truePeak > 0 ? 20 * Math.log10(truePeak) : null,
      momentaryMaxLufs: lufs(this.momentaryMax),
      shortTermMaxLufs: lufs(this.shortTermMax),
    }
  }

  /** Where steps are no whole number of samples long, their lengths differ by one, and none drifts. */
  private openStepLength(): number {
    const { steps, sampleRateHz } = this
    return (
      Math.round(((steps + 1) * sampleRateHz) / STEPS_PER_SEC) -
      Math.round((steps * sampleRateHz) / STEPS_PER_SEC)
    )
  }

  private closeStep(): void {
    const slot = this.steps % STEPS_SHORT_TERM
    this.stepEnergies[slot] = this.openEnergy
    this.stepSamples[slot] = this.openSamples
    this.steps++
    this.openEnergy = 0
    this.openSamples = 0
    if (this.steps < STEPS_PER_BLOCK) return
    const momentary = this.recentPower(STEPS_PER_BLOCK)
    this.momentaryMax = Math.max(this.momentaryMax, momentary)
    if (this.steps % STEPS_PER_HOP === 0) this.blockPowers.push(momentary)
    if (this.steps >= STEPS_SHORT_TERM) {
      this.shortTermMax = Math.max(this.shortTermMax, this.recentPower(STEPS_SHORT_TERM))
    }
  }

  /** Mean weighted square over the last `count` steps; 0 before there are so many. */
  private recentPower(count: number): number {
    if (this.steps < count) return 0
    let energy = 0
    let samples = 0
    for (let i = this.steps - count; i < this.steps; i++) {
      energy += this.stepEnergies[i % STEPS_SHORT_TERM]
      samples += this.stepSamples[i % STEPS_SHORT_TERM]
    }
    return energy / samples
  }

  private powerOfAll(): number {
    let energy = this.openEnergy
    let samples = this.openSamples
    for (let i = 0; i < this.steps; i++) {
      energy += this.stepEnergies[i]
      samples += this.stepSamples[i]
    }
    return samples > 0 ? energy / samples : 0
  }
}

/** Mean over the blocks above -70 LUFS, and then over those no more than 10 LU below that mean. */
function gatedLoudness(powers: number[]): number | null {
  const absolute = meanAbove(powers, powerOf(ABSOLUTE_GATE_LUFS))
  return lufs(
    meanAbove(powers, Math.max(powerOf(ABSOLUTE_GATE_LUFS), absolute * 10 ** (RELATIVE_GATE_LU / 10))),
  )
}

function meanAbove(powers: number[], gate: number): number {
  let sum = 0
  let count = 0
  for (const power of powers) {
    if (power <= gate) continue
    sum += power
    count++
  }
  return count > 0 ? sum / count : 0
}

function lufs(power: number): number | null {
  return power > 0 ? LOUDNESS_OFFSET_LU + 10 * Math.log10(power) : null
}

function powerOf(loudnessLufs: number): number {
  return 10 ** ((loudnessLufs - LOUDNESS_OFFSET_LU) / 10)
}

/**
 * BS.1770-4 tables 3 and 4: 1.41 for loudspeakers at the listener's side, 60 to 120 degrees, and nothing for the
 * low-frequency channel. The back pair of 7.1 lies beyond 120 degrees.
 */
function channelWeights(channels: number): number[] {
  const known: Record<number, number[]> = {
    5: [1, 1, 1, SURROUND_WEIGHT, SURROUND_WEIGHT],
    6: [1, 1, 1, 0, SURROUND_WEIGHT, SURROUND_WEIGHT],
    7: [1, 1, 1, 0, 1, SURROUND_WEIGHT, SURROUND_WEIGHT],
    8: [1, 1, 1, 0, 1, 1, SURROUND_WEIGHT, SURROUND_WEIGHT],
  }
  return known[channels] ?? new Array<number>(channels).fill(1)
}
