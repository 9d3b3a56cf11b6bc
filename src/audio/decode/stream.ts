import type { ByteSource } from '../bytes.js'
import type { AudioFormat } from '../format.js'
import type { PieceWriter } from './pieces.js'

/** What a decoder knows that the writer of the pieces does not. */
export type StreamFacts = Pick<AudioFormat, 'container' | 'codec' | 'bitsPerSample'> & {
  /** Bytes of encoded sound, without tags and other wrapping. */
  audioBytes: number
  /** Samples at the end that the encoder added to fill its last frame. */
  paddingSamples?: number
}

/** One per container: reads the source, writes samples, and throws a DecodeError where it cannot. */
export type StreamDecoder = (source: ByteSource, pieces: PieceWriter) => Promise<StreamFacts>
