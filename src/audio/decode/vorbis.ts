import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { corrupt } from './error.js'
import type { OggStream } from './ogg-stream.js'
import { ascii, viewOf } from './window.js'

const ID_HEADER_BYTES = 30
const HEADER_PACKETS = 3

/**
 * The packet decoder inside the package. The package's own entry takes a whole Ogg stream and hides lost pages,
 * while the times of what follows them depend on knowing.
 */
interface PacketDecoder {
  _common: {
    wasm: {
      HEAP: ArrayBuffer
      send_setup(decoder: number, isFirst: boolean): void
      init_dsp(decoder: number): void
      decode_packets(decoder: number): void
    }
  }
  _decoder: number
  _input: { len: number; buf: Uint8Array }
  _inputLen: { buf: Uint32Array }
  _outputBufferPtr: { buf: Uint32Array }
  _channels: { buf: Uint32Array }
  _samplesDecoded: { buf: Uint32Array }
  _errorsLength: { buf: Int32Array }
}

/** Vorbis I specification, section 4.2 for the headers. */
export class VorbisStream implements OggStream {
  readonly codec = 'vorbis'
  readonly bitsPerSample = null
  readonly preSkipSamples = 0
  sampleRateHz = 0
  channels = 0
  #headers = 0
  #package: OggVorbisDecoder | null = null

  get isReady(): boolean {
    return this.#headers === HEADER_PACKETS
  }

  get #decoder(): PacketDecoder {
    return (this.#package as unknown as { _decoder: PacketDecoder })._decoder
  }

  async takeHeader(packet: Uint8Array): Promise<void> {
    const expectedType = 2 * this.#headers + 1
    if (packet[0] !== expectedType || ascii(packet, 1, 6) !== 'vorbis')
      throw corrupt('its Vorbis headers are wrong')
    if (this.#headers === 0) {
      if (packet.length < ID_HEADER_BYTES) throw corrupt('its Vorbis headers are incomplete')
      this.channels = packet[11]
      this.sampleRateHz = viewOf(packet).getUint32(12, true)
      this.#package = new OggVorbisDecoder()
      await this.#package.ready
      this.#sendSetup(packet, true)
    } else if (this.#headers === 2) {
      // The comment in between is of no use here, and the decoder fills in an empty one.
      this.#sendSetup(packet, false)
      this.#decoder._common.wasm.init_dsp(this.#decoder._decoder)
      if (this.#takeErrors()) throw corrupt('its Vorbis headers are wrong')
    }
    this.#headers++
  }

  decode(packet: Uint8Array): Float32Array[] | null {
    const { _common, _decoder, _input, _inputLen, _outputBufferPtr, _channels, _samplesDecoded } =
      this.#decoder
    if (packet.length === 0 || packet.length > _input.len) return null
    _input.buf.set(packet)
    _inputLen.buf[0] = packet.length
    _samplesDecoded.buf[0] = 0
    _common.wasm.decode_packets(_decoder)
    if (this.#takeErrors() || _channels.buf[0] !== this.channels) return null
    const samples = _samplesDecoded.buf[0]
    if (samples === 0) return Array.from({ length: this.channels }, () => new Float32Array(0))
    const pointers = new Uint32Array(_common.wasm.HEAP, _outputBufferPtr.buf[0], this.channels)
    return Array.from(pointers, (pointer) => new Float32Array(_common.wasm.HEAP, pointer, samples).slice())
  }

  free(): void {
    this.#package?.free()
  }

  #sendSetup(packet: Uint8Array, isFirst: boolean): void {
    const { _common, _decoder, _input, _inputLen } = this.#decoder
    if (packet.length > _input.len) throw corrupt('its Vorbis headers are too long')
    _input.buf.set(packet)
    _inputLen.buf[0] = packet.length
    _common.wasm.send_setup(_decoder, isFirst)
    if (this.#takeErrors()) throw corrupt('its Vorbis headers are wrong')
  }

  #takeErrors(): boolean {
    const { _errorsLength } = this.#decoder
    const hadErrors = _errorsLength.buf[0] !== 0
    _errorsLength.buf[0] = 0
    return hadErrors
  }
}
