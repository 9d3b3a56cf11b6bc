import type { AacConfig } from './aac.js'
import { parseAacConfig } from './aac-config.js'
import { corrupt, noAudio, unsupported } from './error.js'
import { type Box, boxesIn, findBox } from './mp4-boxes.js'
import { ascii, viewOf } from './window.js'

/** What the index of an MP4 file says about its sound. */
export interface Mp4Track {
  id: number
  config: AacConfig
  /** Seconds into the media where playing begins; null when the file does not tell. */
  startSec: number | null
  /** Seconds to play; null when the file does not tell. */
  lengthSec: number | null
  /** Byte offset and length of each frame, in order. */
  frames(): Generator<{ at: number; bytes: number }>
}

const FULL_BOX_BYTES = 4

/** The names that people know the codecs of refused files by. */
const REFUSED_CODECS: Record<string, string> = {
  alac: 'Apple Lossless',
  Opus: 'Opus inside MP4',
  fLaC: 'FLAC inside MP4',
  'ac-3': 'Dolby Digital',
  'ec-3': 'Dolby Digital Plus',
  enca: 'copy protection',
  samr: 'AMR',
  '.mp3': 'MP3 inside MP4',
}

/** `moov` is the content of the index box. */
export function readAudioTrack(moov: Uint8Array): Mp4Track {
  const root: Box = { type: 'moov', start: 0, end: moov.length }
  let hasTracks = false
  for (const trak of boxesIn(moov, 0, moov.length)) {
    if (trak.type !== 'trak') continue
    hasTracks = true
    const handler = findBox(moov, trak, ['mdia', 'hdlr'])
    if (handler !== null && ascii(moov, handler.start + 8, 4) === 'soun') return readTrack(moov, root, trak)
  }
  throw noAudio(hasTracks ? 'The video has no sound track' : 'The MP4 file has no tracks')
}

function readTrack(moov: Uint8Array, root: Box, trak: Box): Mp4Track {
  const need = (path: string[]): Box => {
    const box = findBox(moov, trak, path)
    if (box === null) throw corrupt(`part "${path.at(-1)}" of its index is missing`)
    return box
  }
  const stbl = ['mdia', 'minf', 'stbl']
  const config = readConfig(moov, need([...stbl, 'stsd']))
  const timescale = readTimescale(moov, need(['mdia', 'mdhd']))
  const movieHeader = findBox(moov, root, ['mvhd'])
  const movieTimescale = movieHeader === null ? timescale : readTimescale(moov, movieHeader)
  const mediaUnits = mediaDuration(moov, findBox(moov, trak, [...stbl, 'stts']))
  const edit = readEdit(moov, findBox(moov, trak, ['edts', 'elst']))
  const sizes = readSizes(moov, findBox(moov, trak, [...stbl, 'stsz']))
  const header = need(['tkhd'])
  const isLongHeader = moov[header.start] === 1

  const playing = readPlaying(moov, timescale, movieTimescale, mediaUnits, edit)
  return {
    id: viewOf(moov).getUint32(header.start + (isLongHeader ? 20 : 12)),
    config,
    ...playing,
    frames: () =>
      frameOffsets(moov, sizes, need([...stbl, 'stsc']), findBox(moov, trak, [...stbl, 'stco']), () =>
        need([...stbl, 'co64']),
      ),
  }
}

/** Which part of the media is to be played: by the edit list, else by iTunes, else not told. */
function readPlaying(
  moov: Uint8Array,
  timescale: number,
  movieTimescale: number,
  mediaUnits: number,
  edit: { mediaTime: number; duration: number } | null,
): Pick<Mp4Track, 'startSec' | 'lengthSec'> {
  // Every encoder has a delay: an edit that begins at 0 comes from a muxer that did not know it.
  if (edit !== null && edit.mediaTime > 0) {
    const startSec = edit.mediaTime / timescale
    const mediaSec = mediaUnits > 0 ? mediaUnits / timescale - startSec : Number.POSITIVE_INFINITY
    // Times of the movie are coarse, often in ms: what lies within the next unit is not padding yet.
    const editSec = edit.duration > 0 ? (edit.duration + 1) / movieTimescale : Number.POSITIVE_INFINITY
    const lengthSec = Math.max(0, Math.min(mediaSec, editSec))
    return { startSec, lengthSec: Number.isFinite(lengthSec) ? lengthSec : null }
  }
  const iTunes = readITunes(moov)
  if (iTunes === null) return { startSec: null, lengthSec: null }
  return { startSec: iTunes.priming / timescale, lengthSec: iTunes.samples / timescale }
}

/** Sample description, and inside it the elementary stream descriptor of MPEG-4 sound. */
function readConfig(moov: Uint8Array, stsd: Box): AacConfig {
  const [entry] = boxesIn(moov, stsd.start + FULL_BOX_BYTES + 4, stsd.end)
  if (entry === undefined) throw corrupt('the description of its sound is missing')
  if (entry.type !== 'mp4a') {
    const name = REFUSED_CODECS[entry.type] ?? `codec "${entry.type.trim()}"`
    throw unsupported(`The MP4 file uses ${name}, which cannot be decoded`)
  }
  // QuickTime files have longer entries and wrap the descriptor once more: look for it by name.
  const at = Buffer.from(moov.buffer, moov.byteOffset, entry.end).indexOf('esds', entry.start)
  if (at < 0) throw corrupt('the description of its sound is missing')
  return readDescriptor(moov.subarray(at + 4 + FULL_BOX_BYTES, entry.end))
}

const TAG_ES = 3
const TAG_DECODER_CONFIG = 4
const TAG_DECODER_SPECIFIC = 5
/** ISO/IEC 14496-1 table 5, object type indications: MPEG-4 and the three profiles of MPEG-2 AAC. */
const AAC_INDICATIONS = [0x40, 0x66, 0x67, 0x68]

/** ISO/IEC 14496-1 section 7.2.6: nested tags, each with a length of up to four 7-bit groups. */
function readDescriptor(bytes: Uint8Array): AacConfig {
  let at = 0
  while (at < bytes.length) {
    const tag = bytes[at++]
    let size = 0
    for (let i = 0; i < 4 && at < bytes.length; i++) {
      const byte = bytes[at++]
      size = (size << 7) | (byte & 0x7f)
      if (byte < 0x80) break
    }
    if (tag === TAG_ES) {
      const flags = bytes[at + 2]
      at += 3
      if (flags & 0x80) at += 2
      if (flags & 0x40) at += 1 + bytes[at]
      if (flags & 0x20) at += 2
    } else if (tag === TAG_DECODER_CONFIG) {
      if (!AAC_INDICATIONS.includes(bytes[at])) {
        throw unsupported(
          `The MP4 file uses sound of type 0x${bytes[at]?.toString(16)}, which cannot be decoded`,
        )
      }
      at += 13
    } else if (tag === TAG_DECODER_SPECIFIC) {
      return parseAacConfig(bytes.subarray(at, at + size))
    } else {
      at += size
    }
  }
  throw corrupt('the description of its sound is incomplete')
}

/** Of a media or movie header; both have two times before it, of 4 or 8 bytes each. */
function readTimescale(moov: Uint8Array, header: Box): number {
  const timescale = viewOf(moov).getUint32(
    header.start + FULL_BOX_BYTES + (moov[header.start] === 1 ? 16 : 8),
  )
  if (timescale === 0) throw corrupt('its clock stands still')
  return timescale
}

/** Sum of the durations of all samples: encoders shorten the last one by the padding. */
function mediaDuration(moov: Uint8Array, stts: Box | null): number {
  if (stts === null) return 0
  const view = viewOf(moov)
  const entries = entryCount(moov, stts, 8)
  let units = 0
  for (let i = 0; i < entries; i++) {
    const at = stts.start + 8 + 8 * i
    units += view.getUint32(at) * view.getUint32(at + 4)
  }
  return units
}

/** The first edit that plays something; an empty one before it (time -1) only delays. */
function readEdit(moov: Uint8Array, elst: Box | null): { mediaTime: number; duration: number } | null {
  if (elst === null) return null
  const view = viewOf(moov)
  const isLong = moov[elst.start] === 1
  const entryBytes = isLong ? 20 : 12
  const entries = entryCount(moov, elst, entryBytes)
  for (let i = 0; i < entries; i++) {
    const at = elst.start + 8 + entryBytes * i
    const duration = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at)
    const mediaTime = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4)
    if (mediaTime >= 0) return { mediaTime, duration }
  }
  return null
}

/** iTunes tells priming and length in a comment of hexadecimal numbers. */
function readITunes(moov: Uint8Array): { priming: number; samples: number } | null {
  const at = Buffer.from(moov.buffer, moov.byteOffset, moov.length).indexOf('iTunSMPB')
  if (at < 0) return null
  const text = ascii(moov, at + 8, 160)
  const match = / 00000000 ([0-9A-F]{8}) ([0-9A-F]{8}) ([0-9A-F]{16})/i.exec(text)
  if (match === null) return null
  const samples = Number.parseInt(match[3], 16)
  return samples > 0 ? { priming: Number.parseInt(match[1], 16), samples } : null
}

interface Sizes {
  count: number
  /** Of all samples when they are of one size, else 0. */
  fixedBytes: number
  tableStart: number
}

function readSizes(moov: Uint8Array, stsz: Box | null): Sizes {
  if (stsz === null) throw corrupt('part "stsz" of its index is missing')
  const view = viewOf(moov)
  if (stsz.end - stsz.start < 12) throw corrupt('part "stsz" of its index is incomplete')
  const fixedBytes = view.getUint32(stsz.start + 4)
  const count = view.getUint32(stsz.start + 8)
  const tableStart = stsz.start + 12
  if (fixedBytes === 0 && tableStart + 4 * count > stsz.end)
    throw corrupt('part "stsz" of its index is incomplete')
  return { count, fixedBytes, tableStart }
}

/** How many entries a table claims, checked against the room it has. */
function entryCount(moov: Uint8Array, box: Box, entryBytes: number): number {
  if (box.end - box.start < 8) throw corrupt(`part "${box.type}" of its index is incomplete`)
  const count = viewOf(moov).getUint32(box.start + FULL_BOX_BYTES)
  if (box.start + 8 + entryBytes * count > box.end)
    throw corrupt(`part "${box.type}" of its index is incomplete`)
  return count
}

/** Section 8.7: samples lie in chunks; runs of chunks hold the same number of samples. */
function* frameOffsets(
  moov: Uint8Array,
  sizes: Sizes,
  stsc: Box,
  stco: Box | null,
  co64: () => Box,
): Generator<{ at: number; bytes: number }> {
  const view = viewOf(moov)
  const offsets = stco ?? co64()
  const offsetBytes = stco === null ? 8 : 4
  const chunks = entryCount(moov, offsets, offsetBytes)
  const runs = entryCount(moov, stsc, 12)
  let sample = 0
  let run = -1
  let perChunk = 0
  for (let chunk = 0; chunk < chunks && sample < sizes.count; chunk++) {
    while (run + 1 < runs && view.getUint32(stsc.start + 8 + 12 * (run + 1)) <= chunk + 1) {
      run++
      perChunk = view.getUint32(stsc.start + 8 + 12 * run + 4)
    }
    const entry = offsets.start + 8 + offsetBytes * chunk
    let at = offsetBytes === 8 ? Number(view.getBigUint64(entry)) : view.getUint32(entry)
    for (let i = 0; i < perChunk && sample < sizes.count; i++, sample++) {
      const bytes = sizes.fixedBytes || view.getUint32(sizes.tableStart + 4 * sample)
      yield { at, bytes }
      at += bytes
    }
  }
  if (sample < sizes.count) throw corrupt('its index does not cover all of its sound')
}
