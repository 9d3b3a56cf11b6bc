// A file of any length, in sections short enough to hold in memory, each with some of what comes before and after.
import { powerSpectrum, type Spectrum } from '../../../audio/spectrum.js'
import type { Track } from '../../../speech/track.js'
import { aroundZero } from './around-zero.js'
import { type Features, featuresOf } from './fault-network/features.js'
import { type FaultOdds, faultOddsOf } from './fault-network/network.js'
import { frameLevelsDb, SILENT_DB, speechLevelDb } from './frame-levels.js'
import type { Loss } from './loss.js'
import { offsetStepsIn } from './offset-steps.js'
import { parameters } from './parameters.js'
import { type PartEnergies, partEnergies } from './part-energies.js'
import { zeroRuns } from './zero-runs.js'

const { contextSec, coreSec, frameSec, hopSec } = parameters

/** What several sub-checks ask of a channel or of the mix. */
interface Known {
  holes?: readonly Loss[]
  speechDb?: number
  steps?: readonly number[]
  parts?: PartEnergies
}

/** What the fault network was told of a channel, and what it says of each frame. */
export interface ChannelFaults {
  features: Features
  odds: FaultOdds
}

export class Section {
  private levelled: Float32Array[] | undefined
  private mix: Float32Array | undefined
  private frames: Spectrum | undefined
  private distinct: number[] | undefined
  private readonly known = new Map<Float32Array, Known>()
  private readonly faults = new Map<number, Promise<ChannelFaults | null>>()

  constructor(
    /** As in the file, at the native rate, the context included. */
    readonly decoded: Float32Array[],
    readonly sampleRateHz: number,
    /** Where sample 0 lies in the file, in samples. */
    readonly firstSample: number,
    /** Indices into the samples: faults that begin in here are this section's. */
    readonly coreFrom: number,
    readonly coreTo: number,
    /** Whether the file begins with sample 0 or ends with the last one. */
    readonly isFirst: boolean,
    readonly isLast: boolean,
  ) {}

  get length(): number {
    return this.decoded[0].length
  }

  /** Without any constant offset; in a file that has none these are the decoded ones. */
  get channels(): Float32Array[] {
    this.levelled ??= this.decoded.map((channel) =>
      aroundZero(channel, this.sampleRateHz, this.stepsOf(channel), 10 ** (this.speechDbOf(channel) / 10)),
    )
    return this.levelled
  }

  /** Seconds from the start of the file. */
  timeSec(sample: number): number {
    return (this.firstSample + sample) / this.sampleRateHz
  }

  isInCore(sample: number): boolean {
    return sample >= this.coreFrom && sample < this.coreTo
  }

  /** Mean of the channels. */
  get mono(): Float32Array {
    if (this.channels.length === 1) return this.channels[0]
    this.mix ??= meanOf(this.channels)
    return this.mix
  }

  /** Of the mix, in frames of 20 ms every 10 ms; times in it count from sample 0. */
  get spectrum(): Spectrum {
    this.frames ??= this.spectrumOf(this.mono)
    return this.frames
  }

  private spectrumOf(sound: Float32Array): Spectrum {
    return powerSpectrum(sound, { sampleRateHz: this.sampleRateHz, frameSec, hopSec })
  }

  /** Which channels are not a copy of the first: such a copy says nothing new. */
  get distinctChannels(): number[] {
    const [first] = this.decoded
    const isOther = (channel: Float32Array) => channel.some((sample, n) => sample !== first[n])
    this.distinct ??= this.decoded.flatMap((channel, index) =>
      index === 0 || isOther(channel) ? [index] : [],
    )
    return this.distinct
  }

  /** What the fault network is told of a channel; null where it is silent or too short for a frame. */
  featuresOf(index: number): Features | null {
    const samples = this.channels[index]
    const speechDb = this.speechDbOf(samples)
    const spectrum = this.channels.length === 1 ? this.spectrum : this.spectrumOf(samples)
    if (speechDb <= SILENT_DB || spectrum.frames === 0) return null
    return featuresOf(samples, this.sampleRateHz, spectrum, this.partsOf(samples), speechDb)
  }

  /** What the fault network says of a channel; null where there is nothing to tell it. */
  faultsOf(index: number): Promise<ChannelFaults | null> {
    const known = this.faults.get(index) ?? this.listenToChannel(index)
    this.faults.set(index, known)
    return known
  }

  private async listenToChannel(index: number): Promise<ChannelFaults | null> {
    const features = this.featuresOf(index)
    return features && { features, odds: await faultOddsOf(features) }
  }

  /** Mean level of the speech in one of the channels or in the mix, judged by its levels alone: dB against full scale. */
  speechDbOf(sound: Float32Array): number {
    const known = this.knownOf(sound)
    const frameLength = Math.max(1, Math.round(hopSec * this.sampleRateHz))
    known.speechDb ??= speechLevelDb(frameLevelsDb(sound, frameLength))
    return known.speechDb
  }

  /** Where the offset of one of the decoded channels steps: the first sample after each step. */
  stepsOf(decoded: Float32Array): readonly number[] {
    const known = this.knownOf(decoded)
    known.steps ??= offsetStepsIn(decoded, this.sampleRateHz, 10 ** (this.speechDbOf(decoded) / 10))
    return known.steps
  }

  /** Runs of one value inside the sound of one of the channels; none where all is silent. */
  holesOf(channel: Float32Array): readonly Loss[] {
    const known = this.knownOf(channel)
    const speechDb = this.speechDbOf(channel)
    known.holes ??= speechDb > SILENT_DB ? zeroRuns(channel, this.sampleRateHz, speechDb) : []
    return known.holes
  }

  /** Of one of the channels or of the mix, in the frames of the spectrum. */
  partsOf(sound: Float32Array): PartEnergies {
    const known = this.knownOf(sound)
    known.parts ??= partEnergies(sound, this.sampleRateHz, this.spectrum.frames)
    return known.parts
  }

  private knownOf(sound: Float32Array): Known {
    const known = this.known.get(sound) ?? {}
    this.known.set(sound, known)
    return known
  }
}

/** Hands out the sections of a file in their order. */
export async function eachSection(track: Track, onSection: (section: Section) => void): Promise<void> {
  let pieces: Float32Array[][] = []
  let length = 0
  let rate = 0
  let firstSample = 0
  let coreFrom = 0
  const hand = (isLast: boolean) => {
    const held = joined(pieces, length)
    const context = Math.round(contextSec * rate)
    const coreTo = isLast ? length : coreFrom + Math.round(coreSec * rate)
    const to = Math.min(length, coreTo + context)
    const channels = held.map((channel) => channel.subarray(0, to))
    onSection(new Section(channels, rate, firstSample, coreFrom, coreTo, firstSample === 0, isLast))
    const dropped = Math.max(0, coreTo - context)
    pieces = [held.map((channel) => channel.slice(dropped))]
    length -= dropped
    firstSample += dropped
    coreFrom = coreTo - dropped
  }
  await track.nativePieces((channels, sampleRateHz) => {
    rate = sampleRateHz
    pieces.push(channels.map((channel) => channel.slice()))
    length += channels[0].length
    // One sample more than is needed: so the last section is never empty.
    while (length > coreFrom + Math.round((coreSec + contextSec) * rate)) hand(false)
  })
  if (length > 0) hand(true)
}

/** Pieces that follow each other, `length` samples in all. */
function joined(pieces: Float32Array[][], length: number): Float32Array[] {
  if (pieces.length === 1) return pieces[0]
  return pieces[0].map((_, channel) => {
    const whole = new Float32Array(length)
    let at = 0
    for (const piece of pieces) {
      whole.set(piece[channel], at)
      at += piece[channel].length
    }
    return whole
  })
}

function meanOf(channels: Float32Array[]): Float32Array {
  const mean = channels[0].slice()
  for (const channel of channels.slice(1)) for (let n = 0; n < mean.length; n++) mean[n] += channel[n]
  for (let n = 0; n < mean.length; n++) mean[n] /= channels.length
  return mean
}
