import { fixture } from './fixtures-decode.js'
import { fixtureSignal } from './fixtures-signal.js'
import { wavBytes, wavFile } from './fixtures-wav.js'

/** A file that was tampered with, and how. */
export interface Mutation {
  what: string
  bytes: Buffer
}

/** Decoded in no time. */
const QUICK = [
  'info.mp3',
  'bare.mp3',
  's16.flac',
  's24.flac',
  'flac.oga',
  'vorbis.ogg',
  'stereo.opus',
  'mono.opus',
  'video-only.mp4',
]
/** Each file gets a decoder of its own, which takes several times as long: half as many of them. */
const SLOW = [
  'lc.m4a',
  'faststart.m4a',
  'fragmented.mp4',
  'lc.aac',
  'he.aac',
  'he-v2.aac',
  'v1.wma',
  'v2.wma',
]
/** Headers of all formats but mp4, whose index may stand at the end, lie within this. */
const HEADER_BYTES = 600

const ABSURD = [1e30, -1e30, 3.4e38, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e-45]
/** What files begin with, and what only looks like it. */
const SIGNATURES = [
  'RIFF',
  'RIFX',
  'RF64',
  'fLaC',
  'OggS',
  'ID3\u0003',
  '\xff\xfb',
  '\xff\xf1',
  '0&\xb2u',
  'ftyp',
  'caff',
]

/** Mulberry32: small, seeded, the same everywhere. */
function randomSource(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

type Random = (below: number) => number

/** Ways to break a file; each gets a copy that it may change. */
const WAYS: Record<string, (bytes: Buffer, random: Random) => Buffer> = {
  'cut off': (bytes, random) => bytes.subarray(0, random(bytes.length)),
  'beginning lost': (bytes, random) => bytes.subarray(random(bytes.length)),
  'bits flipped in the header': (bytes, random) => {
    for (let i = 0; i <= random(12); i++)
      bytes[random(Math.min(HEADER_BYTES, bytes.length))] ^= 1 << random(8)
    return bytes
  },
  'bits flipped in the last part': (bytes, random) => {
    const from = Math.max(0, bytes.length - 3 * HEADER_BYTES)
    for (let i = 0; i <= random(12); i++) bytes[from + random(bytes.length - from)] ^= 1 << random(8)
    return bytes
  },
  'bits flipped anywhere': (bytes, random) => {
    for (let i = 0; i <= random(60); i++) bytes[random(bytes.length)] ^= 1 << random(8)
    return bytes
  },
  'header bytes at their limits': (bytes, random) => {
    for (let i = 0; i <= random(8); i++) {
      bytes[random(Math.min(HEADER_BYTES, bytes.length))] = [0, 0xff, 0x7f, 0x80][random(4)]
    }
    return bytes
  },
  'a 32-bit field blown up': (bytes, random) => {
    const at = random(Math.max(1, Math.min(HEADER_BYTES, bytes.length - 4)))
    bytes.writeUInt32LE([0xffffffff, 0x7fffffff, 0x80000000, 0, 1][random(5)], at)
    return bytes
  },
  'floats that are no sound': (bytes, random) => {
    for (let i = 0; i <= random(20); i++) {
      const at = random(Math.max(1, (bytes.length - 4) >> 2)) << 2
      if (at + 4 <= bytes.length) bytes.writeFloatLE(ABSURD[random(ABSURD.length)], at)
    }
    return bytes
  },
  'another signature': (bytes, random) => {
    const signature = SIGNATURES[random(SIGNATURES.length)]
    bytes.write(signature, 0, 'latin1')
    return bytes
  },
  'a stretch overwritten with noise': (bytes, random) => {
    const at = random(bytes.length)
    const end = Math.min(bytes.length, at + random(2000))
    for (let i = at; i < end; i++) bytes[i] = random(256)
    return bytes
  },
  'a stretch zeroed': (bytes, random) => {
    const at = random(bytes.length)
    return bytes.fill(0, at, Math.min(bytes.length, at + random(4000)))
  },
  'a stretch removed': (bytes, random) => {
    const at = random(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random(3000))])
  },
  'a stretch said twice': (bytes, random) => {
    const at = random(bytes.length)
    const end = Math.min(bytes.length, at + random(5000))
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])
  },
  'noise all through': (bytes, random) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = random(256)
    return bytes
  },
  'noise behind a sound start': (bytes, random) => {
    for (let i = Math.min(bytes.length, 16 + random(HEADER_BYTES)); i < bytes.length; i++)
      bytes[i] = random(256)
    return bytes
  },
}

function floatWav(): Buffer {
  const [samples] = fixtureSignal(8_000, 1)
  const data = Buffer.alloc(4 * samples.length)
  samples.forEach((sample, at) => {
    data.writeFloatLE(sample, 4 * at)
  })
  return wavFile(3, 1, 8_000, 32, data)
}

/** The same tampered files for the same seed, one after the other. */
export function* mutations(count: number, seed: number): Generator<Mutation> {
  const random = randomSource(seed)
  const files = [...QUICK, ...SLOW, ...QUICK].map((name) => ({ name, bytes: fixture(name) }))
  files.push({ name: 'plain.wav', bytes: wavBytes(fixtureSignal(8_000, 2), 8_000, 16) })
  files.push({ name: 'float.wav', bytes: floatWav() })
  const ways = Object.keys(WAYS)
  for (let i = 0; i < count; i++) {
    const { name, bytes } = files[i % files.length]
    const way = ways[random(ways.length)]
    yield { what: `${i}: ${name}, ${way}`, bytes: WAYS[way](Buffer.from(bytes), random) }
  }
}
