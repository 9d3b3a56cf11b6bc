import { OpusDecoder } from 'opus-decoder'
import { corrupt, unsupported } from './error.js'
import type { OggStream } from './ogg-stream.js'
import { viewOf } from './window.js'

/** Opus always decodes to this rate (RFC 7845 section 5.1, "Input Sample Rate"). */
const OUTPUT_RATE_HZ = 48_000
const HEAD_BYTES = 19
const HEADER_PACKETS = 2

/**
 * The parts of the package used here. Its own `decodeFrame` prints every broken packet, so the C function is
 * called directly.
 */
interface Internals {
  _common: {
    wasm: {
      opus_frame_decode_float_deinterleaved(
        decoder: number,
        bytes: number,
        length: number,
        output: number,
      ): number
    }
  }
  _decoder: number
  _input: { ptr: number; len: number; buf: Uint8Array }
  _output: { ptr: number; buf: Float32Array }
}

/** Ogg Opus, RFC 7845. */
export class OpusStream implements OggStream {
  readonly codec = 'opus'
  readonly bitsPerSample = null
  readonly sampleRateHz = OUTPUT_RATE_HZ
  channels = 0
  preSkipSamples = 0
  #gain = 1
  #headers = 0
  #decoder: OpusDecoder<typeof OUTPUT_RATE_HZ> | null = null

  get isReady(): boolean {
    return this.#headers === HEADER_PACKETS
  }

  async takeHeader(packet: Uint8Array): Promise<void> {
    if (this.#headers === 0) await this.#takeHead(packet)
    this.#headers++
  }

  /** Section 5.1. */
  async #takeHead(packet: Uint8Array): Promise<void> {
    if (packet.length < HEAD_BYTES) throw corrupt('its Opus header is incomplete')
    const view = viewOf(packet)
    this.channels = packet[9]
    this.preSkipSamples = view.getUint16(10, true)
    // Q7.8 decibels, to be applied by every player.
    this.#gain = 10 ** (view.getInt16(16, true) / 256 / 20)
    const mappingFamily = packet[18]
    let streams = 1
    let coupled = this.channels - 1
    let mapping = this.channels === 2 ? [0, 1] : [0]
    if (mappingFamily === 0) {
      if (this.channels < 1 || this.channels > 2) throw corrupt('its Opus header is contradictory')
    } else if (mappingFamily === 1 && this.channels >= 1 && this.channels <= 8) {
      if (packet.length < HEAD_BYTES + 2 + this.channels) throw corrupt('its Opus header is incomplete')
      streams = packet[19]
      coupled = packet[20]
      mapping = [...packet.subarray(21, 21 + this.channels)]
      const decoded = streams + coupled
      const isValid = streams >= 1 && coupled <= streams && mapping.every((m) => m < decoded || m === 255)
      if (!isValid) throw corrupt('its Opus header is contradictory')
    } else {
      throw unsupported(`The Opus file uses channel mapping ${mappingFamily}, which cannot be decoded`)
    }
    const decoder = new OpusDecoder({
      sampleRate: OUTPUT_RATE_HZ,
      channels: this.channels,
      streamCount: streams,
      coupledStreamCount: coupled,
      channelMappingTable: mapping,
      // The pre-skip is dropped where the pieces are written, together with that of the other formats.
      preSkip: 0,
    })
    await decoder.ready
    this.#decoder = decoder
  }

  decode(packet: Uint8Array): Float32Array[] | null {
    const { _common, _decoder, _input, _output } = this.#decoder as unknown as Internals
    if (packet.length === 0 || packet.length > _input.len) return null
    _input.buf.set(packet)
    const samples = _common.wasm.opus_frame_decode_float_deinterleaved(
      _decoder,
      _input.ptr,
      packet.length,
      _output.ptr,
    )
    if (samples <= 0) return null
    return Array.from({ length: this.channels }, (_, c) => {
      const channel = _output.buf.slice(c * samples, (c + 1) * samples)
      if (this.#gain !== 1) for (let i = 0; i < samples; i++) channel[i] *= this.#gain
      return channel
    })
  }

  free(): void {
    this.#decoder?.free()
  }
}
