// Speech as an mp3 file, the way most of it is sent.
import { createMp3Encoder } from 'wasm-media-encoders'

type BitRateKbps = 32 | 48 | 64 | 96 | 128
/** Samples given to the encoder at a time: it needs memory of its own for each call. */
const PIECE = 1 << 16

export async function mp3Bytes(
  samples: Float32Array,
  sampleRateHz: number,
  bitRateKbps: BitRateKbps,
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: sampleRateHz, channels: 1, bitrate: bitRateKbps })
  const parts: Uint8Array[] = []
  for (let at = 0; at < samples.length; at += PIECE)
    // What the encoder hands out is overwritten by its next call.
    parts.push(encoder.encode([samples.subarray(at, at + PIECE)]).slice())
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}
