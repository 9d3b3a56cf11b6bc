import { corrupt } from './error.js'
import { ascii, type ByteWindow, viewOf } from './window.js'

// The box structure of MP4 files: ISO/IEC 14496-12 section 4.2.

export interface Box {
  type: string
  /** Where the content begins and ends, in whatever the box was found in. */
  start: number
  end: number
}

const MAX_BOXES = 100_000
const HEADER_BYTES = 8
const LONG_HEADER_BYTES = 16

/** Boxes inside `bytes[start, end)`; stops quietly at the first that does not fit. */
export function* boxesIn(bytes: Uint8Array, start: number, end: number): Generator<Box> {
  const view = viewOf(bytes)
  for (let at = start; at + HEADER_BYTES <= end; ) {
    let size = view.getUint32(at)
    let header = HEADER_BYTES
    if (size === 1 && at + LONG_HEADER_BYTES <= end) {
      size = Number(view.getBigUint64(at + HEADER_BYTES))
      header = LONG_HEADER_BYTES
    } else if (size === 0) {
      size = end - at
    }
    if (size < header || at + size > end) return
    yield { type: ascii(bytes, at + 4, 4), start: at + header, end: at + size }
    at += size
  }
}

/** The first box on a path of types, such as ['mdia', 'minf', 'stbl']. */
export function findBox(bytes: Uint8Array, within: Box, path: string[]): Box | null {
  let found: Box | null = within
  for (const type of path) {
    if (found === null) return null
    let next: Box | null = null
    for (const box of boxesIn(bytes, found.start, found.end)) {
      if (box.type !== type) continue
      next = box
      break
    }
    found = next
  }
  return found
}

/** Boxes at the top of the file, up to the first that makes no sense; the last may claim to end behind the file. */
export async function topLevelBoxes(window: ByteWindow): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < window.size; ) {
    const head = await window.view(at, LONG_HEADER_BYTES)
    if (head.length < HEADER_BYTES) break
    const view = viewOf(head)
    let size = view.getUint32(0)
    let header = HEADER_BYTES
    if (size === 1) {
      if (head.length < LONG_HEADER_BYTES) break
      size = Number(view.getBigUint64(HEADER_BYTES))
      header = LONG_HEADER_BYTES
    } else if (size === 0) {
      size = window.size - at
    }
    if (size < header) break
    boxes.push({ type: ascii(head, 4, 4), start: at + header, end: at + size })
    if (boxes.length > MAX_BOXES) throw corrupt('it has too many parts')
    at += size
  }
  return boxes
}
