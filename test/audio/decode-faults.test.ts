import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { DecodeError, decodeAudio } from '../../src/audio/decode.js'
import { correlationAt, decodeAll, faultOf, fixture, sameSamples } from './fixtures-decode.js'
import { FIXTURE_SEC, fixtureSignal } from './fixtures-signal.js'
import { wavBytes, wavFile } from './fixtures-wav.js'

const wav = () => wavBytes(fixtureSignal(8_000, 1), 8_000, 16)
const repeat = (bytes: Buffer, times: number) => Buffer.concat(Array<Buffer>(times).fill(bytes))
const cutAt = (name: string, share: number) =>
  fixture(name).subarray(0, Math.floor(fixture(name).length * share))

async function messageOf(bytes: Uint8Array): Promise<string> {
  try {
    await decodeAudio(bytesInMemory(bytes), () => {})
  } catch (error) {
    if (error instanceof DecodeError) return error.message
  }
  return ''
}

describe('what is no sound is refused by its content', () => {
  it('an empty file', async () => expect(await faultOf(Buffer.alloc(0))).toBe('empty'))

  it.each([
    ['a text', 'Dear all, please find the recording attached.'],
    ['a web page', '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>'],
    ['a JSON text', '{"error": {"message": "quota exceeded"}}'],
    ['a PDF', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj'],
    ['a zip archive', 'PK\x03\x04\x14\x00\x00\x00\x08\x00'],
    ['a PNG image', '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR'],
    ['a JPEG image', '\xff\xd8\xff\xe0\x00\x10JFIF\x00'],
    ['a WebM or Matroska', '\x1aE\xdf\xa3\x9fB\x86\x81\x01'],
  ])('%s', async (name, content) => {
    const bytes = Buffer.from(content, 'latin1')
    expect(await faultOf(bytes)).toBe('unsupported')
    expect(await messageOf(bytes)).toContain(name)
  })

  it.each([
    [
      'the sync of an mp3 frame',
      '\xff\xfb\x90\x64 is how an mp3 frame begins, and this is how a text goes on.',
    ],
    ['the sync of an aac frame', '\xff\xf1\x50\x80 is how an aac frame begins. This is a text about it.'],
    ['OggS', 'OggS is how an Ogg page begins. This is a text about it.'],
    ['fLaC', 'fLaC is how a FLAC file begins. This is a text about it.'],
    ['RIFF and WAVE', 'RIFF1234WAVE is how a wav file begins. This is a text about it.'],
    ['ID3', 'ID3 tags, and what they are good for: a text.'],
    ['a word of an MP4 file', 'The free lunch, and other stories that are text.'],
  ])('a text that begins like a sound file: %s', async (_, content) => {
    const bytes = Buffer.from(content, 'latin1')
    expect(await faultOf(bytes)).toBe('unsupported')
    expect(await messageOf(bytes)).toContain('a text')
  })

  const id3 = '\x49D3\x04\x00\x00\x00\x00\x00\x04\x00\x00\x00\x00'
  const garbage = Array.from({ length: 3_000 }, (_, i) =>
    String.fromCharCode((Math.imul(i + 1, 2_654_435_761) >>> 11) & 255),
  ).join('')

  it.each([
    ['RIFF that is no WAVE', 'RIFF\x24\x00\x00\x00MIDS\x00\x00', 'unsupported', 'RIFF file without sound'],
    ['OggS and noise', `OggS${garbage}`, 'corrupt', 'no sound stream'],
    ['fLaC and noise', `fLaC${garbage}`, 'corrupt', 'FLAC header makes no sense'],
    [
      'a picture behind an ID3 tag',
      `${id3}\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR`,
      'unsupported',
      'a PNG image behind',
    ],
    ['a text behind an ID3 tag', `${id3}This is a text.`, 'unsupported', 'a text behind'],
    [
      'a wav file behind an ID3 tag',
      `${id3}RIFF\x24\x00\x00\x00WAVEfmt `,
      'unsupported',
      'in front of a wav file',
    ],
    ['noise behind an ID3 tag', `${id3}${garbage}`, 'unsupported', 'no kind of sound file'],
    ['a picture in MP4', '\x00\x00\x00\x18ftypjp2 \x00\x00\x00\x00', 'unsupported', 'a picture'],
    ['a box of an impossible size', `\x00\x00\x00\x05free${garbage}`, 'unsupported', 'no kind of sound file'],
    [
      'brands of an impossible size',
      `\x7f\xff\x00\x00ftypisom${garbage}`,
      'unsupported',
      'no kind of sound file',
    ],
    [
      'one aac frame among noise',
      `\xff\xf1\x50\x80\x02\x1f\xfc${garbage}`,
      'unsupported',
      'no kind of sound file',
    ],
  ])('a signature alone does not make a sound file: %s', async (_, content, fault, words) => {
    const bytes = Buffer.from(content, 'latin1')
    expect(await faultOf(bytes)).toBe(fault)
    expect(await messageOf(bytes)).toContain(words)
  })

  it('zeros and noise', async () => {
    expect(await faultOf(Buffer.alloc(100_000))).toBe('unsupported')
    const noise = Buffer.from(
      Array.from({ length: 50_000 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & 255),
    )
    expect(await faultOf(noise)).toBe('unsupported')
  })

  it('a video without sound', async () => expect(await faultOf(fixture('video-only.mp4'))).toBe('no_audio'))

  it('sound whose name would say otherwise is found all the same: there are no names here', async () => {
    expect((await decodeAll(fixture('info.mp3'))).format.container).toBe('mp3')
    expect((await decodeAll(fixture('lc.aac'))).format.container).toBe('adts')
  })
})

describe('wav headers that lie', () => {
  const withSizes = (riff: number, data: number) => {
    const bytes = wav()
    bytes.writeUInt32LE(riff >>> 0, 4)
    bytes.writeUInt32LE(data >>> 0, 40)
    return bytes
  }

  it.each([
    ['ffmpeg to a pipe', 0xffffffff, 0xffffffff],
    ['sox to a pipe', 0x7ffff024, 0x7ffff000],
    ['zeros', 0, 0],
    ["Python's wave module to a pipe", 36, 0],
  ])('a streamed file is read to its end: %s', async (_, riff, data) => {
    const { format } = await decodeAll(withSizes(riff, data))
    expect(format.durationSec).toBe(FIXTURE_SEC)
  })

  it('4 GB claimed in a small file, sizes at odds: refused before any piece', async () => {
    let pieces = 0
    const decoding = decodeAudio(bytesInMemory(withSizes(wav().length - 8, 0xfffffff0)), () => void pieces++)
    await expect(decoding).rejects.toMatchObject({ fault: 'corrupt' })
    expect(pieces).toBe(0)
  })

  it('data cut short', async () => expect(await faultOf(wav().subarray(0, 10_000))).toBe('truncated'))
  it('header cut short', async () => expect(await faultOf(wav().subarray(0, 30))).toBe('truncated'))
  it('no samples', async () =>
    expect(await faultOf(wavBytes([new Float64Array(0)], 8_000, 16))).toBe('no_audio'))

  it('chunks around the sound do not matter', async () => {
    const list = Buffer.from('LIST\x04\x00\x00\x00INFO', 'latin1')
    const bytes = Buffer.concat([wav().subarray(0, 12), list, wav().subarray(12), list])
    bytes.writeUInt32LE(bytes.length - 8, 4)
    expect((await decodeAll(bytes)).format.durationSec).toBe(FIXTURE_SEC)
  })

  it.each([
    ['sample rate of 1 Hz', 24, 1, 'corrupt'],
    ['0 channels', 22, 0, 'corrupt'],
    ['an unknown codec', 20, 0x270, 'unsupported'],
  ])('%s', async (_, offset, value, fault) => {
    const bytes = wav()
    bytes.writeUInt16LE(value, offset)
    if (offset === 24) bytes.writeUInt16LE(0, 26)
    expect(await faultOf(bytes)).toBe(fault)
  })

  describe('floating point', () => {
    const sound = Array.from({ length: 16_000 }, (_, n) => 0.3 * Math.sin(n / 10))
    const floats = (bits: 32 | 64, samples: number[]) =>
      wavFile(
        3,
        1,
        16_000,
        bits,
        Buffer.from((bits === 32 ? Float32Array : Float64Array).from(samples).buffer),
      )
    const withOne = (value: number) => sound.map((sample, n) => (n === 8_000 ? value : sample))

    it.each([
      ['not a number', Number.NaN, 'a sample at 0.500 s is not a number'],
      ['infinite', Number.POSITIVE_INFINITY, 'a sample at 0.500 s is more than 40 dB above full scale'],
      ['1e30', 1e30, 'a sample at 0.500 s is more than 40 dB above full scale'],
      ['-101', -101, 'a sample at 0.500 s is more than 40 dB above full scale'],
    ])('one sample that is %s makes the file unreadable', async (_, value, words) => {
      for (const bits of [32, 64] as const) {
        expect(await faultOf(floats(bits, withOne(value)))).toBe('corrupt')
        expect(await messageOf(floats(bits, withOne(value)))).toContain(words)
      }
    })

    it('integers that were stored as floats are refused, in every channel', async () => {
      const loud = sound.map((sample) => sample * 32_768)
      expect(await faultOf(floats(32, loud))).toBe('corrupt')
      const interleaved = sound.flatMap((sample, n) => [sample, n === 15_999 ? 1e5 : sample])
      const stereo = wavFile(3, 2, 16_000, 32, Buffer.from(Float32Array.from(interleaved).buffer))
      expect(await faultOf(stereo)).toBe('corrupt')
    })

    it('a recording that goes beyond full scale is read as it is', async () => {
      const { channels } = await decodeAll(
        floats(
          32,
          sound.map((sample) => sample * 50),
        ),
      )
      expect(channels[0][1]).toBeCloseTo(15 * Math.sin(0.1), 4)
    })
  })
})

describe('files cut short', () => {
  it.each([
    ['info.mp3', 0.5],
    ['bare.mp3', 0.501],
    ['s16.flac', 0.5],
    ['s24.flac', 0.9],
    ['flac.oga', 0.6],
    ['vorbis.ogg', 0.6],
    ['stereo.opus', 0.5],
    ['mono.opus', 0.9],
    ['lc.m4a', 0.5],
    ['faststart.m4a', 0.6],
    ['fragmented.mp4', 0.6],
    ['lc.aac', 0.5],
    ['fdk-lc.aac', 0.5],
    ['v2.wma', 0.6],
  ])('%s', async (name, share) => expect(await faultOf(cutAt(name, share))).toBe('truncated'))

  it('an mp3 cut between two frames is known by the count in its Info frame', async () => {
    const whole = fixture('info.mp3')
    // 96 kbit/s at 44.1 kHz: frames of 313 or 314 bytes. Cut where a header begins, in the second half.
    const cut = whole.indexOf(Buffer.from([0xff, 0xfb]), whole.length >> 1)
    expect(await faultOf(whole.subarray(0, cut))).toBe('truncated')
  })
})

describe('tags and garbage around the sound', () => {
  const id3v2 = Buffer.concat([Buffer.from('ID3\x04\x00\x00\x00\x00\x02\x00', 'latin1'), Buffer.alloc(256)])
  const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)])
  const ape = Buffer.concat([Buffer.from('APETAGEX'), Buffer.alloc(100, 0xff)])

  it.each(['info.mp3', 'bare.mp3', 's16.flac', 'lc.aac'])('%s', async (name) => {
    const plain = await decodeAll(fixture(name))
    for (const tail of [id3v1, ape, Buffer.from('\x00\x01garbage after the end', 'latin1')]) {
      const tagged = await decodeAll(Buffer.concat([id3v2, fixture(name), tail]))
      expect(tagged.format.durationSec).toBe(plain.format.durationSec)
      expect(sameSamples(tagged.channels, plain.channels)).toBe(true)
    }
  })

  it.each(['lc.m4a', 'vorbis.ogg', 'stereo.opus', 'v2.wma'])('behind %s', async (name) => {
    const plain = await decodeAll(fixture(name))
    const tagged = await decodeAll(Buffer.concat([fixture(name), id3v1]))
    expect(sameSamples(tagged.channels, plain.channels)).toBe(true)
  })

  it('a tag that claims to be longer than the file', async () => {
    const tag = Buffer.from('ID3\x04\x00\x00\x7f\x7f\x7f\x7f', 'latin1')
    expect(await faultOf(Buffer.concat([tag, fixture('info.mp3')]))).toBe('truncated')
  })
})

describe('damage in the middle', () => {
  it.each([
    ['bare.mp3', [0xff, 0xf3], 12],
    ['exact.aac', [0xff, 0xf1], 12],
  ])('%s: a few broken frames leave the rest in its place', async (name, sync, times) => {
    const bytes = repeat(fixture(name), times)
    const whole = await decodeAll(bytes)
    const damaged = Buffer.from(bytes)
    const at = damaged.indexOf(Buffer.from(sync), damaged.length >> 1)
    damaged.fill(0x55, at, at + 20)
    const heard = await decodeAll(damaged)
    expect(heard.channels[0].length).toBe(whole.channels[0].length)
    const end = whole.channels[0].length
    const tail = heard.channels[0].subarray(Math.floor(end * 0.6))
    expect(correlationAt(tail, whole.channels[0].subarray(Math.floor(end * 0.6)), 0)).toBeGreaterThan(0.999)
  })

  it.each(['bare.mp3', 'exact.aac', 's16.flac'])('%s: too much of it is refused', async (name) => {
    const bytes = Buffer.from(fixture(name))
    for (let at = bytes.length >> 2; at < bytes.length * 0.75; at += 97) bytes.fill(0x55, at, at + 40)
    expect(await faultOf(bytes)).toBe('corrupt')
  })

  it('an Ogg page with a wrong checksum is replaced by silence of its length', {
    timeout: 60_000,
  }, async () => {
    const times = 90
    const broken = 50
    const one = fixture('mono.opus')
    const alone = (await decodeAll(one)).channels[0]
    // The third page of a file is the first with sound, about 1 s of it; the others are headers and the end.
    const thirdPage = [1, 2].reduce((at) => one.indexOf('OggS', at + 1), 0)
    const damaged = repeat(one, times)
    damaged[broken * one.length + thirdPage + 100] ^= 0xff
    const heard = (await decodeAll(damaged)).channels[0]
    expect(heard.length).toBe(times * alone.length)
    const partOf = (index: number) => heard.subarray(index * alone.length, (index + 1) * alone.length)
    for (const index of [0, broken - 1, broken + 1, times - 1]) {
      expect(sameSamples([partOf(index)], [alone])).toBe(true)
    }
    expect(
      partOf(broken)
        .subarray(0, 40_000)
        .every((sample) => sample === 0),
    ).toBe(true)
  })

  it('an Ogg stream that lost its end before the next began is refused', async () => {
    const one = fixture('mono.opus')
    const damaged = repeat(one, 3)
    damaged[one.lastIndexOf('OggS') + 40] ^= 0xff
    expect(await faultOf(damaged)).toBe('corrupt')
  })

  it('joined mp3 files play one after the other', async () => {
    const { format } = await decodeAll(repeat(fixture('info.mp3'), 3))
    expect(format.durationSec).toBeGreaterThan(3 * FIXTURE_SEC)
    expect(format.durationSec).toBeLessThan(3 * FIXTURE_SEC + 0.2)
  })

  it.each([
    ['stereo.opus', 'vorbis.ogg'],
    ['info.mp3', 'bare.mp3'],
    ['fdk-lc.aac', 'lc.aac'],
  ])('a format that changes midway is refused, not mixed: %s and %s', async (first, second) => {
    expect(await faultOf(Buffer.concat([fixture(first), fixture(second)]))).toBe('unsupported')
  })
})

describe('length limit', () => {
  it.each(['info.mp3', 'bare.mp3', 's16.flac', 'vorbis.ogg', 'stereo.opus', 'lc.m4a', 'lc.aac', 'v2.wma'])(
    '%s',
    async (name) => {
      expect(await faultOf(fixture(name), { maxDurationSec: 1 })).toBe('too_long')
      expect(await faultOf(fixture(name), { maxDurationSec: 1.3 })).toBe('none')
    },
  )

  it('is enforced before the first piece where the header tells', async () => {
    let pieces = 0
    const decoding = decodeAudio(bytesInMemory(fixture('s16.flac')), () => void pieces++, {
      maxDurationSec: 1,
    })
    await expect(decoding).rejects.toMatchObject({ fault: 'too_long' })
    expect(pieces).toBe(0)
  })
})
