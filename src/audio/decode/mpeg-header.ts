// MPEG audio frame headers and the tag frame at the start of most mp3 files.
// Tables: ISO/IEC 11172-3 section 2.4.2.3 and ISO/IEC 13818-3 section 2.4.2.3.

import { ascii, viewOf } from './window.js'

export interface MpegHeader {
  sampleRateHz: number
  channels: 1 | 2
  samplesPerFrame: number
  frameBytes: number
  /** MPEG-1 as opposed to the half and quarter sample rates of MPEG-2 and 2.5. */
  isVersion1: boolean
  layer: 1 | 2 | 3
}

const BIT_RATES_KBPS = {
  v1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const SAMPLE_RATES_HZ = [44_100, 48_000, 32_000]

export const MPEG_HEADER_BYTES = 4

/** Null unless a header of known length stands at `at` (free format has none; layers I and II are only recognised). */
export function parseMpegHeader(bytes: Uint8Array, at: number): MpegHeader | null {
  if (at + MPEG_HEADER_BYTES > bytes.length || bytes[at] !== 0xff || (bytes[at + 1] & 0xe0) !== 0xe0)
    return null
  const versionCode = (bytes[at + 1] >> 3) & 3
  const layerCode = (bytes[at + 1] >> 1) & 3
  const rateCode = bytes[at + 2] >> 4
  const frequencyCode = (bytes[at + 2] >> 2) & 3
  if (versionCode === 1 || layerCode === 0 || frequencyCode === 3) return null
  if (rateCode === 0 || rateCode === 15) return null
  const isVersion1 = versionCode === 3
  const divisor = isVersion1 ? 1 : versionCode === 2 ? 2 : 4
  const sampleRateHz = SAMPLE_RATES_HZ[frequencyCode] / divisor
  const bitRateKbps = (isVersion1 ? BIT_RATES_KBPS.v1 : BIT_RATES_KBPS.v2)[rateCode]
  const samplesPerFrame = isVersion1 ? 1152 : 576
  const paddingBytes = (bytes[at + 2] >> 1) & 1
  return {
    sampleRateHz,
    channels: bytes[at + 3] >> 6 === 3 ? 1 : 2,
    samplesPerFrame,
    frameBytes: Math.floor(((samplesPerFrame / 8) * bitRateKbps * 1000) / sampleRateHz) + paddingBytes,
    isVersion1,
    layer: (4 - layerCode) as 1 | 2 | 3,
  }
}

/** Frames of one stream share all of these; the bit rate may change from frame to frame. */
export function isSameStream(a: MpegHeader, b: MpegHeader): boolean {
  return (
    a.sampleRateHz === b.sampleRateHz &&
    a.channels === b.channels &&
    a.layer === b.layer &&
    a.isVersion1 === b.isVersion1
  )
}

export interface MpegTag {
  /** Number of sound frames after this one; null when the encoder did not know. */
  frames: number | null
  /** Samples that the encoder put before the sound and after it; null when not told. */
  delaySamples: number | null
  paddingSamples: number | null
}

/** Where Xing, Info and VBRI keep their fields, counted from their own name. */
const XING_FIELDS_OFFSET = 8
const XING_TOC_BYTES = 100
const LAME_NAME_BYTES = 9
const LAME_DELAY_OFFSET = 21
const VBRI_OFFSET = 36
const VBRI_FRAMES_OFFSET = 14

/**
 * The first frame of most files holds no sound but a note on the file: "Xing" (variable rate) or "Info"
 * (constant rate) with LAME's extension, or Fraunhofer's "VBRI" (layouts: gabriel.mp3-tech.org/mp3infotag.html).
 */
export function parseMpegTag(frame: Uint8Array, header: MpegHeader): MpegTag | null {
  const sideInfoBytes = header.isVersion1 ? (header.channels === 1 ? 17 : 32) : header.channels === 1 ? 9 : 17
  const at = MPEG_HEADER_BYTES + sideInfoBytes
  const view = viewOf(frame)
  const name = ascii(frame, at, 4)
  if (name === 'Xing' || name === 'Info') {
    if (at + XING_FIELDS_OFFSET > frame.length)
      return { frames: null, delaySamples: null, paddingSamples: null }
    const flags = view.getUint32(at + 4)
    let field = at + XING_FIELDS_OFFSET
    let frames: number | null = null
    if (flags & 1 && field + 4 <= frame.length) frames = view.getUint32(field) || null
    if (flags & 1) field += 4
    if (flags & 2) field += 4
    if (flags & 4) field += XING_TOC_BYTES
    if (flags & 8) field += 4
    const hasLame =
      field + LAME_DELAY_OFFSET + 3 <= frame.length && /^[A-Z]/.test(ascii(frame, field, LAME_NAME_BYTES))
    if (!hasLame) return { frames, delaySamples: null, paddingSamples: null }
    const delay = field + LAME_DELAY_OFFSET
    return {
      frames,
      delaySamples: (frame[delay] << 4) | (frame[delay + 1] >> 4),
      paddingSamples: ((frame[delay + 1] & 15) << 8) | frame[delay + 2],
    }
  }
  if (ascii(frame, VBRI_OFFSET, 4) === 'VBRI' && VBRI_OFFSET + VBRI_FRAMES_OFFSET + 4 <= frame.length) {
    return {
      frames: view.getUint32(VBRI_OFFSET + VBRI_FRAMES_OFFSET) || null,
      delaySamples: null,
      paddingSamples: null,
    }
  }
  return null
}
