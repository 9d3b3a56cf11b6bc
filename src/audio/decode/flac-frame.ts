import { BitReader } from './bits.js'
import { crc8, crc16 } from './crc.js'

// Section numbers are those of RFC 9639, "Free Lossless Audio Codec (FLAC)".

export interface FlacStreamInfo {
  sampleRateHz: number
  channels: number
  bitsPerSample: number
  /** 0 when the encoder did not know. */
  totalSamples: number
  maxBlockSamples: number
}

export interface FlacFrame {
  /** Position of the first sample of the frame in the stream. */
  firstSample: number
  samples: number
  /** Whole numbers, one array per channel, `samples` long. */
  channels: Float64Array[]
  bytes: number
}

export class FlacDamage extends Error {}

/** Section 8.2. `bytes` starts at the body of the STREAMINFO block, which is 34 bytes long. */
export function parseStreamInfo(bytes: Uint8Array): FlacStreamInfo {
  const bits = new BitReader(bytes)
  bits.unsigned(16)
  const maxBlockSamples = bits.unsigned(16)
  bits.unsigned(24)
  bits.unsigned(24)
  return {
    maxBlockSamples,
    sampleRateHz: bits.unsigned(20),
    channels: bits.unsigned(3) + 1,
    bitsPerSample: bits.unsigned(5) + 1,
    totalSamples: bits.unsigned(4) * 2 ** 32 + bits.unsigned(32),
  }
}

interface FrameHeader {
  firstSample: number
  samples: number
  /** 0 to 7: independent channels, one more than the value; 8 left/side, 9 side/right, 10 mid/side. */
  channelMode: number
  bitsPerSample: number
}

const SYNC_15_BITS = 0x7ffc
/** Section 9.1.4, by code; 0 means that the value is in STREAMINFO. */
const BITS_PER_SAMPLE = [0, 8, 12, -1, 16, 20, 24, 32]
/** Section 9.1.2. */
const SAMPLE_RATES_HZ = [
  0, 88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
]

/** Is there the start of a frame of this stream at `at`? Cheap enough to ask at every byte. */
export function isFrameStart(bytes: Uint8Array, at: number, info: FlacStreamInfo): boolean {
  if (bytes[at] !== 0xff || (bytes[at + 1] & 0xfe) !== 0xf8) return false
  try {
    parseHeader(new BitReader(bytes, at), bytes, at, info)
    return true
  } catch {
    return false
  }
}

/** Throws OutOfBits when `bytes` ends before the frame does, FlacDamage when it is not a sound frame. */
export function decodeFlacFrame(bytes: Uint8Array, at: number, info: FlacStreamInfo): FlacFrame {
  const bits = new BitReader(bytes, at)
  const header = parseHeader(bits, bytes, at, info)
  const { samples, channelMode, bitsPerSample } = header
  const channels: Float64Array[] = []
  for (let c = 0; c < info.channels; c++) {
    const isSide = (channelMode === 9 && c === 0) || ((channelMode === 8 || channelMode === 10) && c === 1)
    channels.push(decodeSubframe(bits, samples, bitsPerSample + (isSide ? 1 : 0)))
  }
  bits.alignToByte()
  const end = bits.byteOffset
  if (bits.unsigned(16) !== crc16(bytes, at, end)) throw new FlacDamage('checksum of a frame is wrong')
  restoreStereo(channels, channelMode, samples)
  return { firstSample: header.firstSample, samples, channels, bytes: end + 2 - at }
}

/** Section 9.1. */
function parseHeader(bits: BitReader, bytes: Uint8Array, at: number, info: FlacStreamInfo): FrameHeader {
  if (bits.unsigned(15) !== SYNC_15_BITS) throw new FlacDamage('no frame where one should begin')
  const hasVariableBlocks = bits.unsigned(1) === 1
  const blockCode = bits.unsigned(4)
  const rateCode = bits.unsigned(4)
  const channelMode = bits.unsigned(4)
  const depthCode = bits.unsigned(3)
  if (bits.unsigned(1) !== 0) throw new FlacDamage('reserved bit set')
  const number = codedNumber(bits)
  const samples = blockSamples(bits, blockCode)
  const rateHz = frameRateHz(bits, rateCode)
  const headerEnd = bits.byteOffset
  if (bits.unsigned(8) !== crc8(bytes, at, headerEnd)) throw new FlacDamage('checksum of a header is wrong')

  const channels = channelMode <= 7 ? channelMode + 1 : 2
  const bitsPerSample = BITS_PER_SAMPLE[depthCode] || info.bitsPerSample
  if (channelMode > 10 || channels !== info.channels) throw new FlacDamage('channel count changes')
  if (bitsPerSample !== info.bitsPerSample) throw new FlacDamage('bits per sample change')
  if (rateHz !== 0 && rateHz !== info.sampleRateHz) throw new FlacDamage('sample rate changes')
  if (samples > info.maxBlockSamples) throw new FlacDamage('block is longer than the stream allows')
  const firstSample = hasVariableBlocks ? number : number * info.maxBlockSamples
  return { firstSample, samples, channelMode, bitsPerSample }
}

/** Section 9.1.5: the scheme of UTF-8, stretched to 36 bits. */
function codedNumber(bits: BitReader): number {
  const first = bits.unsigned(8)
  if (first < 0x80) return first
  const extraBytes = Math.clz32(~(first << 24)) - 1
  if (extraBytes < 1 || extraBytes > 6) throw new FlacDamage('frame number is not valid')
  let value = first & (0x3f >> extraBytes)
  for (let i = 0; i < extraBytes; i++) {
    const next = bits.unsigned(8)
    if (next >> 6 !== 2) throw new FlacDamage('frame number is not valid')
    value = value * 64 + (next & 0x3f)
  }
  return value
}

/** Section 9.1.1. */
function blockSamples(bits: BitReader, code: number): number {
  if (code === 0) throw new FlacDamage('block length is reserved')
  if (code === 1) return 192
  if (code <= 5) return 144 << code
  if (code === 6) return bits.unsigned(8) + 1
  if (code === 7) return bits.unsigned(16) + 1
  return 1 << code
}

function frameRateHz(bits: BitReader, code: number): number {
  if (code === 12) return bits.unsigned(8) * 1000
  if (code === 13) return bits.unsigned(16)
  if (code === 14) return bits.unsigned(16) * 10
  if (code === 15) throw new FlacDamage('sample rate is not valid')
  return SAMPLE_RATES_HZ[code]
}

/** Section 9.2. */
function decodeSubframe(bits: BitReader, samples: number, width: number): Float64Array {
  if (bits.unsigned(1) !== 0) throw new FlacDamage('reserved bit set')
  const type = bits.unsigned(6)
  const wasted = bits.unsigned(1) === 1 ? bits.unary() + 1 : 0
  const depth = width - wasted
  if (depth <= 0) throw new FlacDamage('no bits are left in a sample')
  const out = new Float64Array(samples)
  if (type === 0) {
    out.fill(bits.signed(depth))
  } else if (type === 1) {
    for (let i = 0; i < samples; i++) out[i] = bits.signed(depth)
  } else if (type >= 8 && type <= 12) {
    decodeFixed(bits, out, type - 8, depth)
  } else if (type >= 32) {
    decodeLinear(bits, out, type - 31, depth)
  } else {
    throw new FlacDamage('subframe type is reserved')
  }
  if (wasted > 0) {
    const scale = 2 ** wasted
    for (let i = 0; i < samples; i++) out[i] *= scale
  }
  return out
}

/** Section 9.2.5: polynomial predictors of order 0 to 4, their coefficients newest sample first. */
const FIXED_COEFFICIENTS = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

function decodeFixed(bits: BitReader, out: Float64Array, order: number, depth: number): void {
  readWarmUp(bits, out, order, depth)
  readResidual(bits, out, order)
  predict(out, FIXED_COEFFICIENTS[order], 0)
}

/** Section 9.2.6. */
function decodeLinear(bits: BitReader, out: Float64Array, order: number, depth: number): void {
  readWarmUp(bits, out, order, depth)
  const precision = bits.unsigned(4) + 1
  if (precision === 16) throw new FlacDamage('predictor precision is not valid')
  const shift = bits.signed(5)
  if (shift < 0) throw new FlacDamage('predictor shift is not valid')
  const coefficients = Array.from({ length: order }, () => bits.signed(precision))
  readResidual(bits, out, order)
  predict(out, coefficients, shift)
}

function readWarmUp(bits: BitReader, out: Float64Array, order: number, depth: number): void {
  if (order > out.length) throw new FlacDamage('predictor is longer than its block')
  for (let i = 0; i < order; i++) out[i] = bits.signed(depth)
}

/**
 * Turns residuals in `out` into samples, in place. Doubles hold the sums exactly: 33-bit samples times
 * 15-bit coefficients times 32 of them stay below 2^53.
 */
function predict(out: Float64Array, coefficients: number[], shift: number): void {
  const order = coefficients.length
  const scale = 2 ** -shift
  for (let i = order; i < out.length; i++) {
    let sum = 0
    for (let j = 0; j < order; j++) sum += coefficients[j] * out[i - 1 - j]
    out[i] += Math.floor(sum * scale)
  }
}

/** Section 9.2.7: Rice-coded residuals in partitions. */
function readResidual(bits: BitReader, out: Float64Array, order: number): void {
  const method = bits.unsigned(2)
  if (method > 1) throw new FlacDamage('residual coding is reserved')
  const parameterBits = method === 0 ? 4 : 5
  const escapeCode = method === 0 ? 15 : 31
  const partitions = 1 << bits.unsigned(4)
  const perPartition = out.length / partitions
  if (!Number.isInteger(perPartition) || perPartition < order) throw new FlacDamage('partitions do not fit')
  let at = order
  for (let p = 1; p <= partitions; p++) {
    const end = p * perPartition
    const parameter = bits.unsigned(parameterBits)
    if (parameter === escapeCode) {
      const rawBits = bits.unsigned(5)
      while (at < end) out[at++] = bits.signed(rawBits)
    } else {
      const scale = 2 ** parameter
      while (at < end) {
        const folded = bits.unary() * scale + bits.unsigned(parameter)
        out[at++] = folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2
      }
    }
  }
}

/** Section 4.2. */
function restoreStereo(channels: Float64Array[], mode: number, samples: number): void {
  if (mode < 8) return
  const [first, second] = channels
  for (let i = 0; i < samples; i++) {
    const a = first[i]
    const b = second[i]
    if (mode === 8) {
      second[i] = a - b
    } else if (mode === 9) {
      first[i] = a + b
    } else {
      // The bit that halving the sum dropped is the lowest bit of the difference.
      const sum = a * 2 + (Math.abs(b) % 2)
      first[i] = (sum + b) / 2
      second[i] = (sum - b) / 2
    }
  }
}
