import { corrupt } from './error.js'
import { type Box, boxesIn, findBox } from './mp4-boxes.js'
import type { Mp4Track } from './mp4-track.js'
import { type ByteWindow, viewOf } from './window.js'

// Movie fragments: ISO/IEC 14496-12 section 8.8.

const MAX_FRAGMENT_INDEX_BYTES = 16 * 1024 * 1024
const BOX_HEADER_BYTES = 8

// Flags of the track fragment header and of the track run: which of the optional fields are there.
const TFHD_BASE_OFFSET = 0x1
const TFHD_DESCRIPTION = 0x2
const TFHD_DURATION = 0x8
const TFHD_SIZE = 0x10
const TRUN_DATA_OFFSET = 0x1
const TRUN_FIRST_FLAGS = 0x4
const TRUN_DURATION = 0x100
const TRUN_SIZE = 0x200
const TRUN_FLAGS = 0x400
const TRUN_TIME_OFFSET = 0x800

/** Where the frames of one fragment lie. `moof` is its box in the file. */
export async function readFragmentFrames(
  window: ByteWindow,
  moof: Box,
  track: Mp4Track,
): Promise<{ at: number; bytes: number }[]> {
  const length = moof.end - moof.start
  if (length > MAX_FRAGMENT_INDEX_BYTES) throw corrupt('the index of a fragment is too large')
  const bytes = (await window.view(moof.start, length)).slice()
  const view = viewOf(bytes)
  const fragmentStart = moof.start - BOX_HEADER_BYTES
  const frames: { at: number; bytes: number }[] = []
  for (const traf of boxesIn(bytes, 0, bytes.length)) {
    if (traf.type !== 'traf') continue
    const header = findBox(bytes, traf, ['tfhd'])
    if (header === null || view.getUint32(header.start + 4) !== track.id) continue
    const flags = view.getUint32(header.start) & 0xffffff
    let field = header.start + 8
    let base = fragmentStart
    if (flags & TFHD_BASE_OFFSET) {
      base = Number(view.getBigUint64(field))
      field += 8
    }
    if (flags & TFHD_DESCRIPTION) field += 4
    if (flags & TFHD_DURATION) field += 4
    const defaultBytes = flags & TFHD_SIZE ? view.getUint32(field) : 0
    let at = base
    for (const trun of boxesIn(bytes, traf.start, traf.end)) {
      if (trun.type !== 'trun') continue
      at = readRun(view, trun, base, at, defaultBytes, frames)
    }
  }
  return frames
}

/** Adds the frames of one run; returns where the next run begins unless it says otherwise. */
function readRun(
  view: DataView,
  trun: Box,
  base: number,
  follows: number,
  defaultBytes: number,
  frames: { at: number; bytes: number }[],
): number {
  const flags = view.getUint32(trun.start) & 0xffffff
  const count = view.getUint32(trun.start + 4)
  let field = trun.start + 8
  let at = follows
  if (flags & TRUN_DATA_OFFSET) {
    at = base + view.getInt32(field)
    field += 4
  }
  if (flags & TRUN_FIRST_FLAGS) field += 4
  const before = flags & TRUN_DURATION ? 4 : 0
  const after = (flags & TRUN_FLAGS ? 4 : 0) + (flags & TRUN_TIME_OFFSET ? 4 : 0)
  const entryBytes = before + (flags & TRUN_SIZE ? 4 : 0) + after
  if (field + entryBytes * count > trun.end) throw corrupt('the index of a fragment is incomplete')
  if (entryBytes === 0 && count > trun.end) throw corrupt('the index of a fragment is contradictory')
  for (let i = 0; i < count; i++, field += entryBytes) {
    const bytes = flags & TRUN_SIZE ? view.getUint32(field + before) : defaultBytes
    frames.push({ at, bytes })
    at += bytes
  }
  return at
}
