import { describe, expect, it } from 'vitest'
import { type PitchTrack, trackPitch } from '../../src/audio/pitch.js'
import { concatenated, sine, whiteNoise } from './signals.js'

const SAMPLE_RATE_HZ = 16000

/** Harmonics of the given amplitudes on a fundamental that may move; their phases differ, so that no pulse forms. */
function harmonics(
  durationSec: number,
  hzAt: (timeSec: number) => number,
  amplitudes: number[],
): Float32Array {
  const samples = new Float32Array(Math.round(durationSec * SAMPLE_RATE_HZ))
  let phase = 0
  for (let n = 0; n < samples.length; n++) {
    const hz = hzAt(n / SAMPLE_RATE_HZ)
    amplitudes.forEach((amplitude, i) => {
      const harmonic = i + 1
      if (harmonic * hz < SAMPLE_RATE_HZ / 2) {
        samples[n] += 0.1 * amplitude * Math.sin(harmonic * phase + 0.3 * harmonic * harmonic)
      }
    })
    phase += (2 * Math.PI * hz) / SAMPLE_RATE_HZ
  }
  return samples
}

const VOICE_LIKE = Array.from({ length: 12 }, (_, i) => 1 / (i + 1))

/** Every frame but those that see the silence beyond the ends. */
function innerFrames(track: PitchTrack): number[] {
  return Array.from({ length: track.frames - 6 }, (_, i) => i + 3)
}

function largestErrorCents(track: PitchTrack, hzAt: (timeSec: number) => number): number {
  const errors = innerFrames(track).map((frame) =>
    track.hz[frame] === 0
      ? Number.POSITIVE_INFINITY
      : 1200 * Math.abs(Math.log2(track.hz[frame] / hzAt(track.timesSec[frame]))),
  )
  return Math.max(...errors)
}

const options = { sampleRateHz: SAMPLE_RATE_HZ }

describe('trackPitch', () => {
  it.each([62, 80, 100, 123.4, 200, 313, 440, 495])('finds %d Hz, whatever its harmonics', (hz) => {
    const kinds: Record<string, number[]> = {
      sine: [1],
      voiceLike: VOICE_LIKE,
      missingFundamental: [0, 1, 1, 1, 1],
      thirdToFifthOnly: [0, 0, 1, 1, 1],
      strongSecond: [0.25, 1, 0.15, 0.2],
      oddOnly: [1, 0, 1, 0, 1],
    }
    for (const [kind, amplitudes] of Object.entries(kinds)) {
      const track = trackPitch(
        harmonics(0.4, () => hz, amplitudes),
        options,
      )
      expect(
        largestErrorCents(track, () => hz),
        kind,
      ).toBeLessThan(5)
      for (const frame of innerFrames(track)) expect(track.voicing[frame]).toBeGreaterThan(0.95)
    }
  })

  it.each([
    ['up two octaves in 2 s', 2, (t: number) => 100 * 2 ** t],
    ['down two octaves in 1 s', 1, (t: number) => 400 * 4 ** -t],
    ['vibrato of half a semitone', 2, (t: number) => 200 * 2 ** ((0.5 / 12) * Math.sin(2 * Math.PI * 6 * t))],
  ])('follows a glide: %s', (_name, durationSec, hzAt) => {
    const track = trackPitch(harmonics(durationSec, hzAt, VOICE_LIKE), options)
    expect(largestErrorCents(track, hzAt)).toBeLessThan(10)
  })

  it('stays in its octave where the odd harmonics fade for a moment', () => {
    const full = harmonics(0.6, () => 120, [1, 1, 1, 1, 1, 1])
    const evenOnly = harmonics(0.6, () => 120, [0.14, 1, 0.14, 1, 0.14, 1])
    const samples = full.map((x, n) => (n >= 4800 && n < 5700 ? evenOnly[n] : x))
    expect(largestErrorCents(trackPitch(samples, options), () => 120)).toBeLessThan(100)
    // Alone, that stretch is heard an octave higher.
    const alone = trackPitch(evenOnly, options)
    expect(alone.hz[30]).toBeCloseTo(240, 0)
  })

  it('holds on in noise 5 dB below the voice', () => {
    const voice = harmonics(1, () => 140, VOICE_LIKE)
    // Root mean squares: voice 0.088, uniform noise 0.085 / sqrt(3) = 0.049.
    const noise = whiteNoise(voice.length, 0.085)
    const track = trackPitch(
      voice.map((x, n) => x + noise[n]),
      options,
    )
    expect(largestErrorCents(track, () => 140)).toBeLessThan(80)
  })

  it('leaves noise and silence unvoiced', () => {
    const white = whiteNoise(4 * SAMPLE_RATE_HZ, 0.3)
    let memory = 0
    const dull = white.map((x) => {
      memory = 0.95 * memory + 0.2 * x
      return memory
    })
    for (const samples of [
      white,
      dull,
      new Float32Array(SAMPLE_RATE_HZ),
      whiteNoise(SAMPLE_RATE_HZ, 2 ** -16),
    ]) {
      const track = trackPitch(samples, options)
      expect(track.hz.every((hz) => hz === 0)).toBe(true)
      expect(track.voicing.reduce((sum, v) => sum + v, 0) / track.frames).toBeLessThan(0.1)
    }
  })

  it('does not take a whistle above its range for a voice below', () => {
    const track = trackPitch(sine(SAMPLE_RATE_HZ, 800, SAMPLE_RATE_HZ, 0.3), options)
    expect(track.hz.every((hz) => hz === 0)).toBe(true)
  })

  it('turns voicing on and off where the voice does', () => {
    const voice = harmonics(0.5, () => 180, VOICE_LIKE)
    const pause = whiteNoise(SAMPLE_RATE_HZ / 2, 0.01)
    const track = trackPitch(concatenated([pause, voice, pause, voice]), options)
    for (let frame = 0; frame < track.frames; frame++) {
      const inVoice = track.timesSec[frame] % 1 >= 0.5
      const distanceToEdgeSec = Math.abs((track.timesSec[frame] % 0.5) - 0.25) - 0.25
      if (distanceToEdgeSec > -0.03) continue
      expect(track.hz[frame] > 0, `at ${track.timesSec[frame]} s`).toBe(inVoice)
    }
  })

  it('is not moved by an offset, nor by the level', () => {
    const voice = harmonics(0.3, () => 150, VOICE_LIKE)
    for (const change of [(x: number) => x + 0.3, (x: number) => x * 0.01]) {
      expect(largestErrorCents(trackPitch(voice.map(change), options), () => 150)).toBeLessThan(5)
    }
  })

  it('has a frame every hop, from time 0', () => {
    const track = trackPitch(new Float32Array(1600), { ...options, hopSec: 0.02 })
    expect(Array.from(track.timesSec)).toEqual([0, 0.02, 0.04, 0.06, 0.08])
    expect(track.hz).toHaveLength(5)
    expect(trackPitch(new Float32Array(0), options).frames).toBe(0)
    expect(trackPitch(new Float32Array(1), options).frames).toBe(1)
  })

  it('works at other rates and in other ranges', () => {
    const track = trackPitch(sine(44100, 1000, 44100, 0.5), { sampleRateHz: 44100, minHz: 300, maxHz: 2000 })
    expect(largestErrorCents(track, () => 1000)).toBeLessThan(2)
  })

  it('says what is wrong with its options', () => {
    const samples = new Float32Array(100)
    expect(() => trackPitch(samples, { sampleRateHz: 0 })).toThrow(/sampleRateHz/)
    expect(() => trackPitch(samples, { ...options, minHz: 500, maxHz: 60 })).toThrow(/minHz/)
    expect(() => trackPitch(samples, { ...options, maxHz: 5000 })).toThrow(/quarter of the sample rate/)
    expect(() => trackPitch(samples, { ...options, hopSec: 0 })).toThrow(/hopSec/)
  })
})
