import type { ByteSource } from '../bytes.js'
import { OutOfBits } from './bits.js'
import { corrupt, truncated } from './error.js'
import {
  decodeFlacFrame,
  FlacDamage,
  type FlacFrame,
  type FlacStreamInfo,
  isFrameStart,
  parseStreamInfo,
} from './flac-frame.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { skipId3v2 } from './tags.js'
import { ascii, ByteWindow } from './window.js'

// An own decoder rather than a WASM one: a FLAC frame has no length field, so its end is known only by decoding
// it; decoding is little code, exact in doubles, and every frame is proved by its checksum.

const STREAMINFO_BYTES = 34
const BLOCK_HEADER_BYTES = 4
const MAX_METADATA_BLOCKS = 1000
/** Frames are a few kB; the most that one can be (65,535 samples, 8 channels, 32 bits) stays under this. */
const FIRST_FRAME_VIEW_BYTES = 64 * 1024
const MAX_FRAME_VIEW_BYTES = 4 * 1024 * 1024
/** A header is at most 16 bytes, so neighbouring scans overlap by that. */
const MAX_HEADER_BYTES = 16
/** Bytes searched for the next sound frame after damage before giving up. */
const MAX_RESYNC_BYTES = 1024 * 1024
/** Each try at a broken frame costs time, so a file made of nothing else has to end early. */
const MAX_DAMAGED_FRAMES = 200

export async function decodeFlac(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const window = new ByteWindow(source)
  const { info, audioStart } = await readMetadata(window)
  pieces.open(info.sampleRateHz, info.channels)
  pieces.expect(info.totalSamples)

  const writer = new FlacWriter(info, pieces)
  let at = audioStart
  let damagedFrames = 0
  while (at < window.size && !writer.isComplete) {
    const frame = await nextFrame(window, at, info)
    if (frame === 'cut') throw truncated('its last frame is incomplete')
    if (frame === 'damaged') {
      if (++damagedFrames > MAX_DAMAGED_FRAMES) throw corrupt('too many of its frames are unreadable')
      const resumed = await findFrame(window, at + 1, info)
      if (resumed === null) break
      at = resumed
      continue
    }
    await writer.write(frame)
    at += frame.bytes
  }
  if (info.totalSamples > 0 && writer.position < info.totalSamples) {
    throw truncated(`${info.totalSamples} samples are announced and ${writer.position} are there`)
  }
  return { container: 'flac', codec: 'flac', bitsPerSample: info.bitsPerSample, audioBytes: at - audioStart }
}

/** Puts frames in their place: positions come with the frames, so a lost one leaves a known gap. */
class FlacWriter {
  position = 0
  readonly #info: FlacStreamInfo
  readonly #pieces: PieceWriter

  constructor(info: FlacStreamInfo, pieces: PieceWriter) {
    this.#info = info
    this.#pieces = pieces
  }

  get isComplete(): boolean {
    return this.#info.totalSamples > 0 && this.position >= this.#info.totalSamples
  }

  async write(frame: FlacFrame): Promise<void> {
    const gap = frame.firstSample - this.position
    if (gap < 0) throw corrupt('its frames are out of order')
    if (gap > 0) await this.#pieces.writeLost(gap)
    const announced = this.#info.totalSamples || Number.POSITIVE_INFINITY
    const samples = Math.min(frame.samples, announced - frame.firstSample)
    if (samples <= 0) throw corrupt('a frame lies beyond its announced end')
    await this.#pieces.write(flacToFloat(frame, this.#info.bitsPerSample), 0, samples)
    this.position = frame.firstSample + samples
  }
}

export function flacToFloat(frame: FlacFrame, bitsPerSample: number): Float32Array[] {
  const scale = 2 ** -(bitsPerSample - 1)
  return frame.channels.map((channel) => {
    const out = new Float32Array(channel.length)
    for (let i = 0; i < out.length; i++) out[i] = channel[i] * scale
    return out
  })
}

async function readMetadata(window: ByteWindow): Promise<{ info: FlacStreamInfo; audioStart: number }> {
  let at = await skipId3v2(window, 0)
  const magic = await window.view(at, 4)
  if (ascii(magic, 0, 4) !== 'fLaC') throw corrupt('its FLAC header is missing')
  at += 4
  let info: FlacStreamInfo | null = null
  for (let block = 0; block < MAX_METADATA_BLOCKS; block++) {
    const head = await window.view(at, BLOCK_HEADER_BYTES)
    if (head.length < BLOCK_HEADER_BYTES) throw truncated('it ends inside its header')
    const isLast = (head[0] & 0x80) !== 0
    const type = head[0] & 0x7f
    const size = (head[1] << 16) | (head[2] << 8) | head[3]
    at += BLOCK_HEADER_BYTES
    if (block === 0 && (type !== 0 || size !== STREAMINFO_BYTES))
      throw corrupt('its FLAC header makes no sense')
    if (type === 0) {
      const body = await window.view(at, STREAMINFO_BYTES)
      if (body.length < STREAMINFO_BYTES) throw truncated('it ends inside its header')
      info = parseStreamInfo(body)
    }
    at += size
    if (!isLast) continue
    if (info === null) throw corrupt('the description of its format is missing')
    if (at >= window.size) throw truncated('it ends before its sound begins')
    return { info, audioStart: at }
  }
  throw corrupt('it has too many metadata blocks')
}

async function nextFrame(
  window: ByteWindow,
  at: number,
  info: FlacStreamInfo,
): Promise<FlacFrame | 'cut' | 'damaged'> {
  for (let want = FIRST_FRAME_VIEW_BYTES; want <= MAX_FRAME_VIEW_BYTES; want *= 4) {
    const bytes = await window.view(at, want)
    try {
      return decodeFlacFrame(bytes, 0, info)
    } catch (error) {
      if (error instanceof FlacDamage) return 'damaged'
      if (!(error instanceof OutOfBits)) throw error
      // A broken length can also run past the end: only a file without a later frame was really cut.
      if (at + bytes.length >= window.size) {
        return (await findFrame(window, at + 1, info)) === null ? 'cut' : 'damaged'
      }
    }
  }
  return 'damaged'
}

/** Offset of the next frame header at or after `from`, or null when the rest of the file has none. */
async function findFrame(window: ByteWindow, from: number, info: FlacStreamInfo): Promise<number | null> {
  const step = 64 * 1024
  for (let at = from; at < window.size; at += step) {
    if (at - from > MAX_RESYNC_BYTES) throw corrupt('a long stretch of it is unreadable')
    const bytes = await window.view(at, step + MAX_HEADER_BYTES)
    for (let i = 0; i < Math.min(step, bytes.length); i++) if (isFrameStart(bytes, i, info)) return at + i
  }
  return null
}
