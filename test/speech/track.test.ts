import { describe, expect, it } from 'vitest'
import { bytesInMemory } from '../../src/audio/bytes.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import type { VoiceActivity } from '../../src/speech/speech-data.js'
import { atSpeed, Track } from '../../src/speech/track.js'
import { wavBytes } from '../../voices/wav.js'
import { sine } from '../audio/signals.js'

const NATIVE_RATE_HZ = 44_100
const SECONDS = 2

/** An models without models: it takes everything for speech and counts what it is asked. */
function countingEar() {
  const asked = { voiceActivity: 0, others: 0 }
  const other = async () => {
    asked.others++
    throw new Error('not to be asked')
  }
  const models = {
    model: 'base',
    voiceActivity: async () => ({
      detect: async (samples: Float32Array): Promise<VoiceActivity> => {
        asked.voiceActivity++
        const endSec = samples.length / 16_000
        return { speech: [{ startSec: 0, endSec }], pauses: [], speechSec: endSec }
      },
    }),
    transcriber: other,
    aligner: other,
    voicePrinter: other,
  }
  return { models: models as unknown as OpenModels, asked }
}

/** 220 Hz on the left, the same on the right but `phase` apart. */
function stereo(phaseRadians: number): Uint8Array {
  const tone = (phase: number) => sine(SECONDS * NATIVE_RATE_HZ, 220, NATIVE_RATE_HZ, 0.2, phase)
  return wavBytes([tone(0), tone(phaseRadians)], NATIVE_RATE_HZ)
}

describe('Track', () => {
  it('decodes once to 16 kHz mono, the mean of the channels', async () => {
    const track = new Track(bytesInMemory(stereo(Math.PI / 2)), countingEar().models)
    const decoded = await track.decoded()
    expect(await track.decoded()).toBe(decoded)
    expect(decoded.format).toMatchObject({ sampleRateHz: NATIVE_RATE_HZ, channels: 2 })
    expect(decoded.speechSamples).toHaveLength(SECONDS * 16_000)
    // (sin a + sin(a + 90 degrees)) / 2 = sin(a + 45 degrees) / sqrt 2.
    const expected = sine(SECONDS * 16_000, 220, 16_000, 0.2 * Math.SQRT1_2, Math.PI / 4)
    const worst = decoded.speechSamples
      .subarray(1_000, SECONDS * 16_000 - 1_000)
      .reduce((most, sample, n) => Math.max(most, Math.abs(sample - expected[n + 1_000])), 0)
    expect(worst).toBeLessThan(1e-4)
  })

  it('hands out the sound as stored, and reads a short file no second time for it', async () => {
    const source = bytesInMemory(stereo(Math.PI / 2))
    const read = { times: 0 }
    const counted = {
      size: source.size,
      read: (offset: number, length: number) => {
        read.times++
        return source.read(offset, length)
      },
    }
    const channelsOf = async (track: Track) => {
      const pieces: Float32Array[][] = []
      const format = await track.nativePieces((channels) => pieces.push(channels))
      return { format, samples: pieces.flatMap((channels) => channels.map((channel) => [...channel])) }
    }
    const fresh = await channelsOf(new Track(source, countingEar().models))
    const track = new Track(counted, countingEar().models)
    await track.decoded()
    const timesOnce = read.times
    expect(await channelsOf(track)).toEqual(fresh)
    expect(read.times).toBe(timesOnce)
  })

  it('computes what is asked for, once, and nothing else', async () => {
    const { models, asked } = countingEar()
    const track = new Track(bytesInMemory(stereo(0)), models)
    expect(asked).toEqual({ voiceActivity: 0, others: 0 })
    const [first, second] = await Promise.all([track.wideband(), track.wideband()])
    expect(second).toBe(first)
    expect(asked).toEqual({ voiceActivity: 1, others: 0 })
    expect(Math.abs(first!.pitchMedianSemitones! - 12 * Math.log2(2.2))).toBeLessThan(0.05)
  })

  it('tells each stage as it begins, with the time it took', async () => {
    const begun: string[] = []
    const track = new Track(bytesInMemory(stereo(0)), countingEar().models, {
      onStage: (stage) => begun.push(stage),
    })
    await track.voiceActivity()
    expect(begun).toEqual(['decode', 'voiceActivity'])
    expect(track.timing.decode).toBeGreaterThan(0)
    expect(track.timing.transcript).toBeUndefined()
  })

  it('plays speech slower as a tape does: longer and deeper', () => {
    const tone = sine(16_000, 1_000, 16_000)
    const { samples: played, speech } = atSpeed(tone, [{ startSec: 0.2, endSec: 0.6 }], 0.8)
    expect(played.length).toBeCloseTo(20_000, -1)
    const samples = played.subarray(0, played.length)
    expect(speech).toEqual([{ startSec: 0.25, endSec: 0.6 / 0.8 }])
    const deeper = sine(20_000, 800, 16_000)
    // Away from the ends, where the resampler's filter looks beyond the sound.
    for (let n = 1_000; n < 19_000; n++) expect(Math.abs(samples[n] - deeper[n])).toBeLessThan(1e-3)
  })

  it('tries again after a failure', async () => {
    const { models, asked } = countingEar()
    const track = new Track(bytesInMemory(stereo(0)), models)
    await expect(track.voicePrint()).rejects.toThrow('not to be asked')
    await expect(track.voicePrint()).rejects.toThrow('not to be asked')
    expect(asked).toEqual({ voiceActivity: 1, others: 2 })
  })

  it('stops when told', async () => {
    const signal = AbortSignal.abort(new Error('told to stop'))
    const track = new Track(bytesInMemory(stereo(0)), countingEar().models, { signal })
    await expect(track.decoded()).rejects.toThrow('told to stop')
  })
})
