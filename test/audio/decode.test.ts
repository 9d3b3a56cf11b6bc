import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { AacDecoder } from '../../src/audio/decode/aac.js'
import { parseAdtsHeader } from '../../src/audio/decode/adts-header.js'
import { PieceWriter } from '../../src/audio/decode/pieces.js'
import { decodeAudio } from '../../src/audio/decode.js'
import type { AudioFormat } from '../../src/audio/format.js'
import { bestLag, correlationAt, decodeAll, fixture } from './fixtures-decode.js'
import { FIXTURE_SEC, fixtureSignal, quantise } from './fixtures-signal.js'
import { wavBytes, wavFile } from './fixtures-wav.js'

/** What a file of so many bits must decode to. */
function exact(rateHz: number, channels: number, bits: number): number[][] {
  return fixtureSignal(rateHz, channels).map((channel) =>
    Array.from(channel, (sample) => Math.fround(quantise(sample, bits) / 2 ** (bits - 1))),
  )
}

function mismatches(heard: Float32Array[], expected: number[][]): number {
  return expected.reduce(
    (sum, channel, c) => sum + channel.filter((sample, i) => heard[c][i] !== sample).length,
    Math.abs(heard[0].length - expected[0].length),
  )
}

describe('lossless files decode sample for sample', () => {
  it.each([8, 16, 24, 32] as const)('wav, %i bits', async (bits) => {
    const { format, channels } = await decodeAll(wavBytes(fixtureSignal(16_000, 2), 16_000, bits))
    expect(mismatches(channels, exact(16_000, 2, bits))).toBe(0)
    expect(format).toEqual({
      container: 'wav',
      codec: 'pcm',
      sampleRateHz: 16_000,
      channels: 2,
      bitsPerSample: bits,
      bitRateKbps: 32 * bits,
      durationSec: FIXTURE_SEC,
    } satisfies AudioFormat)
  })

  it.each([32, 64])('wav, float of %i bits', async (bits) => {
    const signal = fixtureSignal(16_000, 1)[0]
    const typed = bits === 32 ? Float32Array.from(signal) : signal
    const data = Buffer.from(typed.buffer)
    const { channels } = await decodeAll(wavFile(3, 1, 16_000, bits, data))
    expect(mismatches(channels, [Array.from(signal, Math.fround)])).toBe(0)
  })

  it('wav, extensible: the real format is in the sub-format', async () => {
    const plain = wavBytes(fixtureSignal(16_000, 2), 16_000, 24)
    const format = Buffer.alloc(40)
    plain.copy(format, 0, 20, 36)
    format.writeUInt16LE(0xfffe, 0)
    format.writeUInt16LE(22, 16)
    format.writeUInt16LE(24, 18)
    // KSDATAFORMAT_SUBTYPE_PCM
    Buffer.from('0100000000001000800000aa00389b71', 'hex').copy(format, 24)
    const size = Buffer.alloc(4)
    size.writeUInt32LE(40)
    const file = Buffer.concat([plain.subarray(0, 16), size, format, plain.subarray(36)])
    file.writeUInt32LE(file.length - 8, 4)
    expect(mismatches((await decodeAll(file)).channels, exact(16_000, 2, 24))).toBe(0)
  })

  it('wav, A-law and mu-law: the values of ITU-T G.711 tables 1a and 2a', async () => {
    // Codes for the largest positive, the smallest positive, the smallest negative and the largest negative value.
    const aLaw = await decodeAll(wavFile(6, 1, 8_000, 8, Buffer.from([0xaa, 0xd5, 0x55, 0x2a])))
    expect([...aLaw.channels[0]].map((x) => x * 4096)).toEqual([4032, 1, -1, -4032])
    const muLaw = await decodeAll(wavFile(7, 1, 8_000, 8, Buffer.from([0x80, 0xfe, 0x7e, 0x00])))
    expect([...muLaw.channels[0]].map((x) => x * 8192)).toEqual([8031, 2, -2, -8031])
  })

  it.each([
    ['s16.flac', 16_000, 2, 16],
    ['s24.flac', 8_000, 1, 24],
    ['flac.oga', 8_000, 1, 16],
  ] as const)('%s', async (name, rateHz, count, bits) => {
    const { format, channels } = await decodeAll(fixture(name))
    expect(mismatches(channels, exact(rateHz, count, bits))).toBe(0)
    expect(format).toMatchObject({
      codec: 'flac',
      bitsPerSample: bits,
      sampleRateHz: rateHz,
      channels: count,
    })
  })
})

describe('lossy files decode to the same sound at the same time', () => {
  /** Files that tell their exact length must have it; the others may keep some padding. */
  it.each([
    ['info.mp3', { container: 'mp3', codec: 'mp3', sampleRateHz: 44_100, channels: 2 }, 'exact'],
    ['bare.mp3', { container: 'mp3', codec: 'mp3', sampleRateHz: 24_000, channels: 1 }, 'padded'],
    ['vorbis.ogg', { container: 'ogg', codec: 'vorbis', sampleRateHz: 44_100, channels: 2 }, 'exact'],
    ['stereo.opus', { container: 'ogg', codec: 'opus', sampleRateHz: 48_000, channels: 2 }, 'exact'],
    ['mono.opus', { container: 'ogg', codec: 'opus', sampleRateHz: 48_000, channels: 1 }, 'exact'],
    ['lc.m4a', { container: 'mp4', codec: 'aac', sampleRateHz: 44_100, channels: 2 }, 'exact'],
    ['fragmented.mp4', { container: 'mp4', codec: 'aac', sampleRateHz: 24_000, channels: 1 }, 'padded'],
    ['lc.aac', { container: 'adts', codec: 'aac', sampleRateHz: 24_000, channels: 1 }, 'padded'],
    ['fdk-lc.aac', { container: 'adts', codec: 'aac', sampleRateHz: 44_100, channels: 2 }, 'padded'],
    ['he.aac', { container: 'adts', codec: 'aac', sampleRateHz: 44_100, channels: 2 }, 'padded'],
    ['he-v2.aac', { container: 'adts', codec: 'aac', sampleRateHz: 44_100, channels: 2 }, 'padded'],
    ['v2.wma', { container: 'asf', codec: 'wma', sampleRateHz: 44_100, channels: 2 }, 'padded'],
    ['v1.wma', { container: 'asf', codec: 'wma', sampleRateHz: 22_050, channels: 1 }, 'padded'],
  ] as const)('%s', async (name, expected, length) => {
    const { format, channels } = await decodeAll(fixture(name))
    expect(format).toMatchObject({ ...expected, bitsPerSample: null })
    const original = fixtureSignal(format.sampleRateHz, format.channels)
    const maxLag = Math.round(0.03 * format.sampleRateHz)
    const lag = bestLag(channels[0], original[0], maxLag)
    expect(Math.abs(lag) / format.sampleRateHz).toBeLessThan(0.015)
    for (const [c, channel] of channels.entries()) {
      expect(correlationAt(channel, original[c], lag)).toBeGreaterThan(0.99)
    }
    const extraSec = format.durationSec - FIXTURE_SEC
    if (length === 'exact') expect(Math.abs(extraSec)).toBeLessThan(1e-9)
    else expect(Math.abs(extraSec)).toBeLessThan(0.05)
    expect(channels[0].length).toBe(Math.round(format.durationSec * format.sampleRateHz))
  })

  it('seams between AAC segments leave no trace in the samples', async () => {
    // 30 frames, encoded without the noise that decoders invent for themselves.
    const adts = fixture('exact.aac')
    const frames: Uint8Array[] = []
    for (let at = 0; at < adts.length; ) {
      const header = parseAdtsHeader(adts, at)!
      frames.push(adts.subarray(at + header.headerBytes, at + header.frameBytes))
      at += header.frameBytes
    }
    const decodeInSegmentsOf = async (segmentFrames: number): Promise<number[]> => {
      const out: number[] = []
      const pieces = new PieceWriter((channels) => void out.push(...channels[0]), {})
      const config = { objectType: 2, rateIndex: 6, channelConfig: 1 }
      const decoder = await AacDecoder.create(config, pieces, () => {}, segmentFrames)
      for (const frame of frames) await decoder.push(frame)
      await decoder.finish()
      await pieces.finish()
      return out
    }
    const whole = await decodeInSegmentsOf(1000)
    const inSegments = await decodeInSegmentsOf(7)
    expect(whole.length).toBe(frames.length * 1024)
    expect(inSegments.length).toBe(whole.length)
    expect(Math.max(...whole.map((sample, i) => Math.abs(sample - inSegments[i])))).toBeLessThan(1e-6)
  })
})

describe('pieces', () => {
  it('are of bounded size, whatever the length of the file', async () => {
    const seconds = 20
    const silence = [new Float64Array(8_000 * seconds)]
    const { pieceLengths } = await decodeAll(wavBytes(silence, 8_000, 16))
    expect(pieceLengths.length).toBe(2 * seconds)
    expect(Math.max(...pieceLengths)).toBe(4_000)
  })

  it('stop at once when the signal is raised, with its reason', async () => {
    const controller = new AbortController()
    const bytes = bytesInMemory(wavBytes([new Float64Array(80_000)], 8_000, 16))
    let pieces = 0
    const decoding = decodeAudio(
      bytes,
      () => {
        pieces++
        setImmediate(() => controller.abort(new Error('changed my mind')))
      },
      { signal: controller.signal },
    )
    await expect(decoding).rejects.toThrow('changed my mind')
    expect(pieces).toBeLessThanOrEqual(2)
  })

  it('pass on what the receiver throws, as it is', async () => {
    const fault = new TypeError('disk full')
    const decoding = decodeAudio(bytesInMemory(fixture('info.mp3')), () => Promise.reject(fault))
    await expect(decoding).rejects.toBe(fault)
  })

  it('pass on what the source throws, as it is', async () => {
    const fault = new Error('EIO')
    const decoding = decodeAudio({ size: 1000, read: () => Promise.reject(fault) }, () => {})
    await expect(decoding).rejects.toBe(fault)
  })
})
