import { quantise } from './fixtures-signal.js'

/** A plain wav writer, for tests and for making the fixtures: 16, 24 and 32 bits as numbers, 8 bits unsigned. */
export function wavBytes(channels: Float64Array[], sampleRateHz: number, bits: 8 | 16 | 24 | 32): Buffer {
  const bytesPerSample = bits / 8
  const frames = channels[0].length
  const data = Buffer.alloc(frames * channels.length * bytesPerSample)
  let at = 0
  for (let i = 0; i < frames; i++) {
    for (const channel of channels) {
      const value = quantise(channel[i], bits)
      if (bits === 8) data.writeUInt8(value + 128, at)
      else data.writeIntLE(value, at, bytesPerSample)
      at += bytesPerSample
    }
  }
  return wavFile(1, channels.length, sampleRateHz, bits, data)
}

/** A wav file around ready-made data. */
export function wavFile(
  tag: number,
  channels: number,
  sampleRateHz: number,
  bits: number,
  data: Buffer,
): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(tag, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRateHz, 24)
  header.writeUInt32LE((sampleRateHz * channels * bits) / 8, 28)
  header.writeUInt16LE((channels * bits) / 8, 32)
  header.writeUInt16LE(bits, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}
