import { corrupt, truncated } from './error.js'
import { flacToFloat } from './flac.js'
import { decodeFlacFrame, type FlacStreamInfo, parseStreamInfo } from './flac-frame.js'
import type { OggStream } from './ogg-stream.js'

/** RFC 9639 section 10.1: magic, version, header count, "fLaC", block header, then STREAMINFO. */
const STREAMINFO_OFFSET = 17
const STREAMINFO_BYTES = 34
const HEADER_COUNT_OFFSET = 7

export class OggFlacStream implements OggStream {
  readonly codec = 'flac'
  readonly preSkipSamples = 0
  #info: FlacStreamInfo | null = null
  #headersLeft = 1

  get isReady(): boolean {
    return this.#headersLeft === 0
  }
  get bitsPerSample(): number | null {
    return this.#info?.bitsPerSample ?? null
  }
  get sampleRateHz(): number {
    return this.#info?.sampleRateHz ?? 0
  }
  get channels(): number {
    return this.#info?.channels ?? 0
  }

  async takeHeader(packet: Uint8Array): Promise<void> {
    if (this.#info !== null) {
      this.#headersLeft--
      return
    }
    if (packet.length < STREAMINFO_OFFSET + STREAMINFO_BYTES) throw truncated('it ends inside its header')
    this.#info = parseStreamInfo(packet.subarray(STREAMINFO_OFFSET))
    this.#headersLeft = (packet[HEADER_COUNT_OFFSET] << 8) | packet[HEADER_COUNT_OFFSET + 1]
    // Zero stands for "not known", which no encoder in use writes.
    if (this.#headersLeft === 0) throw corrupt('its FLAC headers are not counted')
  }

  decode(packet: Uint8Array): Float32Array[] | null {
    try {
      return flacToFloat(decodeFlacFrame(packet, 0, this.#info!), this.#info!.bitsPerSample)
    } catch {
      return null
    }
  }

  free(): void {}
}
