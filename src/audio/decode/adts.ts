import type { ByteSource } from '../bytes.js'
import { AacDecoder } from './aac.js'
import { ADTS_HEADER_BYTES, type AdtsHeader, isSameAdtsStream, parseAdtsHeader } from './adts-header.js'
import { corrupt, truncated, unsupported } from './error.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { isTrailer, skipId3v2, TRAILER_NAME_BYTES } from './tags.js'
import { ByteWindow } from './window.js'

/** Bytes searched for the next frame after damage before giving up. */
const MAX_RESYNC_BYTES = 1024 * 1024
const SEARCH_STEP_BYTES = 8192
const MAX_FRAME_BYTES = 0x1fff
/** Half a minute: more than this in a row cannot be made up for. */
const MAX_LOST_IN_A_ROW = 1280

/** AAC frames one after the other, each with its own header. */
export async function decodeAdts(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const window = new ByteWindow(source)
  const audioStart = await skipId3v2(window, 0)
  let stream: AdtsHeader | null = null
  let decoder: AacDecoder | null = null
  let frames = 0
  let at = audioStart
  while (at < window.size) {
    const bytes = await window.view(at, TRAILER_NAME_BYTES)
    const header: AdtsHeader | null = parseAdtsHeader(bytes, 0)
    if (header === null || (stream !== null && !isSameAdtsStream(header, stream))) {
      if (isTrailer(bytes, 0)) break
      const isPartOfHeader = bytes.length < ADTS_HEADER_BYTES && bytes[0] === 0xff
      if (isPartOfHeader) throw truncated('its last frame is incomplete')
      const next = await findFrame(window, at, stream)
      if (next === null) {
        if (stream === null || (await findFrame(window, at, null)) === null) break
        throw unsupported('The file changes its sample rate or channel count midway')
      }
      const meanFrameBytes = frames > 0 ? (at - audioStart) / frames : next - at
      const lostFrames = Math.round((next - at) / meanFrameBytes)
      if (lostFrames > MAX_LOST_IN_A_ROW) throw corrupt('a long stretch of it is unreadable')
      for (let i = 0; i < lostFrames; i++) await decoder?.push(new Uint8Array(0))
      at = next
      continue
    }
    if (at + header.frameBytes > window.size) throw truncated('its last frame is incomplete')
    if (header.blocks !== 1) {
      throw unsupported('The AAC file packs several blocks in a frame, which cannot be decoded')
    }
    stream ??= header
    decoder ??= await AacDecoder.create(header, pieces, (_, usualPriming) => pieces.skip(usualPriming))
    const frame = await window.view(at, header.frameBytes)
    await decoder.push(frame.subarray(header.headerBytes))
    frames++
    at += header.frameBytes
  }
  if (decoder === null) throw corrupt('no AAC sound can be found in it')
  await decoder.finish()
  return { container: 'adts', codec: 'aac', bitsPerSample: null, audioBytes: at - audioStart }
}

/** Offset of the next frame that is followed by another, or ends the file; null when there is none. */
async function findFrame(
  window: ByteWindow,
  from: number,
  stream: AdtsHeader | null,
): Promise<number | null> {
  for (let at = from; at < window.size; at += SEARCH_STEP_BYTES) {
    if (at - from > MAX_RESYNC_BYTES) return null
    const bytes = await window.view(at, SEARCH_STEP_BYTES + MAX_FRAME_BYTES + ADTS_HEADER_BYTES)
    for (let i = 0; i < Math.min(SEARCH_STEP_BYTES, bytes.length); i++) {
      const header = parseAdtsHeader(bytes, i)
      if (header === null || (stream !== null && !isSameAdtsStream(header, stream))) continue
      const next = i + header.frameBytes
      if (at + next === window.size || parseAdtsHeader(bytes, next) !== null) return at + i
    }
  }
  return null
}
