import type { Codec } from '../format.js'

/** One codec inside Ogg: takes header packets until it is ready, then sound packets. */
export interface OggStream {
  readonly codec: Codec
  readonly bitsPerSample: number | null
  readonly isReady: boolean
  /** Known once ready. */
  readonly sampleRateHz: number
  readonly channels: number
  /** Samples at the start that are decoder delay and no sound. */
  readonly preSkipSamples: number
  takeHeader(packet: Uint8Array): Promise<void>
  /** One array per channel, to keep; null when the packet is broken. */
  decode(packet: Uint8Array): Float32Array[] | null
  free(): void
}
