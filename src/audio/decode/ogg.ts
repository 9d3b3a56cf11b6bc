import { crc32 } from './crc.js'
import { corrupt } from './error.js'
import { ascii, type ByteWindow, viewOf } from './window.js'

// Pages and packets of the Ogg container, RFC 3533.

export interface OggPage {
  serial: number
  sequence: number
  /** Position at the end of the last packet that ends on this page; -1 when none does. */
  granule: number
  isContinued: boolean
  isFirst: boolean
  isLast: boolean
  /** Pieces of packets; all but an unfinished last one end on this page. */
  segments: Uint8Array[]
  lastIsUnfinished: boolean
  bytes: number
}

const HEADER_BYTES = 27
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255
const CRC_OFFSET = 22
const CRC_BYTES = 4
const MAX_RESYNC_BYTES = 1024 * 1024
/** Comment packets can carry a cover picture of some MB; sound packets are far smaller. */
const MAX_PACKET_BYTES = 16 * 1024 * 1024

/** The page at `at`, 'cut' when the file ends inside it, 'damaged' when there is no sound page. */
export async function readPage(window: ByteWindow, at: number): Promise<OggPage | 'cut' | 'damaged'> {
  const bytes = await window.view(at, MAX_PAGE_BYTES)
  if (ascii(bytes, 0, 4) !== 'OggS'.slice(0, Math.min(4, bytes.length))) return 'damaged'
  if (bytes.length < HEADER_BYTES) return 'cut'
  if (bytes[4] !== 0) return 'damaged'
  const lacingCount = bytes[26]
  const bodyStart = HEADER_BYTES + lacingCount
  const lacing = bytes.subarray(HEADER_BYTES, bodyStart)
  const pageBytes = bodyStart + lacing.reduce((sum, value) => sum + value, 0)
  if (bytes.length < pageBytes || lacing.length < lacingCount) return 'cut'
  const view = viewOf(bytes)
  if (view.getUint32(CRC_OFFSET, true) !== pageCrc(bytes, pageBytes)) return 'damaged'

  const segments: Uint8Array[] = []
  let segmentStart = bodyStart
  let end = bodyStart
  for (const value of lacing) {
    end += value
    if (value === 255) continue
    segments.push(bytes.slice(segmentStart, end))
    segmentStart = end
  }
  const lastIsUnfinished = segmentStart < end || (lacingCount > 0 && lacing[lacingCount - 1] === 255)
  if (lastIsUnfinished) segments.push(bytes.slice(segmentStart, end))
  return {
    serial: view.getUint32(14, true),
    sequence: view.getUint32(18, true),
    granule: Number(view.getBigInt64(6, true)),
    isContinued: (bytes[5] & 1) !== 0,
    isFirst: (bytes[5] & 2) !== 0,
    isLast: (bytes[5] & 4) !== 0,
    segments,
    lastIsUnfinished,
    bytes: pageBytes,
  }
}

/** The checksum is taken with its own field at zero. */
function pageCrc(bytes: Uint8Array, pageBytes: number): number {
  const before = crc32(bytes, 0, CRC_OFFSET)
  const field = crc32(new Uint8Array(CRC_BYTES), 0, CRC_BYTES, before)
  return crc32(bytes, CRC_OFFSET + CRC_BYTES, pageBytes, field)
}

/** Offset of the next page name at or after `from`, or null when the rest of the file has none. */
export async function findPage(window: ByteWindow, from: number): Promise<number | null> {
  const step = 64 * 1024
  for (let at = from; at < window.size; at += step) {
    if (at - from > MAX_RESYNC_BYTES) throw corrupt('a long stretch of it is unreadable')
    const bytes = await window.view(at, step + 3)
    for (let i = 0; i + 4 <= bytes.length; i++) {
      if (bytes[i] === 0x4f && bytes[i + 1] === 0x67 && bytes[i + 2] === 0x67 && bytes[i + 3] === 0x53)
        return at + i
    }
  }
  return null
}

/** Puts packets together that span pages. */
export class PacketAssembler {
  #parts: Uint8Array[] = []
  #partBytes = 0

  /** Packets that end on this page; one whose beginning was lost is left out. */
  take(page: OggPage): Uint8Array[] {
    const packets: Uint8Array[] = []
    const isStarted = this.#parts.length > 0
    page.segments.forEach((segment, index) => {
      const continues = index === 0 && page.isContinued
      if (continues && !isStarted) return
      if (!continues) this.drop()
      this.#parts.push(segment)
      this.#partBytes += segment.length
      if (this.#partBytes > MAX_PACKET_BYTES) throw corrupt('one of its packets has no end')
      const isUnfinished = index === page.segments.length - 1 && page.lastIsUnfinished
      if (isUnfinished) return
      packets.push(this.#parts.length === 1 ? segment : join(this.#parts, this.#partBytes))
      this.drop()
    })
    return packets
  }

  /** Forget the begun packet: a page is missing. */
  drop(): void {
    this.#parts = []
    this.#partBytes = 0
  }
}

function join(parts: Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
