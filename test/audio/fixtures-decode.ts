import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { DecodeError, type DecodeFault, type DecodeOptions, decodeAudio } from '../../src/audio/decode.js'
import type { AudioFormat } from '../../src/audio/format.js'

export function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'fixtures', name))
}

export interface Decoded {
  format: AudioFormat
  channels: Float32Array[]
  pieceLengths: number[]
}

/** Decodes all of it and joins the pieces. */
export async function decodeAll(bytes: Uint8Array, options?: DecodeOptions): Promise<Decoded> {
  const pieces: Float32Array[][] = []
  const format = await decodeAudio(bytesInMemory(bytes), (channels) => void pieces.push(channels), options)
  const channels = Array.from({ length: format.channels }, (_, c) => {
    const whole = new Float32Array(pieces.reduce((sum, piece) => sum + piece[c].length, 0))
    let at = 0
    for (const piece of pieces) {
      whole.set(piece[c], at)
      at += piece[c].length
    }
    return whole
  })
  return { format, channels, pieceLengths: pieces.map((piece) => piece[0].length) }
}

/** The fault that a file is refused with, or 'none'. Anything but a DecodeError is thrown on. */
export async function faultOf(bytes: Uint8Array, options?: DecodeOptions): Promise<DecodeFault | 'none'> {
  try {
    await decodeAudio(bytesInMemory(bytes), () => {}, options)
    return 'none'
  } catch (error) {
    if (error instanceof DecodeError) return error.fault
    throw error
  }
}

/** Equality to the last bit; vitest's own takes seconds for arrays of this length. */
export function sameSamples(a: Float32Array[], b: Float32Array[]): boolean {
  const bytesOf = (samples: Float32Array) =>
    Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  return a.length === b.length && a.every((channel, c) => bytesOf(channel).equals(bytesOf(b[c])))
}

/** Correlation of `heard[i + lag]` with `original[i]`, over every `step`th sample. */
export function correlationAt(
  heard: ArrayLike<number>,
  original: ArrayLike<number>,
  lag: number,
  step = 1,
): number {
  let product = 0
  let heardPower = 0
  let originalPower = 0
  for (let i = Math.max(0, -lag); i < original.length && i + lag < heard.length; i += step) {
    product += heard[i + lag] * original[i]
    heardPower += heard[i + lag] ** 2
    originalPower += original[i] ** 2
  }
  return product / Math.sqrt(heardPower * originalPower || 1)
}

/** The lag, in samples, at which the two are most alike. */
export function bestLag(heard: ArrayLike<number>, original: ArrayLike<number>, maxLag: number): number {
  let best = 0
  let bestCorrelation = -1
  for (let lag = -maxLag; lag <= maxLag; lag++) {
    const correlation = correlationAt(heard, original, lag, 7)
    if (correlation > bestCorrelation) {
      bestCorrelation = correlation
      best = lag
    }
  }
  return best
}
