// Silence as FLAC (RFC 9639): hours of it in a few kilobytes, since a block of equal samples is written as one of them.
import { crc8, crc16 } from '../../src/audio/decode/crc.js'

const RATE_HZ = 16_000
/** The code of that rate in the head of a frame. */
const RATE_CODE = 0x5
const MOST_BLOCK_SAMPLES = 65_535
/** The length of the block stands in 16 bits at the end of the head. */
const BLOCK_CODE = 0x7
/** One channel, 16 bits a sample. */
const CHANNELS_AND_SIZE = 0x08
const STREAM_INFO_BYTES = 34

/** No two durations give the same file. */
export function silentFlac(durationSec: number): Buffer {
  const samples = Math.round(durationSec * RATE_HZ)
  const frames: Buffer[] = []
  for (let from = 0; from < samples; from += MOST_BLOCK_SAMPLES) {
    frames.push(silentFrame(frames.length, Math.min(MOST_BLOCK_SAMPLES, samples - from)))
  }
  return Buffer.concat([Buffer.from('fLaC'), streamInfo(samples), ...frames])
}

function streamInfo(samples: number): Buffer {
  const block = Buffer.alloc(4 + STREAM_INFO_BYTES)
  // The last block of metadata, of kind 0.
  block.writeUInt8(0x80, 0)
  block.writeUIntBE(STREAM_INFO_BYTES, 1, 3)
  block.writeUInt16BE(MOST_BLOCK_SAMPLES, 4)
  block.writeUInt16BE(MOST_BLOCK_SAMPLES, 6)
  // 20 bits of rate, 3 of channels less one, 5 of bits a sample less one, 36 of samples.
  block.writeBigUInt64BE((BigInt(RATE_HZ) << 44n) | (15n << 36n) | BigInt(samples), 14)
  return block
}

function silentFrame(index: number, samples: number): Buffer {
  const head = [0xff, 0xf8, (BLOCK_CODE << 4) | RATE_CODE, CHANNELS_AND_SIZE, ...coded(index)]
  head.push((samples - 1) >> 8, (samples - 1) & 0xff)
  const frame = Buffer.from([...head, 0, 0, 0, 0, 0, 0])
  frame[head.length] = crc8(frame, 0, head.length)
  // A constant subframe of value 0 is three bytes of zero.
  frame.writeUInt16BE(crc16(frame, 0, frame.length - 2), frame.length - 2)
  return frame
}

/** As UTF-8 writes a code point; enough for an hour. */
function coded(index: number): number[] {
  if (index < 0x80) return [index]
  if (index < 0x800) return [0xc0 | (index >> 6), 0x80 | (index & 0x3f)]
  return [0xe0 | (index >> 12), 0x80 | ((index >> 6) & 0x3f), 0x80 | (index & 0x3f)]
}
