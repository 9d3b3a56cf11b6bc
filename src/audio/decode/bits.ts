/** Thrown when a reader runs past the bytes it was given. */
export class OutOfBits extends Error {}

/** Reads fields of up to 32 bits, most significant bit first. */
export class BitReader {
  readonly #bytes: Uint8Array
  /** The next bits, left-aligned; beyond `#left` bits it is zero. */
  #cache = 0
  #left = 0
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  /** Offset of the byte that the next bit is in, or would be in. */
  get byteOffset(): number {
    return this.#at - (this.#left >> 3)
  }

  unsigned(width: number): number {
    if (width > 24) return this.unsigned(width - 16) * 65_536 + this.unsigned(16)
    if (width === 0) return 0
    if (this.#left < width) this.#fill(width)
    const value = this.#cache >>> (32 - width)
    this.#cache <<= width
    this.#left -= width
    return value
  }

  /** Two's complement; 33 bits are needed for the side channel of 32-bit FLAC. */
  signed(width: number): number {
    if (width === 0) return 0
    const value = this.unsigned(width)
    return value >= 2 ** (width - 1) ? value - 2 ** width : value
  }

  /** Number of zero bits before the next one bit, which is consumed too. */
  unary(): number {
    let zeros = 0
    for (;;) {
      if (this.#cache !== 0) {
        const run = Math.clz32(this.#cache)
        // In two steps: a shift by 32 would be a shift by 0.
        this.#cache = (this.#cache << run) << 1
        this.#left -= run + 1
        return zeros + run
      }
      zeros += this.#left
      this.#left = 0
      this.#fill(1)
    }
  }

  alignToByte(): void {
    const extra = this.#left & 7
    this.#cache <<= extra
    this.#left -= extra
  }

  #fill(needed: number): void {
    while (this.#left <= 24 && this.#at < this.#bytes.length) {
      this.#cache |= this.#bytes[this.#at++] << (24 - this.#left)
      this.#left += 8
    }
    if (this.#left < needed) throw new OutOfBits()
  }
}
