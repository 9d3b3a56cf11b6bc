// Sound as FLAC (RFC 9639), one channel of 16 bits: half of the bytes of a wav, without loss, and every browser plays it.

const BLOCK_SAMPLES = 4096
/** Code of that block size in a frame header, and of one that is written out behind it. */
const BLOCK_CODE = 0b1100
const OTHER_BLOCK_CODE = 0b0111
/** A whole block is cut into so many parts (2^3), each with its own parameter of the Rice code. */
const PART_ORDER = 3
const BITS = 16
const FULL_SCALE = 2 ** (BITS - 1)
const MOST_FIXED_ORDER = 4
/** 15 would mean that numbers are written out. */
const MOST_RICE_BITS = 14

/** `samples` at full scale 1; what lies beyond is held there. */
export function flacOf(samples: Float32Array, rateHz: number): Uint8Array {
  const whole = Int32Array.from(samples, (sample) =>
    Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(sample * FULL_SCALE))),
  )
  const out = new Bits()
  out.put(0x66_4c_61_43, 32) // "fLaC"
  writeStreamInfo(out, whole.length, rateHz)
  for (let from = 0, frame = 0; from < whole.length; from += BLOCK_SAMPLES, frame++) {
    writeFrame(out, whole.subarray(from, from + BLOCK_SAMPLES), frame)
  }
  return out.bytes()
}

function writeStreamInfo(out: Bits, sampleCount: number, rateHz: number): void {
  out.put(0x80, 8) // the last block of metadata, and the only one: STREAMINFO
  out.put(34, 24)
  out.put(BLOCK_SAMPLES, 16)
  out.put(BLOCK_SAMPLES, 16)
  out.put(0, 24) // sizes of frames are not told
  out.put(0, 24)
  out.put(rateHz, 20)
  out.put(0, 3) // one channel
  out.put(BITS - 1, 5)
  out.put(Math.floor(sampleCount / 2 ** 32), 4)
  out.put(sampleCount % 2 ** 32, 32)
  for (let word = 0; word < 4; word++) out.put(0, 32) // no checksum of the sound
}

function writeFrame(out: Bits, block: Int32Array, frame: number): void {
  const start = out.byteCount
  const isWhole = block.length === BLOCK_SAMPLES
  out.put(0b11111111111110, 14)
  out.put(0, 2) // blocks of one size
  out.put(isWhole ? BLOCK_CODE : OTHER_BLOCK_CODE, 4)
  out.put(0, 4) // the rate stands in STREAMINFO
  out.put(0, 4) // one channel
  out.put(0b100, 3) // 16 bits
  out.put(0, 1)
  writeFrameNumber(out, frame)
  if (!isWhole) out.put(block.length - 1, 16)
  out.put(crc(out.since(start), 0x07, 8), 8)
  writeSubframe(out, block)
  out.align()
  out.put(crc(out.since(start), 0x8005, 16), 16)
}

/** As UTF-8 writes a character. */
function writeFrameNumber(out: Bits, frame: number): void {
  if (frame < 0x80) {
    out.put(frame, 8)
    return
  }
  const more = frame < 0x800 ? 1 : frame < 0x10000 ? 2 : 3
  const lead = (0xff << (7 - more)) & 0xff
  out.put(lead | (frame >> (6 * more)), 8)
  for (let rest = more - 1; rest >= 0; rest--) out.put(0x80 | ((frame >> (6 * rest)) & 0x3f), 8)
}

/** Of the fixed predictors the one that leaves least. */
function writeSubframe(out: Bits, block: Int32Array): void {
  let residual = block
  let order = 0
  let best = block
  let least = sizeOf(block)
  for (let tried = 1; tried <= Math.min(MOST_FIXED_ORDER, block.length - 1); tried++) {
    residual = differences(residual)
    const size = sizeOf(residual)
    if (size >= least) continue
    least = size
    order = tried
    best = residual
  }
  out.put(0b001000 | order, 7) // a fixed predictor
  out.put(0, 1) // no wasted bits
  for (let at = 0; at < order; at++) out.putSigned(block[at], BITS)
  writeResidual(out, best, block.length)
}

function differences(values: Int32Array): Int32Array {
  const result = new Int32Array(values.length - 1)
  for (let at = 0; at < result.length; at++) result[at] = values[at + 1] - values[at]
  return result
}

function sizeOf(values: Int32Array): number {
  let sum = 0
  for (const value of values) sum += Math.abs(value)
  return sum
}

function writeResidual(out: Bits, residual: Int32Array, blockSamples: number): void {
  const partOrder = blockSamples === BLOCK_SAMPLES ? PART_ORDER : 0
  out.put(0, 2) // parameters of four bits
  out.put(partOrder, 4)
  const partSamples = blockSamples >> partOrder
  // The first part lacks the samples that the predictor begins with.
  let from = 0
  for (let to = partSamples - (blockSamples - residual.length); from < residual.length; to += partSamples) {
    writeRice(out, residual.subarray(from, to))
    from = to
  }
}

function writeRice(out: Bits, values: Int32Array): void {
  // Twice the mean size, as the sign is folded in; that much in plain bits leaves about one bit for the rest.
  const mean = (2 * sizeOf(values)) / Math.max(1, values.length)
  const bits = Math.min(MOST_RICE_BITS, Math.max(0, Math.round(Math.log2(Math.max(1, mean * Math.LN2)))))
  out.put(bits, 4)
  for (const value of values) {
    const folded = value >= 0 ? 2 * value : -2 * value - 1
    for (let left = folded >>> bits; left > 0; left -= Math.min(left, 31)) out.put(0, Math.min(left, 31))
    out.put(1, 1)
    if (bits > 0) out.put(folded & (2 ** bits - 1), bits)
  }
}

/** Most significant bit first, from 0, as FLAC counts. */
function crc(bytes: Uint8Array, polynomial: number, width: 8 | 16): number {
  const top = 2 ** (width - 1)
  const mask = 2 ** width - 1
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask
  }
  return sum
}

/** Numbers one behind the other, bit by bit. */
class Bits {
  private buffer = new Uint8Array(65_536)
  private whole = 0
  /** Bits of the byte that is begun. */
  private held = 0
  private heldBits = 0

  get byteCount(): number {
    return this.whole
  }

  /** Up to 32 bits. */
  put(value: number, bits: number): void {
    for (let left = bits; left > 0; ) {
      const taken = Math.min(left, 8 - this.heldBits)
      const piece = Math.floor(value / 2 ** (left - taken)) % 2 ** taken
      this.held = (this.held << taken) | piece
      this.heldBits += taken
      left -= taken
      if (this.heldBits === 8) this.endByte()
    }
  }

  putSigned(value: number, bits: number): void {
    this.put(value < 0 ? value + 2 ** bits : value, bits)
  }

  align(): void {
    if (this.heldBits > 0) this.put(0, 8 - this.heldBits)
  }

  since(start: number): Uint8Array {
    return this.buffer.subarray(start, this.whole)
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.whole)
  }

  private endByte(): void {
    if (this.whole === this.buffer.length) {
      const larger = new Uint8Array(2 * this.buffer.length)
      larger.set(this.buffer)
      this.buffer = larger
    }
    this.buffer[this.whole++] = this.held
    this.held = 0
    this.heldBits = 0
  }
}
