import type { ByteSource } from '../bytes.js'
import { corrupt, noAudio, truncated, unsupported } from './error.js'
import { decodeMp3 } from './mp3.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { ascii, ByteWindow, byteRange, viewOf } from './window.js'

// Format tags: RFC 2361 and Microsoft's mmreg.h.
const TAG_PCM = 0x0001
const TAG_FLOAT = 0x0003
const TAG_A_LAW = 0x0006
const TAG_MU_LAW = 0x0007
const TAG_MP3 = 0x0055
const TAG_EXTENSIBLE = 0xfffe
const REFUSED_TAGS: Record<number, string> = {
  2: 'Microsoft ADPCM',
  17: 'IMA ADPCM',
  49: 'GSM 6.10',
  80: 'MPEG layer II',
  353: 'Windows Media Audio',
}

const RIFF_HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const FMT_MIN_BYTES = 16
const FMT_MAX_BYTES = 4096
/** WAVEFORMATEXTENSIBLE: the real format tag is the start of the sub-format GUID at this offset. */
const SUBFORMAT_OFFSET = 24
/** A file of this many chunks before its sound is not one that any recorder wrote. */
const MAX_CHUNKS = 1000
/** A writer to a pipe cannot know the length: ffmpeg leaves 0xFFFFFFFF, sox 0x7FFFF000 and up, others 0. */
const STREAMED_FROM_BYTES = 0x7ffff000
const RF64_PLACEHOLDER = 0xffffffff
/** Samples are turned to floats in runs of this many frames. */
const FRAMES_PER_RUN = 16_384

interface WavFormat {
  tag: number
  channels: number
  sampleRateHz: number
  bytesPerFrame: number
  bitsPerSample: number
}

interface WavData {
  format: WavFormat
  start: number
  /** Bytes of sound that are really there. */
  length: number
}

export async function decodeWav(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const { format, start, length } = await findData(new ByteWindow(source))
  if (format.tag === TAG_MP3) {
    const facts = await decodeMp3(byteRange(source, start, length), pieces)
    return { ...facts, container: 'wav' }
  }
  const toFloat = sampleReader(format)
  const { channels, bytesPerFrame, sampleRateHz } = format
  pieces.open(sampleRateHz, channels)
  const frames = Math.floor(length / bytesPerFrame)
  if (frames === 0) throw noAudio('The wav file has a header but no samples')
  pieces.expect(frames)

  const bytesPerSample = bytesPerFrame / channels
  const out = Array.from({ length: channels }, () => new Float32Array(FRAMES_PER_RUN))
  for (let done = 0; done < frames; ) {
    const wanted = Math.min(FRAMES_PER_RUN, frames - done)
    const bytes = await source.read(start + done * bytesPerFrame, wanted * bytesPerFrame)
    const count = Math.floor(bytes.byteLength / bytesPerFrame)
    if (count === 0) throw truncated('it ended while it was being read')
    const view = viewOf(bytes)
    for (let c = 0; c < channels; c++) {
      for (let i = 0, at = c * bytesPerSample; i < count; i++, at += bytesPerFrame)
        out[c][i] = toFloat(view, at)
    }
    await pieces.write(out, 0, count)
    done += count
  }
  return {
    container: 'wav',
    codec: 'pcm',
    bitsPerSample: format.bitsPerSample,
    audioBytes: frames * bytesPerFrame,
  }
}

async function findData(window: ByteWindow): Promise<WavData> {
  const header = await window.view(0, RIFF_HEADER_BYTES)
  if (header.length < RIFF_HEADER_BYTES) throw truncated('not even its header is complete')
  const riffSize = viewOf(header).getUint32(4, true)
  const isRf64 = ascii(header, 0, 4) !== 'RIFF'
  let format: WavFormat | null = null
  let dataSize64: number | null = null
  let at = RIFF_HEADER_BYTES
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const head = await window.view(at, CHUNK_HEADER_BYTES)
    if (head.length < CHUNK_HEADER_BYTES) {
      const expected = riffSize + CHUNK_HEADER_BYTES
      if (format === null || expected > window.size) throw truncated('its sound data is missing')
      throw noAudio('The wav file has no sound data')
    }
    const id = ascii(head, 0, 4)
    const size = viewOf(head).getUint32(4, true)
    const body = at + CHUNK_HEADER_BYTES
    if (id === 'ds64') {
      const sizes = await window.view(body, 16)
      if (sizes.length === 16) dataSize64 = Number(viewOf(sizes).getBigUint64(8, true))
    } else if (id === 'fmt ') {
      if (body + size > window.size) throw truncated('not even its header is complete')
      format = parseFormat(await window.view(body, Math.min(size, FMT_MAX_BYTES)))
    } else if (id === 'data') {
      if (format === null) throw corrupt('its sound data comes before the description of its format')
      const claimed = isRf64 && size === RF64_PLACEHOLDER && dataSize64 !== null ? dataSize64 : size
      const length = await trueDataLength(window, riffSize, body, claimed, format.bytesPerFrame)
      return { format, start: body, length }
    }
    at = body + size + (size % 2)
  }
  throw corrupt('it has too many chunks before its sound data')
}

/** How much sound there is, given what the header claims and how long the file is. */
async function trueDataLength(
  window: ByteWindow,
  riffSize: number,
  dataStart: number,
  claimed: number,
  bytesPerFrame: number,
): Promise<number> {
  const present = window.size - dataStart
  const missing = claimed - present
  const isUnknown = (size: number) => size === 0 || size >= STREAMED_FROM_BYTES
  if (isUnknown(claimed) && isUnknown(riffSize) && (missing > 0 || claimed === 0)) return present
  if (claimed === 0 && riffSize === dataStart - CHUNK_HEADER_BYTES && present > 0) {
    // A header for no sound at all that nobody went back to fill in: sound follows unless another chunk does.
    const next = await window.view(dataStart, 4)
    if (!/^[A-Za-z0-9 ]{4}$/.test(ascii(next, 0, 4))) return present
  }
  if (missing < bytesPerFrame) return Math.min(claimed, present)
  const wholeIsMissingToo =
    riffSize + CHUNK_HEADER_BYTES >= dataStart + claimed && riffSize < STREAMED_FROM_BYTES
  if (wholeIsMissingToo) {
    throw truncated(`its header announces ${claimed} bytes of sound and ${present} are there`)
  }
  throw corrupt(
    `its header announces ${claimed} bytes of sound, ${present} are there, and its sizes disagree`,
  )
}

function parseFormat(chunk: Uint8Array): WavFormat {
  if (chunk.length < FMT_MIN_BYTES) throw corrupt('the description of its format is incomplete')
  const view = viewOf(chunk)
  const tag = view.getUint16(0, true)
  const isExtensible = tag === TAG_EXTENSIBLE && chunk.length >= SUBFORMAT_OFFSET + 2
  return {
    tag: isExtensible ? view.getUint16(SUBFORMAT_OFFSET, true) : tag,
    channels: view.getUint16(2, true),
    sampleRateHz: view.getUint32(4, true),
    bytesPerFrame: view.getUint16(12, true),
    bitsPerSample: view.getUint16(14, true),
  }
}

/** Full scale is 1 for every format; integers sit at the top of their container (RIFF, "Data Format of the Samples"). */
function sampleReader(format: WavFormat): (view: DataView, at: number) => number {
  const { tag, channels, bytesPerFrame } = format
  if (channels === 0) throw corrupt('it claims to have no channels')
  const bytes = bytesPerFrame / channels
  if (tag === TAG_PCM) {
    if (bytes === 1) return (view, at) => (view.getUint8(at) - 128) / 128
    if (bytes === 2) return (view, at) => view.getInt16(at, true) / 32_768
    if (bytes === 3)
      return (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8_388_608
    if (bytes === 4) return (view, at) => view.getInt32(at, true) / 2_147_483_648
    throw corrupt(`it claims ${bytesPerFrame} bytes for ${channels} samples`)
  }
  if (tag === TAG_FLOAT) {
    if (bytes === 4) return (view, at) => view.getFloat32(at, true)
    if (bytes === 8) return (view, at) => view.getFloat64(at, true)
    throw corrupt(`it claims ${bytesPerFrame} bytes for ${channels} samples`)
  }
  if (tag === TAG_A_LAW || tag === TAG_MU_LAW) {
    if (bytes !== 1) throw corrupt(`it claims ${bytesPerFrame} bytes for ${channels} samples`)
    const table = Float32Array.from({ length: 256 }, (_, code) =>
      tag === TAG_A_LAW ? aLaw(code) : muLaw(code),
    )
    return (view, at) => table[view.getUint8(at)]
  }
  const name = REFUSED_TAGS[tag] ?? `format 0x${tag.toString(16).padStart(4, '0')}`
  throw unsupported(`The wav file is compressed with ${name}, which cannot be decoded`)
}

/** ITU-T G.711 A-law, expanded to 13 bits at the top of 16. */
function aLaw(code: number): number {
  const toggled = code ^ 0x55
  const exponent = (toggled >> 4) & 7
  const mantissa = toggled & 15
  const magnitude = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1)
  return (toggled & 0x80 ? magnitude : -magnitude) / 32_768
}

/** ITU-T G.711 mu-law, expanded to 14 bits at the top of 16. */
function muLaw(code: number): number {
  const inverted = ~code & 0xff
  const magnitude = ((((inverted & 15) << 3) + 0x84) << ((inverted >> 4) & 7)) - 0x84
  return (inverted & 0x80 ? -magnitude : magnitude) / 32_768
}
