import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseMpegHeader } from '../src/audio/decode/mpeg-header.js'

// The first two clips of clips.ts, the right channel softer than the left: ffmpeg 5.1, libmp3lame, 48 kbit/s, 44.1 kHz.
const source = new URL('./speech.mp3', import.meta.url)

/** A long mp3 without an encoder: its frames stand on their own, so those of a short file may be said again and again. */
export async function writeLongMp3(file: string, seconds: number): Promise<void> {
  const { sound, durationSec } = soundFrames(await readFile(source))
  const repeats = Math.ceil(seconds / durationSec)
  await pipeline(Readable.from(Array(repeats).fill(sound)), createWriteStream(file))
}

/** Leaves out the tags and the first frame, which in most files holds the length of the whole instead of sound. */
function soundFrames(mp3: Buffer): { sound: Buffer; durationSec: number } {
  let at = 0
  while (at < mp3.length && !parseMpegHeader(mp3, at)) at++
  const first = parseMpegHeader(mp3, at)
  if (!first) throw new Error(`no mp3 frame in ${source}`)
  if (first.channels !== 2) throw new Error(`${source} is not stereo`)
  at += first.frameBytes
  const from = at
  let durationSec = 0
  for (let header = parseMpegHeader(mp3, at); header; header = parseMpegHeader(mp3, at)) {
    at += header.frameBytes
    durationSec += header.samplesPerFrame / header.sampleRateHz
  }
  return { sound: mp3.subarray(from, at), durationSec }
}
