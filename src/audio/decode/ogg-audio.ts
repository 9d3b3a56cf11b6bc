import type { ByteSource } from '../bytes.js'
import { corrupt, type DecodeError, noAudio, truncated, unsupported } from './error.js'
import { findPage, type OggPage, PacketAssembler, readPage } from './ogg.js'
import type { OggStream } from './ogg-stream.js'
import type { PieceWriter } from './pieces.js'
import type { StreamFacts } from './stream.js'
import { ascii, ByteWindow } from './window.js'

/** Plays the sound streams of an Ogg file one after the other, each from its first page to its last. */
export async function decodeOgg(source: ByteSource, pieces: PieceWriter): Promise<StreamFacts> {
  const window = new ByteWindow(source)
  let track: OggTrack | null = null
  let facts: StreamFacts | null = null
  let otherStreams = ''
  let at = 0
  try {
    while (at < window.size) {
      const page = await readPage(window, at)
      if (page === 'damaged' || page === 'cut') {
        if (facts !== null && track === null) break
        const next = await findPage(window, at + 1)
        if (next === null) break
        track?.noteDamage()
        at = next
        continue
      }
      at += page.bytes
      if (page.isFirst && track?.hasSound) throw corrupt('one of its streams has lost its end')
      if (page.isFirst && track === null) {
        const stream = await openStream(page.segments[0] ?? new Uint8Array(0))
        if (typeof stream === 'string') otherStreams = stream
        else track = new OggTrack(stream, page.serial, pieces)
      }
      if (!page.isFirst && track === null && facts === null) throw withoutSound(otherStreams)
      if (track === null || page.serial !== track.serial) continue
      await track.take(page)
      if (!page.isLast) continue
      facts = track.facts(facts?.audioBytes ?? 0)
      track.free()
      track = null
    }
    if (track !== null) throw truncated('its last page is missing')
    if (facts === null) throw withoutSound(otherStreams)
    return facts
  } finally {
    track?.free()
  }
}

function withoutSound(otherStreams: string): DecodeError {
  if (otherStreams === 'video') return noAudio('The Ogg file holds video without sound')
  if (otherStreams !== '') return unsupported(`The Ogg file holds ${otherStreams}, which cannot be decoded`)
  return corrupt('no sound stream can be found in it')
}

/** The codec is named by the first packet; the decoders are loaded only when one is needed. */
async function openStream(packet: Uint8Array): Promise<OggStream | string> {
  if (ascii(packet, 0, 8) === 'OpusHead') return new (await import('./opus.js')).OpusStream()
  if (ascii(packet, 0, 7) === '\x01vorbis') return new (await import('./vorbis.js')).VorbisStream()
  if (ascii(packet, 0, 5) === '\x7fFLAC') return new (await import('./ogg-flac.js')).OggFlacStream()
  if (ascii(packet, 0, 7) === '\x80theora') return 'video'
  if (ascii(packet, 0, 8) === 'Speex   ') return 'Speex'
  return 'an unknown codec'
}

/** One logical stream: decodes page by page and keeps the samples at the positions the pages tell. */
class OggTrack {
  readonly serial: number
  readonly #stream: OggStream
  readonly #pieces: PieceWriter
  readonly #packets = new PacketAssembler()
  #isOpen = false
  #nextSequence: number | null = null
  /** Position that the first sample has according to the pages: not 0 in a recording cut from a live stream. */
  #origin: number | null = null
  #position = 0
  #audioBytes = 0

  constructor(stream: OggStream, serial: number, pieces: PieceWriter) {
    this.#stream = stream
    this.serial = serial
    this.#pieces = pieces
  }

  get hasSound(): boolean {
    return this.#isOpen
  }

  noteDamage(): void {
    this.#packets.drop()
  }

  async take(page: OggPage): Promise<void> {
    if (this.#nextSequence !== null && page.sequence !== this.#nextSequence) this.noteDamage()
    this.#nextSequence = page.sequence + 1
    const decoded: Float32Array[][] = []
    let samples = 0
    for (const packet of this.#packets.take(page)) {
      if (!this.#stream.isReady) {
        await this.#stream.takeHeader(packet)
        continue
      }
      if (!this.#isOpen) this.#open()
      this.#audioBytes += packet.length
      const channels = this.#stream.decode(packet)
      if (channels === null || channels[0].length === 0) continue
      decoded.push(channels)
      samples += channels[0].length
    }
    if (this.#isOpen) await this.#place(page, decoded, samples)
  }

  facts(earlierBytes: number): StreamFacts {
    return {
      container: 'ogg',
      codec: this.#stream.codec,
      bitsPerSample: this.#stream.bitsPerSample,
      audioBytes: earlierBytes + this.#audioBytes,
    }
  }

  free(): void {
    this.#stream.free()
  }

  #open(): void {
    this.#pieces.open(this.#stream.sampleRateHz, this.#stream.channels)
    this.#pieces.skip(this.#stream.preSkipSamples)
    this.#isOpen = true
  }

  /** The granule of a page says where its last sample lies: too few came out, some were lost; too many on the last page, they are padding. */
  async #place(page: OggPage, decoded: Float32Array[][], samples: number): Promise<void> {
    let keep = samples
    if (page.granule >= 0) {
      if (this.#origin === null) {
        // A first page that ends earlier than its samples: those before zero are not to be played.
        this.#origin = page.isLast ? 0 : page.granule - samples
        if (this.#origin < 0) {
          this.#pieces.skip(-this.#origin)
        }
      }
      const surplus = this.#position + samples - (page.granule - this.#origin)
      if (surplus < 0) {
        await this.#pieces.writeLost(-surplus)
        this.#position -= surplus
      } else if (page.isLast) {
        keep = Math.max(0, samples - surplus)
      }
    }
    for (const channels of decoded) {
      const count = Math.min(keep, channels[0].length)
      await this.#pieces.write(channels, 0, count)
      keep -= count
    }
    this.#position += samples
  }
}
