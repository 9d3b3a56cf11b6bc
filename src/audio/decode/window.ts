import type { ByteSource } from '../bytes.js'

/** Big enough that a file is read in few calls, small enough that many workers can each hold one. */
const BLOCK_BYTES = 256 * 1024

/** Random access in small steps over large reads: parsers ask for a few bytes, the source sees blocks. */
export class ByteWindow {
  readonly size: number
  readonly #source: ByteSource
  #block: Uint8Array = new Uint8Array(0)
  #blockStart = 0

  constructor(source: ByteSource) {
    this.#source = source
    this.size = source.size
  }

  /** `length` bytes from `offset`, fewer only at the end; valid until the next call. */
  async view(offset: number, length: number): Promise<Uint8Array> {
    const end = Math.min(offset + length, this.size)
    if (offset >= end) return new Uint8Array(0)
    const within = offset - this.#blockStart
    if (within >= 0 && end <= this.#blockStart + this.#block.byteLength) {
      return this.#block.subarray(within, end - this.#blockStart)
    }
    this.#block = await this.#source.read(offset, Math.max(end - offset, BLOCK_BYTES))
    this.#blockStart = offset
    return this.#block.subarray(0, end - offset)
  }
}

/** A stretch of a source as a source of its own, for formats that wrap other formats. */
export function byteRange(source: ByteSource, start: number, length: number): ByteSource {
  const size = Math.max(0, Math.min(length, source.size - start))
  return {
    size,
    read: (offset, wanted) => source.read(start + offset, Math.max(0, Math.min(wanted, size - offset))),
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function ascii(bytes: Uint8Array, offset: number, length: number): string {
  let text = ''
  for (let i = offset; i < offset + length && i < bytes.length; i++) text += String.fromCharCode(bytes[i])
  return text
}
