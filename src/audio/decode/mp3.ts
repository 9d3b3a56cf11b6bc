import type { ByteSource } from '../bytes.js'
import { corrupt, truncated, unsupported } from './error.js'
import {
  isSameStream,
  MPEG_HEADER_BYTES,
  type MpegHeader,
  type MpegTag,
  parseMpegHeader,
  parseMpegTag,
} from './mpeg-header.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { isTrailer, skipId3v2, TRAILER_NAME_BYTES } from './tags.js'
import { ByteWindow } from './window.js'

/** Delay of the polyphase and MDCT filters of any layer III decoder (LAME, technical FAQ: 528 samples, plus one). */
const DECODER_DELAY_SAMPLES = 529
/** What LAME, by far the commonest encoder, puts in front; for files that do not tell, or tell an impossible 0. */
const USUAL_ENCODER_DELAY_SAMPLES = 576
/** Bytes searched for the next frame before giving up, at the start and after damage. */
const MAX_RESYNC_BYTES = 1024 * 1024
const SEARCH_STEP_BYTES = 4096
/** Frames in a row that must follow each other before bytes are believed to be mp3. */
const FRAMES_TO_BELIEVE = 3
/** The longest frame is 1,441 bytes (320 kbit/s at 32 kHz, padded). */
const BELIEF_BYTES = FRAMES_TO_BELIEVE * 1441 + MPEG_HEADER_BYTES
/** How far the announced number of frames may be off: taggers and encoders differ in what they count. */
const MAX_MISSING_SHARE = 0.01
const MAX_MISSING_SEC = 0.1

export async function decodeMp3(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const window = new ByteWindow(source)
  const start = await findMp3Stream(window, await skipId3v2(window, 0), MAX_RESYNC_BYTES)
  if (start === null) throw corrupt('no mp3 sound can be found in it')
  const { header } = start
  if (header.layer !== 3) throw unsupported(`The file is MPEG layer ${'I'.repeat(header.layer)}, not mp3`)
  pieces.open(header.sampleRateHz, header.channels)

  const firstFrame = await window.view(start.at, header.frameBytes)
  const tag = parseMpegTag(firstFrame, header)
  let at = start.at + (tag === null ? 0 : header.frameBytes)
  const { delaySamples, paddingSamples } = startGapless(tag, pieces)
  if (tag?.frames) pieces.expect(tag.frames * header.samplesPerFrame - delaySamples - paddingSamples)

  const audioStart = at
  let frames = 0
  // Loaded only now: most of what is no mp3 has been refused before.
  const { Mpg123 } = await import('./mpg123.js')
  const decoder = await Mpg123.create()
  try {
    for (;;) {
      const frame = await nextFrame(window, at, header)
      if (frame === null) break
      if (frame.lostBytes > 0) {
        const lostFrames = Math.round(frame.lostBytes / meanFrameBytes(at - audioStart, frames, header))
        await pieces.writeLost(lostFrames * header.samplesPerFrame)
        frames += lostFrames
      }
      const samples = decoder.decode(await window.view(frame.at, frame.header.frameBytes))
      if (samples !== null && samples[0].length === header.samplesPerFrame) await pieces.write(samples)
      else await pieces.writeLost(header.samplesPerFrame)
      frames++
      at = frame.at + frame.header.frameBytes
    }
  } finally {
    decoder.free()
  }
  refuseIfShort(tag, frames, header)
  // More frames than announced: files were joined, and the padding was that of the first one.
  const isWhole = tag?.frames === frames
  return {
    container: 'mp3',
    codec: 'mp3',
    bitsPerSample: null,
    audioBytes: at - audioStart,
    paddingSamples: isWhole ? paddingSamples : 0,
  }
}

/** Arranges for the delay of encoder and decoder to be dropped, and for the padding to be held back. */
function startGapless(
  tag: MpegTag | null,
  pieces: PieceWriter,
): { delaySamples: number; paddingSamples: number } {
  const delaySamples = (tag?.delaySamples || USUAL_ENCODER_DELAY_SAMPLES) + DECODER_DELAY_SAMPLES
  // The decoder runs late by its own delay, so that much of the padding has not come out when the file ends.
  const paddingSamples = Math.max(0, (tag?.paddingSamples ?? 0) - DECODER_DELAY_SAMPLES)
  pieces.skip(delaySamples)
  pieces.holdBack(paddingSamples)
  return { delaySamples, paddingSamples }
}

function refuseIfShort(tag: MpegTag | null, frames: number, header: MpegHeader): void {
  const missing = (tag?.frames ?? 0) - frames
  const missingSec = (missing * header.samplesPerFrame) / header.sampleRateHz
  if (missing > MAX_MISSING_SHARE * (tag?.frames ?? 0) && missingSec > MAX_MISSING_SEC) {
    throw truncated(`${tag?.frames} frames are announced and ${frames} are there`)
  }
}

function meanFrameBytes(bytes: number, frames: number, header: MpegHeader): number {
  return frames > 0 ? bytes / frames : header.frameBytes
}

interface FoundFrame {
  at: number
  header: MpegHeader
  lostBytes: number
}

/** The frame at `at`, or the next one behind damage; null at the end of the sound. */
async function nextFrame(window: ByteWindow, at: number, stream: MpegHeader): Promise<FoundFrame | null> {
  const bytes = await window.view(at, TRAILER_NAME_BYTES)
  const header = parseMpegHeader(bytes, 0)
  if (header !== null && isSameStream(header, stream)) {
    if (at + header.frameBytes > window.size) throw truncated('its last frame is incomplete')
    return { at, header, lostBytes: 0 }
  }
  if (isTrailer(bytes, 0)) return null
  const isPartOfHeader = bytes.length < MPEG_HEADER_BYTES && bytes[0] === 0xff
  if (isPartOfHeader) throw truncated('its last frame is incomplete')
  // Joined files carry tags in between, which take no time.
  const afterTag = await skipId3v2(window, at)
  const next = await findMp3Stream(window, afterTag, MAX_RESYNC_BYTES, stream)
  if (next !== null) return { ...next, lostBytes: next.at - afterTag }
  const other = await findMp3Stream(window, afterTag, MAX_RESYNC_BYTES)
  if (other !== null) throw unsupported('The file changes its sample rate or channel count midway')
  return null
}

/**
 * First offset from `from` on where several frames of one stream follow each other, within `maxBytes`.
 * Fewer will do at `from` itself, and where frames of a known stream end with the file.
 */
export async function findMp3Stream(
  window: ByteWindow,
  from: number,
  maxBytes: number,
  stream?: MpegHeader,
): Promise<{ at: number; header: MpegHeader } | null> {
  for (let at = from; at < window.size; at += SEARCH_STEP_BYTES) {
    if (at - from > maxBytes) return null
    const bytes = await window.view(at, SEARCH_STEP_BYTES + BELIEF_BYTES)
    const endsFile = at + bytes.length >= window.size
    for (let i = 0; i < Math.min(SEARCH_STEP_BYTES, bytes.length); i++) {
      const header = parseMpegHeader(bytes, i)
      if (header === null || (stream !== undefined && !isSameStream(header, stream))) continue
      const follow = framesFollow(bytes, i, header)
      const isAtStart = at === from && i === 0
      if (follow === 'many' || (follow === 'to the end' && endsFile && (isAtStart || stream !== undefined))) {
        return { at: at + i, header }
      }
      if (follow === 'past the end' && endsFile && isAtStart) return { at: at + i, header }
    }
  }
  return null
}

/** How frames follow the one at `at`: many one after the other, or fewer up to or across the end of the bytes. */
function framesFollow(
  bytes: Uint8Array,
  at: number,
  first: MpegHeader,
): 'many' | 'to the end' | 'past the end' | 'not' {
  let next = at + first.frameBytes
  for (let i = 1; i < FRAMES_TO_BELIEVE; i++) {
    if (next >= bytes.length) return next === bytes.length ? 'to the end' : 'past the end'
    const header = parseMpegHeader(bytes, next)
    if (header === null || !isSameStream(header, first)) return isTrailer(bytes, next) ? 'to the end' : 'not'
    next += header.frameBytes
  }
  return 'many'
}
