import { writeFile } from 'node:fs/promises'

export type WavEncoding = 'pcm16' | 'float32'

// "Multimedia Programming Interface and Data Specifications 1.0" (Microsoft/IBM 1991), and WAVE_FORMAT_IEEE_FLOAT of mmreg.h.
const formatTags: Record<WavEncoding, number> = { pcm16: 1, float32: 3 }
const headerBytes = 44

/** Encodes one channel, or several of equal length, as a WAV file. */
export function wavBytes(
  channels: Float32Array | Float32Array[],
  sampleRateHz: number,
  encoding: WavEncoding = 'pcm16',
): Buffer {
  const tracks = Array.isArray(channels) ? channels : [channels]
  const bytesPerSample = encoding === 'pcm16' ? 2 : 4
  const frameBytes = bytesPerSample * tracks.length
  const dataBytes = tracks[0].length * frameBytes
  const wav = Buffer.alloc(headerBytes + dataBytes)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(headerBytes - 8 + dataBytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(formatTags[encoding], 20)
  wav.writeUInt16LE(tracks.length, 22)
  wav.writeUInt32LE(sampleRateHz, 24)
  wav.writeUInt32LE(sampleRateHz * frameBytes, 28)
  wav.writeUInt16LE(frameBytes, 32)
  wav.writeUInt16LE(8 * bytesPerSample, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(dataBytes, 40)
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  for (const [channel, track] of tracks.entries()) {
    let at = headerBytes + channel * bytesPerSample
    for (let index = 0; index < track.length; index++, at += frameBytes) {
      if (encoding === 'float32') view.setFloat32(at, track[index], true)
      else view.setInt16(at, Math.max(-32768, Math.min(32767, Math.round(track[index] * 32768))), true)
    }
  }
  return wav
}

export async function writeWav(
  path: string,
  channels: Float32Array | Float32Array[],
  sampleRateHz: number,
  encoding: WavEncoding = 'pcm16',
): Promise<void> {
  await writeFile(path, wavBytes(channels, sampleRateHz, encoding))
}

/** Samples from -1 to 1 out of 16-bit ones, as engines give them. */
export function fromPcm16(pcm: Int16Array): Float32Array {
  return Float32Array.from(pcm, (value) => value / 32768)
}
