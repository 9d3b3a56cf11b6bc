import type { ByteSource } from './bytes.js'
import { corrupt, DecodeError } from './decode/error.js'
import { type OnPiece, PieceWriter } from './decode/pieces.js'
import { sniffContainer } from './decode/sniff.js'
import type { StreamDecoder } from './decode/stream.js'
import type { AudioFormat, Container } from './format.js'

export { DecodeError, type DecodeFault } from './decode/error.js'

/** Raise it when the same file gives something else: findings kept from before are stale then. */
export const DECODE_VERSION = 2

export interface DecodeOptions {
  /** Longer files are refused as 'too_long', at once where the header tells. No limit when left out. */
  maxDurationSec?: number
  /** Looked at between pieces; its reason is thrown. */
  signal?: AbortSignal
}

/** Loaded when first needed: the decoders bring their own WASM. */
const DECODERS: Record<Container, () => Promise<StreamDecoder>> = {
  wav: async () => (await import('./decode/wav.js')).decodeWav,
  flac: async () => (await import('./decode/flac.js')).decodeFlac,
  mp3: async () => (await import('./decode/mp3.js')).decodeMp3,
  ogg: async () => (await import('./decode/ogg-audio.js')).decodeOgg,
  mp4: async () => (await import('./decode/mp4.js')).decodeMp4,
  adts: async () => (await import('./decode/adts.js')).decodeAdts,
  asf: async () => (await import('./decode/asf.js')).decodeAsf,
}

/**
 * Streams a file through `onPiece` in pieces of at most half a second, one array per channel at the native rate,
 * full scale 1, encoder delay and padding removed. The pieces are the receiver's to keep. Resolves with the format
 * once all is decoded. Whatever is wrong with the file is thrown as a DecodeError, which may come after pieces
 * have been handed over; what `onPiece` throws and the reason of the signal are passed on as they are.
 */
export async function decodeAudio(
  source: ByteSource,
  onPiece: OnPiece,
  options: DecodeOptions = {},
): Promise<AudioFormat> {
  options.signal?.throwIfAborted()
  // Faults of the receiver and of the disk are not the file's, and must not be reported as such.
  let isForeign = false
  const foreign = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      isForeign = true
      throw error
    }
  }
  const guarded: ByteSource = {
    size: source.size,
    read: (offset, length) => foreign(() => source.read(offset, length)),
  }
  try {
    const container = await sniffContainer(guarded)
    const decode = await DECODERS[container]()
    const pieces = new PieceWriter((channels, rate) => foreign(() => onPiece(channels, rate)), options)
    const facts = await decode(guarded, pieces)
    await pieces.finish(facts.paddingSamples ?? 0)
    const durationSec = pieces.written / pieces.sampleRateHz
    return {
      container: facts.container,
      codec: facts.codec,
      sampleRateHz: pieces.sampleRateHz,
      channels: pieces.channels,
      bitsPerSample: facts.bitsPerSample,
      bitRateKbps: (facts.audioBytes * 8) / durationSec / 1000,
      durationSec,
    }
  } catch (error) {
    if (isForeign || options.signal?.aborted || error instanceof DecodeError) throw error
    throw corrupt('it cannot be decoded', error)
  }
}
