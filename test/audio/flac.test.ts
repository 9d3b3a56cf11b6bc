// FLAC that we write, read back by the decoder of others: every sample is as it was.
import { expect, test } from 'vitest'
import { bytesInMemory } from '../../src/audio/bytes.js'
import { decodeAudio } from '../../src/audio/decode.js'
import { flacOf } from '../../src/audio/flac.js'

const RATE_HZ = 24_000

async function decoded(bytes: Uint8Array): Promise<{ samples: number[]; rateHz: number }> {
  const samples: number[] = []
  let rate = 0
  await decodeAudio(bytesInMemory(bytes), ([channel], rateHz) => {
    rate = rateHz
    samples.push(...channel)
  })
  return { samples, rateHz: rate }
}

const whole = (values: ArrayLike<number>) => Int16Array.from(values, (value) => Math.round(value * 32_768))

/** Steps of the scale, so that nothing is rounded. */
const sound = (count: number, at: (index: number) => number) =>
  Float32Array.from({ length: count }, (_, index) => Math.round(32_767 * at(index)) / 32_768)

test.each<[string, Float32Array]>([
  ['silence', sound(10_000, () => 0)],
  ['a tone', sound(9_000, (index) => 0.7 * Math.sin(index / 17))],
  ['noise at full scale', sound(8_192, (index) => 2 * ((index * 0.754_877_666) % 1) - 1)],
  ['a click in silence', sound(5_000, (index) => (index === 4_321 ? -1 : 0))],
  ['one sample', sound(1, () => 0.5)],
  ['a block and one sample', sound(4_097, (index) => Math.sin(index / 5) ** 3)],
  ['more than 128 blocks', sound(130 * 4_096, (index) => 0.3 * Math.sin(index * index * 1e-6))],
])('%s is read as it was written', async (_, samples) => {
  const back = await decoded(flacOf(samples, RATE_HZ))
  expect(back.rateHz).toBe(RATE_HZ)
  expect(back.samples).toHaveLength(samples.length)
  // Byte by byte: a list of half a million numbers takes seconds to compare.
  expect(Buffer.from(whole(back.samples).buffer).equals(Buffer.from(whole(samples).buffer))).toBe(true)
})

test('what lies beyond full scale is held there, and speech-like sound takes less than its plain samples', async () => {
  const loud = await decoded(flacOf(Float32Array.of(1.5, -1.5), RATE_HZ))
  expect(whole(loud.samples)).toEqual(Int16Array.of(32_767, -32_768))
  const soft = sound(RATE_HZ, (index) => 0.1 * Math.sin(index / 30) * Math.sin(index / 900))
  expect(flacOf(soft, RATE_HZ).length).toBeLessThan(0.6 * 2 * soft.length)
})
