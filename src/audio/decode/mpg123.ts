// mpg123-decoder is chosen over the mp3 decoder of libav.js: that build has only the fixed-point one, which
// rounds to 16 bits and clips at full scale, while clipped peaks are one of the things we look for. It is faster
// too (0.005 against 0.007 of real time for 44.1 kHz stereo).

import { MPEGDecoder } from 'mpg123-decoder'

/**
 * The parts of the package used here. Its own `decode` repeats without end when the library keeps reporting an
 * error, and prints each one, so its two C functions are called directly.
 */
interface Internals {
  _common: {
    wasm: {
      mpeg_decoder_feed(decoder: number, bytes: number, length: number): number
      mpeg_decoder_read(
        decoder: number,
        output: number,
        outputLength: number,
        samplesDecoded: number,
        sampleRate: number,
        errorText: number,
      ): number
    }
  }
  _decoder: number
  _input: { ptr: number; len: number; buf: Uint8Array }
  _output: { ptr: number; len: number; buf: Float32Array }
  _samplesDecodedPtr: { ptr: number; buf: Uint32Array }
  _sampleRatePtr: { ptr: number }
  _errorStringPtr: { ptr: number }
}

// Return codes: mpg123.h, enum mpg123_errors.
const MPG123_OK = 0
const MPG123_NEED_MORE = -10
const MPG123_NEW_FORMAT = -11
/** One frame gives at most a format notice, its samples and a request for more. */
const MAX_READS_PER_FRAME = 8

export class Mpg123 {
  readonly #decoder: MPEGDecoder
  readonly #internals: Internals

  private constructor(decoder: MPEGDecoder) {
    this.#decoder = decoder
    this.#internals = decoder as unknown as Internals
  }

  static async create(): Promise<Mpg123> {
    const decoder = new MPEGDecoder({ enableGapless: false })
    await decoder.ready
    return new Mpg123(decoder)
  }

  /** Two channels always (mono comes twice); views that hold until the next call. Null when the frame is broken. */
  decode(frame: Uint8Array): [Float32Array, Float32Array] | null {
    const { _common, _decoder, _input, _output, _samplesDecodedPtr, _sampleRatePtr, _errorStringPtr } =
      this.#internals
    const { mpeg_decoder_feed: feed, mpeg_decoder_read: read } = _common.wasm
    _input.buf.set(frame)
    if (feed(_decoder, _input.ptr, frame.length) !== MPG123_OK) return null
    for (let i = 0; i < MAX_READS_PER_FRAME; i++) {
      _samplesDecodedPtr.buf[0] = 0
      const status = read(
        _decoder,
        _output.ptr,
        _output.len,
        _samplesDecodedPtr.ptr,
        _sampleRatePtr.ptr,
        _errorStringPtr.ptr,
      )
      const samples = _samplesDecodedPtr.buf[0]
      if (samples > 0) return [_output.buf.subarray(0, samples), _output.buf.subarray(samples, 2 * samples)]
      if (status === MPG123_NEED_MORE) return null
      if (status !== MPG123_OK && status !== MPG123_NEW_FORMAT) return null
    }
    return null
  }

  free(): void {
    this.#decoder.free()
  }
}
