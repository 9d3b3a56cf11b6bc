import type { ByteSource } from '../bytes.js'
import { type AsfHeader, readAsfHeader } from './asf-header.js'
import { type AsfPayload, parseAsfPacket } from './asf-packets.js'
import { corrupt, truncated } from './error.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { ByteWindow } from './window.js'
import { WmaDecoder } from './wma-decoder.js'

/** A block is at most some 10 kB; objects of several blocks stay far below this. */
const MAX_OBJECT_BYTES = 4 * 1024 * 1024
const LOSSLESS_TAG = 0x163

/** Windows Media Audio. */
export async function decodeAsf(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const window = new ByteWindow(source)
  const header = await readAsfHeader(window)
  const { format, packetBytes, packetCount, dataStart, dataEnd } = header
  pieces.open(format.sampleRateHz, format.channels)
  pieces.expect(Math.max(0, header.durationSec) * format.sampleRateHz)
  const present = Math.floor((dataEnd - dataStart) / packetBytes)
  if (packetCount !== null && present < packetCount) {
    throw truncated(`${packetCount} packets are announced and ${present} are there`)
  }
  const decoder = await WmaDecoder.create(format)
  if (decoder === null) throw corrupt('the description of its sound makes no sense')

  const track = new WmaTrack(header, decoder, pieces)
  const packets = packetCount ?? present
  for (let i = 0; i < packets; i++) {
    const packet = await window.view(dataStart + i * packetBytes, packetBytes)
    for (const payload of parseAsfPacket(packet) ?? []) {
      if (payload.streamNumber === header.streamNumber) await track.take(payload)
    }
  }
  await track.finish()
  return {
    container: 'asf',
    codec: 'wma',
    bitsPerSample: format.tag === LOSSLESS_TAG ? format.bitsPerSample : null,
    audioBytes: track.audioBytes,
  }
}

/** Puts objects together, decodes them block by block, and keeps them at their times. */
class WmaTrack {
  audioBytes = 0
  readonly #header: AsfHeader
  readonly #decoder: WmaDecoder
  readonly #pieces: PieceWriter
  #object: Uint8Array = new Uint8Array(0)
  #objectNumber = -1
  #filled = 0
  #isFirstBlock = true
  /** Time of the object that the first samples came from, and how many have come since. */
  #originMs: number | null = null
  #position = 0
  #hasLost = false

  constructor(header: AsfHeader, decoder: WmaDecoder, pieces: PieceWriter) {
    this.#header = header
    this.#decoder = decoder
    this.#pieces = pieces
  }

  async take(payload: AsfPayload): Promise<void> {
    if (payload.offset === 0) {
      if (payload.objectBytes > MAX_OBJECT_BYTES) throw corrupt('one of its sound blocks is too large')
      if (this.#filled < this.#object.length) this.#hasLost = true
      this.#object = new Uint8Array(payload.objectBytes)
      this.#objectNumber = payload.objectNumber
      this.#filled = 0
    }
    const isNext = payload.objectNumber === this.#objectNumber && payload.offset === this.#filled
    if (!isNext || payload.offset + payload.data.length > this.#object.length) {
      this.#hasLost = true
      return
    }
    this.#object.set(payload.data, payload.offset)
    this.#filled += payload.data.length
    if (this.#filled === this.#object.length) await this.#decodeObject(payload.timeMs)
  }

  async finish(): Promise<void> {
    const rest = this.#decoder.drain()
    if (rest !== null && rest[0].length > 0) await this.#pieces.write(rest)
  }

  async #decodeObject(timeMs: number): Promise<void> {
    const { blockBytes } = this.#header.format
    for (let at = 0; at + blockBytes <= this.#object.length; at += blockBytes) {
      const block = this.#object.subarray(at, at + blockBytes)
      // FFmpeg's decoder drops two frames, its encoder puts one in front: a frame more at the start evens it out.
      if (this.#isFirstBlock && this.#header.isByFfmpeg) this.#decoder.decode(block)
      this.#isFirstBlock = false
      this.audioBytes += blockBytes
      const samples = this.#decoder.decode(block)
      if (samples === null || samples[0].length === 0) {
        // Nothing comes out of the first blocks either, before any samples have.
        if (this.#originMs !== null) this.#hasLost = true
        continue
      }
      await this.#fillGap(timeMs, samples[0].length)
      await this.#pieces.write(samples)
      this.#position += samples[0].length
    }
  }

  async #fillGap(timeMs: number, blockSamples: number): Promise<void> {
    this.#originMs ??= timeMs
    if (!this.#hasLost) return
    this.#hasLost = false
    const { sampleRateHz } = this.#header.format
    const expected = Math.round(((timeMs - this.#originMs) / 1000) * sampleRateHz)
    const gap = expected - this.#position
    // Times are told in ms: what is less than half a block is only their rounding.
    if (gap < blockSamples / 2) return
    await this.#pieces.writeLost(gap)
    this.#position += gap
  }
}
