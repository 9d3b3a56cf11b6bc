import type { ByteSource } from '../bytes.js'
import { AacDecoder } from './aac.js'
import { corrupt, noAudio, truncated } from './error.js'
import { type Box, topLevelBoxes } from './mp4-boxes.js'
import { readFragmentFrames } from './mp4-fragments.js'
import { readAudioTrack } from './mp4-track.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { ByteWindow } from './window.js'

/** Ten hours of sound have an index of 7 MB; video in the same file adds some. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024

export async function decodeMp4(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const window = new ByteWindow(source)
  const boxes = await topLevelBoxes(window)
  const index = boxes.find((box) => box.type === 'moov')
  const isCut = boxes.some((box) => box.end > window.size && ['moov', 'moof', 'mdat'].includes(box.type))
  if (index === undefined) {
    if (isCut || boxes.some((box) => box.type === 'mdat')) throw truncated('its index is missing')
    throw noAudio('The MP4 file has no tracks')
  }
  if (index.end > window.size) throw truncated('it ends inside its index')
  if (index.end - index.start > MAX_INDEX_BYTES) throw corrupt('its index is too large')
  const track = readAudioTrack((await source.read(index.start, index.end - index.start)).slice())

  const decoder = await AacDecoder.create(track.config, pieces, (output, usualPriming) => {
    const rateHz = output.sampleRateHz
    pieces.skip(track.startSec === null ? usualPriming : Math.round(track.startSec * rateHz))
    if (track.lengthSec === null) return
    const samples = Math.round(track.lengthSec * rateHz)
    pieces.expect(samples)
    pieces.limit(samples)
  })
  let audioBytes = 0
  for await (const { at, bytes } of allFrames(track, window, boxes)) {
    if (at + bytes > window.size) throw truncated('part of its sound is missing')
    await decoder.push(await window.view(at, bytes))
    audioBytes += bytes
  }
  if (isCut) throw truncated('part of its sound is missing')
  await decoder.finish()
  return { container: 'mp4', codec: 'aac', bitsPerSample: null, audioBytes }
}

/** Files made for streaming keep their frames in fragments instead of in the index. */
async function* allFrames(
  track: ReturnType<typeof readAudioTrack>,
  window: ByteWindow,
  boxes: Box[],
): AsyncGenerator<{ at: number; bytes: number }> {
  yield* track.frames()
  for (const box of boxes) if (box.type === 'moof') yield* await readFragmentFrames(window, box, track)
}
