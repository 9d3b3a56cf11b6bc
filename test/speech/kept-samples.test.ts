import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { envelopeOf } from '../../src/audio/envelope.js'
import { partsOf } from '../../src/audio/samples.js'
import { edgeLevels } from '../../src/speech/edge-levels.js'
import { KeptSamples } from '../../src/speech/kept-samples.js'
import { SamplesOnDisk } from '../../src/speech/samples-on-disk.js'

const kept: KeptSamples[] = []
const folders: string[] = []
const temporary = process.env.TMPDIR

/** Numbers that tell where they stand, kept in pieces of uneven lengths. */
function keptRamp(length: number, mostInMemory: number): KeptSamples {
  const samples = new KeptSamples(mostInMemory)
  kept.push(samples)
  const ramp = new Float32Array(length)
  for (let n = 0; n < length; n++) ramp[n] = n / 2 ** 24
  for (let from = 0, step = 1; from < length; from += step, step = (3 * step) % 9_973)
    samples.push(ramp.subarray(from, from + step))
  return samples
}

/** A folder for temporary files that is empty at first. */
function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kept-samples-'))
  folders.push(folder)
  process.env.TMPDIR = folder
  return folder
}

afterEach(() => {
  for (const samples of kept.splice(0)) samples.close()
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Of large arrays faster than `toEqual`. */
function expectSame(one: Float32Array, other: Float32Array): void {
  expect(bytesOf(one).equals(bytesOf(other))).toBe(true)
}

describe('KeptSamples', () => {
  it('keeps short sound in memory and long sound on disk, with the same samples in every part', () => {
    const short = keptRamp(100_000, 100_000).whole()
    const long = keptRamp(100_000, 99_999).whole()
    expect(short).toBeInstanceOf(Float32Array)
    expect(long).toBeInstanceOf(SamplesOnDisk)
    expect(long).toHaveLength(100_000)
    for (const [from, to] of [
      [0, 100_000],
      [0, 0],
      [99_990, 200_000],
      [200_000, 300_000],
      [12_345, 54_321],
    ]) {
      expectSame(long.subarray(from, to), short.subarray(from, to))
    }
  })

  it('leaves no file behind that somebody could find', () => {
    const folder = emptyFolder()
    const samples = keptRamp(10_000, 1_000)
    expect(samples.whole()).toBeInstanceOf(SamplesOnDisk)
    expect(readdirSync(folder)).toEqual([])
  })

  it('keeps everything in memory where no file can be written', () => {
    process.env.TMPDIR = path.join(emptyFolder(), 'nowhere')
    const whole = keptRamp(10_000, 1_000).whole()
    expect(whole).toBeInstanceOf(Float32Array)
    expectSame(whole.subarray(0, 10_000), keptRamp(10_000, 10_000).whole().subarray(0, 10_000))
  })

  it('takes back what lies on a disk that is full', () => {
    const samples = keptRamp(10_000, 1_000)
    const onDisk = (samples as unknown as { onDisk: { push: () => void } }).onDisk
    onDisk.push = () => {
      throw new Error('ENOSPC')
    }
    samples.push(Float32Array.of(1, 2, 3))
    samples.push(Float32Array.of(4))
    const whole = samples.whole()
    expect(whole).toBeInstanceOf(Float32Array)
    expectSame(whole.subarray(0, 10_000), keptRamp(10_000, 10_000).whole().subarray(0, 10_000))
    expect([...whole.subarray(10_000, 10_004)]).toEqual([1, 2, 3, 4])
  })
})

describe('what is measured part by part', () => {
  /** More than two parts. */
  const length = 2_500_123

  it('has each part begin with a frame', () => {
    const parts = [...partsOf(keptRamp(length, 1).whole(), 160)]
    expect(parts.map(({ from }) => from % 160)).toEqual(parts.map(() => 0))
    expect(parts.reduce((sum, { part }) => sum + part.length, 0)).toBe(length)
    expect(parts.length).toBeGreaterThan(2)
  })

  it('is the same on disk as in memory', () => {
    const [inMemory, onDisk] = [length, 1].map((most) => keptRamp(length, most).whole())
    expect(envelopeOf(onDisk, 16_000)).toEqual(envelopeOf(inMemory, 16_000))
    const speech = [
      { startSec: 1, endSec: 70 },
      { startSec: 80, endSec: 150 },
    ]
    expect(edgeLevels(onDisk, 16_000, speech)).toEqual(edgeLevels(inMemory, 16_000, speech))
  })
})
