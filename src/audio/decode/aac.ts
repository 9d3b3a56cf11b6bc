import { AAC_SAMPLE_RATES_HZ, ADTS_HEADER_BYTES } from './adts-header.js'
import { corrupt, unsupported } from './error.js'
import { FfmpegAac } from './ffmpeg-aac.js'
import type { PieceWriter } from './pieces.js'

/** The core of an AAC stream; the extensions of HE-AAC are found by the decoder in the frames themselves. */
export interface AacConfig {
  objectType: number
  rateIndex: number
  channelConfig: number
}

export interface AacOutput {
  sampleRateHz: number
  channels: number
  /** Samples that each frame decodes to: 1024, or 2048 with spectral band replication. */
  samplesPerFrame: number
  /** Channels that come out of the decoder, of which the first `channels` are used. */
  decodedChannels: number
}

const CORE_SAMPLES_PER_FRAME = 1024
/** The length field of an ADTS header has 13 bits. */
const MAX_FRAME_BYTES = 0x1fff - ADTS_HEADER_BYTES
/** About 15 s of 44.1 kHz: the decoder is handed whole segments, and their samples stay within some MB. */
const SEGMENT_FRAMES = 640
/**
 * Frames decoded again ahead of each segment so that the decoder is in the same state as if it had never stopped.
 * Two are enough for AAC-LC; band replication waits for its next header, seen up to 24 frames apart. Noise that
 * the encoder asks the decoder to invent is not the same after a seam, as it is not from decoder to decoder.
 */
const WARM_UP_FRAMES = 32
/** For the short runs around a broken frame, where time counts more than the last bit. */
const SHORT_WARM_UP_FRAMES = 4
const PARTS_OF_BROKEN_RUN = 16
/** Beyond this many broken frames, and this share of those seen, a stream is given up before its end. */
const MAX_BROKEN_FRAMES = 20
const MAX_BROKEN_SHARE = 0.02

// Samples before the sound at the output rate, for streams that do not tell. Measured by cross-correlation with
// the original: FFmpeg's encoder (which signs its first frame), and Fraunhofer's, whose delays Apple's nearly share.
const FFMPEG_PRIMING_SAMPLES = 1024
const USUAL_PRIMING_SAMPLES = 2048
const HE_PRIMING_SAMPLES = 5057
const HE_V2_PRIMING_SAMPLES = 7105
const FFMPEG_SIGNATURE = 'Lavc'

/** Decodes AAC frame by frame, in segments, and writes the samples. */
export class AacDecoder {
  #ffmpeg: FfmpegAac
  readonly #config: AacConfig
  readonly #pieces: PieceWriter
  readonly #segmentFrames: number
  /** Called once, before any samples are written. */
  readonly #onOutput: (output: AacOutput, usualPriming: number) => void
  #pending: Uint8Array[] = []
  #warmUp: Uint8Array[] = []
  #output: AacOutput | null = null
  #seenFrames = 0
  #brokenFrames = 0

  private constructor(
    ffmpeg: FfmpegAac,
    config: AacConfig,
    pieces: PieceWriter,
    onOutput: (output: AacOutput, usualPriming: number) => void,
    segmentFrames: number,
  ) {
    this.#ffmpeg = ffmpeg
    this.#config = config
    this.#pieces = pieces
    this.#onOutput = onOutput
    this.#segmentFrames = segmentFrames
  }

  static async create(
    config: AacConfig,
    pieces: PieceWriter,
    onOutput: (output: AacOutput, usualPriming: number) => void,
    segmentFrames = SEGMENT_FRAMES,
  ): Promise<AacDecoder> {
    if (config.objectType < 1 || config.objectType > 4) {
      throw unsupported(`The file uses AAC of type ${config.objectType}, which cannot be decoded`)
    }
    if (config.channelConfig < 1 || config.channelConfig > 7) {
      throw unsupported('The AAC file has a channel layout of its own, which cannot be decoded')
    }
    return new AacDecoder(await FfmpegAac.create(), config, pieces, onOutput, segmentFrames)
  }

  /** One raw AAC frame, without any header. An empty one stands for a frame that was lost. */
  async push(frame: Uint8Array): Promise<void> {
    this.#pending.push(this.#toAdts(frame))
    if (this.#pending.length >= this.#segmentFrames) await this.#decodePending()
  }

  async finish(): Promise<void> {
    await this.#decodePending()
  }

  async #decodePending(): Promise<void> {
    const frames = this.#pending
    this.#pending = []
    if (frames.length === 0) return
    this.#output ??= await this.#open(frames)
    await this.#decodeRun(frames)
  }

  async #open(frames: Uint8Array[]): Promise<AacOutput> {
    const properties = this.#ffmpeg.properties(Buffer.concat(frames))
    if (properties === null) throw corrupt('its AAC frames cannot be decoded')
    const { sampleRateHz, channels } = properties
    const coreRateHz = AAC_SAMPLE_RATES_HZ[this.#config.rateIndex]
    if (sampleRateHz !== coreRateHz && sampleRateHz !== 2 * coreRateHz) {
      throw corrupt('its AAC frames disagree with its header')
    }
    const samplesPerFrame = (CORE_SAMPLES_PER_FRAME * sampleRateHz) / coreRateHz
    const output = { sampleRateHz, channels, decodedChannels: channels, samplesPerFrame }
    // FFmpeg gives mono with band replication two channels in case parametric stereo should turn up.
    if (this.#config.channelConfig === 1 && channels === 2) {
      const start = await this.#tryRun(frames.slice(0, WARM_UP_FRAMES), output)
      if (start?.[0].every((sample, i) => sample === start[1][i])) output.channels = 1
    }
    this.#pieces.open(sampleRateHz, output.channels)
    this.#onOutput(output, this.#usualPriming(output, frames[0]))
    return output
  }

  #usualPriming(output: AacOutput, firstFrame: Uint8Array): number {
    if (Buffer.from(firstFrame).includes(FFMPEG_SIGNATURE)) return FFMPEG_PRIMING_SAMPLES
    if (output.samplesPerFrame === CORE_SAMPLES_PER_FRAME) return USUAL_PRIMING_SAMPLES
    const isParametricStereo = this.#config.channelConfig === 1 && output.channels === 2
    return isParametricStereo ? HE_V2_PRIMING_SAMPLES : HE_PRIMING_SAMPLES
  }

  /** The decoder refuses a run as a whole for one broken frame in it: divide until that one is found. */
  async #decodeRun(frames: Uint8Array[]): Promise<void> {
    const samples = await this.#tryRun(frames, this.#output!)
    if (samples !== null) {
      this.#seenFrames += frames.length
      this.#warmUp = [...this.#warmUp, ...frames].slice(-WARM_UP_FRAMES)
      await this.#pieces.write(samples)
    } else if (frames.length > 1) {
      const length = Math.ceil(frames.length / PARTS_OF_BROKEN_RUN)
      for (let at = 0; at < frames.length; at += length) await this.#decodeRun(frames.slice(at, at + length))
    } else {
      this.#seenFrames++
      this.#brokenFrames++
      const allowed = Math.max(MAX_BROKEN_FRAMES, MAX_BROKEN_SHARE * this.#seenFrames)
      if (this.#brokenFrames > allowed) throw corrupt('too many of its frames cannot be decoded')
      await this.#pieces.writeLost(this.#output!.samplesPerFrame)
    }
  }

  /** One array per decoded channel, or null when any of the frames is broken. */
  async #tryRun(frames: Uint8Array[], output: AacOutput): Promise<Float32Array[] | null> {
    if (frames.some((frame) => frame.length === 0)) return null
    const { decodedChannels, samplesPerFrame } = output
    // The package leaves out the first frame of what it is given, so there always has to be one to spare.
    const wanted = frames.length < WARM_UP_FRAMES ? SHORT_WARM_UP_FRAMES : WARM_UP_FRAMES
    const warmUp = this.#warmUp.length > 0 ? this.#warmUp.slice(-wanted) : [frames[0]]
    const interleaved = await this.#decode(Buffer.concat([...warmUp, ...frames]))
    const skip = (warmUp.length - 1) * samplesPerFrame
    const count = frames.length * samplesPerFrame
    if (interleaved === null || interleaved.length !== (skip + count) * decodedChannels) return null
    return Array.from({ length: decodedChannels }, (_, c) => {
      const channel = new Float32Array(count)
      let at = skip * decodedChannels + c
      for (let i = 0; i < count; i++, at += decodedChannels) channel[i] = interleaved[at]
      return channel
    })
  }

  async #decode(adts: Uint8Array): Promise<Float32Array | null> {
    let samples: Float32Array | null = null
    try {
      samples = this.#ffmpeg.decode(adts)
    } catch {
      // A trap in the WASM: as good as a refusal.
    }
    // When it fails, the package frees what it never allocated: its memory is not to be trusted any more.
    if (samples === null) this.#ffmpeg = await FfmpegAac.create()
    return samples
  }

  #toAdts(frame: Uint8Array): Uint8Array {
    if (frame.length === 0 || frame.length > MAX_FRAME_BYTES) return new Uint8Array(0)
    const { objectType, rateIndex, channelConfig } = this.#config
    const bytes = ADTS_HEADER_BYTES + frame.length
    const adts = new Uint8Array(bytes)
    adts[0] = 0xff
    adts[1] = 0xf1
    adts[2] = ((objectType - 1) << 6) | (rateIndex << 2) | (channelConfig >> 2)
    adts[3] = ((channelConfig & 3) << 6) | (bytes >> 11)
    adts[4] = (bytes >> 3) & 0xff
    adts[5] = ((bytes & 7) << 5) | 0x1f
    adts[6] = 0xfc
    adts.set(frame, ADTS_HEADER_BYTES)
    return adts
  }
}
