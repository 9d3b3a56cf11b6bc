import { describe, expect, it } from 'vitest'
import { RealFft } from '../../src/audio/fft.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { type WidebandMeasures, widebandMeasures } from '../../src/speech/wideband.js'
import { chirpWithNoise, concatenated, sine, whiteNoise } from '../audio/signals.js'

const RATE_HZ = 16_000

const whole = (samples: Float32Array): Interval[] => [{ startSec: 0, endSec: samples.length / RATE_HZ }]
const measure = (samples: Float32Array) => widebandMeasures(samples, whole(samples))!

/** Four seconds of noise with exactly the wanted power density: the spectrum is written, not filtered. */
function noiseOf(density: (hz: number) => number): Float32Array {
  const fft = new RealFft(65_536)
  const phases = whiteNoise(fft.bins, Math.PI, 7)
  const re = new Float64Array(fft.bins)
  const im = new Float64Array(fft.bins)
  for (let bin = 1; bin < fft.bins - 1; bin++) {
    const amplitude = Math.sqrt(density((bin * RATE_HZ) / fft.size))
    re[bin] = amplitude * Math.cos(phases[bin])
    im[bin] = amplitude * Math.sin(phases[bin])
  }
  const noise = new Float64Array(fft.size)
  fft.inverse(re, im, noise)
  return atRms(Float32Array.from(noise), 0.1)
}

function atRms(samples: Float32Array, rms: number): Float32Array {
  const gain = rms / Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  return samples.map((sample) => sample * gain)
}

const sum = (a: Float32Array, b: Float32Array) => a.map((sample, n) => sample + b[n])

/** Harmonics up to 5 kHz that fall by 12 dB an octave, as at the vocal folds; `hzAt` gives the pitch over time. */
function voiced(seconds: number, hzAt: (timeSec: number) => number): Float32Array {
  const samples = new Float32Array(seconds * RATE_HZ)
  let phase = 0
  for (let n = 0; n < samples.length; n++) {
    const hz = hzAt(n / RATE_HZ)
    phase += (2 * Math.PI * hz) / RATE_HZ
    for (let k = 1; k * hz < 5_000; k++) samples[n] += Math.sin(k * phase) / k ** 2
  }
  return atRms(samples, 0.1)
}

describe('timbre', () => {
  it('agrees with numpy and scipy', () => {
    // numpy 2.4.6 and scipy 1.17.1: rfft of 25 ms Hann frames every 10 ms, 40 triangles equally spaced from 60 Hz to
    // 8 kHz in mel (1127 ln(1 + f / 700)), scipy.fft.dct(log, norm='ortho'), mean and population deviation; the bands
    // from the mean spectrum over its sum from 60 Hz.
    const { mfccMean, mfccSd, bandsDb } = measure(chirpWithNoise(2 * RATE_HZ, RATE_HZ))
    expect([mfccMean.length, mfccSd.length, bandsDb.length]).toEqual([20, 20, 40])
    const near = (values: number[]) => values.map((value) => expect.closeTo(value, 2))
    expect(mfccMean.slice(0, 6)).toEqual(near([0.7078, -2.2523, -6.0263, -1.9762, 2.2106, 2.2004]))
    expect(mfccMean.slice(18)).toEqual(near([-1.1459, 0.7095]))
    expect(mfccSd.slice(0, 6)).toEqual(near([2.6531, 3.3253, 3.447, 3.3282, 3.3882, 3.6847]))
    expect(mfccSd.slice(18)).toEqual(near([1.3649, 1.1781]))
    expect(bandsDb.slice(0, 6)).toEqual(near([-46.5939, -25.872, -16.3731, -13.813, -13.3516, -13.0892]))
    expect(bandsDb.slice(38)).toEqual(near([-37.9564, -37.7016]))
  })

  it.each([
    [0, (_: number) => 1],
    [-3.01, (hz: number) => 1 / hz],
    [-6.02, (hz: number) => 1 / hz ** 2],
    [-12.04, (hz: number) => 1 / hz ** 4],
    [6.02, (hz: number) => hz ** 2],
  ])('finds a slope of %f dB an octave', (slope, density) => {
    // Power that falls to nothing below 100 Hz, so that none of it leaks into the bands above.
    const noise = noiseOf((hz) => (hz < 100 ? 0 : density(hz)))
    expect(measure(noise).tiltDbPerOctave).toBeGreaterThan(slope - 0.4)
    expect(measure(noise).tiltDbPerOctave).toBeLessThan(slope + 0.4)
  })

  it('finds where 95 % of the power lies below', () => {
    // White from 60 Hz: 60 + 0.95 * 7940. Density 1 / f^2 from 100 Hz: 1 / (1 / 100 - 0.95 (1 / 100 - 1 / 8000)).
    expect(Math.abs(measure(noiseOf(() => 1)).rolloffHz - 7603)).toBeLessThan(40)
    const brown = noiseOf((hz) => (hz < 100 ? 0 : 1 / hz ** 2))
    expect(Math.abs(measure(brown).rolloffHz - 1616)).toBeLessThan(80)
    expect(Math.abs(measure(sine(RATE_HZ, 1000, RATE_HZ, 0.1)).rolloffHz - 1000)).toBeLessThan(60)
  })

  it.each([3_400, 4_000, 5_500, 8_000])('finds that sound ends at %i Hz', (endHz) => {
    const { bandwidthHz } = measure(noiseOf((hz) => (hz < endHz ? 1 / (1 + (hz / 500) ** 2) : 0)))
    expect(bandwidthHz).toBeGreaterThanOrEqual(endHz)
    expect(bandwidthHz).toBeLessThan(endHz + 260)
  })

  it('does not count what is far too faint to notice', () => {
    const clear = noiseOf((hz) => (hz < 4_000 ? 1 : 0))
    const withHiss = sum(
      clear,
      atRms(
        noiseOf((hz) => (hz < 4_000 ? 0 : 1)),
        0.1 * 10 ** (-80 / 20),
      ),
    )
    expectSame(measure(withHiss), measure(clear), 0.02)
  })

  it('does not count pauses inside the speech', () => {
    const speech = noiseOf((hz) => (hz < 100 ? 0 : 1 / hz ** 2))
    const gaps = concatenated([speech, whiteNoise(RATE_HZ, 1e-4)])
    const { mfccMean } = measure(gaps)
    const expected = measure(speech).mfccMean
    mfccMean.forEach((value, index) => {
      expect(Math.abs(value - expected[index])).toBeLessThan(0.3)
    })
  })
})

describe('voicing', () => {
  it('finds the median and the quartiles of a pitch that glides', () => {
    // An octave at even speed in semitones, from 120 Hz: the median lies 6 above the start, the quartiles 6 apart.
    const { pitchMedianSemitones, pitchIqrSemitones, voicedShare } = measure(
      voiced(4, (timeSec) => 120 * 2 ** (timeSec / 4)),
    )
    expect(Math.abs(pitchMedianSemitones! - (12 * Math.log2(1.2) + 6))).toBeLessThan(0.15)
    expect(Math.abs(pitchIqrSemitones! - 6)).toBeLessThan(0.15)
    expect(voicedShare).toBeGreaterThan(0.97)
  })

  it('follows the pitch from one part to the next, with the times of the file', () => {
    // An octave in 8 s, from 120 Hz: parts of two seconds have their medians 1.5, 4.5, 7.5 and 10.5 semitones above the start.
    const samples = voiced(8, (timeSec) => 120 * 2 ** (timeSec / 8))
    const { pitchParts } = measure(samples)
    expect(pitchParts).toHaveLength(4)
    for (const [index, { startSec, endSec, semitones }] of pitchParts.entries()) {
      expect(startSec).toBeCloseTo(2 * index, 6)
      expect(endSec).toBeCloseTo(2 * index + 2, 6)
      expect(Math.abs(semitones - (12 * Math.log2(1.2) + 3 * index + 1.5))).toBeLessThan(0.15)
    }
    const later = widebandMeasures(samples, [
      { startSec: 1, endSec: 2 },
      { startSec: 5, endSec: 6 },
    ])!.pitchParts
    expect(later).toHaveLength(1)
    expect(later[0].startSec).toBeCloseTo(1, 6)
    expect(later[0].endSec).toBeCloseTo(6, 6)
  })

  it('leaves parts out in which hardly anything is voiced', () => {
    const { pitchParts } = measure(concatenated([voiced(2, () => 150), whiteNoise(2 * RATE_HZ, 0.1)]))
    expect(pitchParts).toHaveLength(1)
    expect(Math.abs(pitchParts[0].semitones - 12 * Math.log2(1.5))).toBeLessThan(0.1)
  })

  it.each([80, 130, 217, 305])('finds a steady pitch of %i Hz', (hz) => {
    const { pitchMedianSemitones, pitchIqrSemitones } = measure(voiced(1, () => hz))
    expect(Math.abs(pitchMedianSemitones! - 12 * Math.log2(hz / 100))).toBeLessThan(0.05)
    expect(pitchIqrSemitones).toBeLessThan(0.05)
  })

  it.each([
    [3, 110],
    [10, 110],
    [20, 110],
    [3, 210],
    [10, 210],
    [20, 210],
  ])('finds harmonics %i dB above white noise at %i Hz', (ratioDb, hz) => {
    const noise = atRms(whiteNoise(2 * RATE_HZ), 0.1 * 10 ** (-ratioDb / 20))
    const { harmonicsToNoiseDb } = measure(
      sum(
        voiced(2, () => hz),
        noise,
      ),
    )
    expect(Math.abs(harmonicsToNoiseDb! - ratioDb)).toBeLessThan(1)
  })

  it('calls a clean tone clean, and never more than 40 dB', () => {
    const { harmonicsToNoiseDb } = measure(voiced(2, () => 123.4))
    expect(harmonicsToNoiseDb).toBeGreaterThan(28)
    expect(harmonicsToNoiseDb).toBeLessThanOrEqual(40)
  })

  it('finds how much is voiced', () => {
    const half = concatenated([voiced(2, () => 150), atRms(whiteNoise(2 * RATE_HZ), 0.05)])
    expect(measure(half).voicedShare).toBeGreaterThan(0.47)
    expect(measure(half).voicedShare).toBeLessThan(0.53)
  })

  it('has no pitch for a whisper', () => {
    const { voicedShare, pitchMedianSemitones, pitchIqrSemitones, harmonicsToNoiseDb } = measure(
      noiseOf((hz) => 1 / (1 + (hz / 1_000) ** 2)),
    )
    expect(voicedShare).toBeLessThan(0.02)
    expect([pitchMedianSemitones, pitchIqrSemitones, harmonicsToNoiseDb]).toEqual([null, null, null])
  })
})

describe('what is left in the bands when the voice is elsewhere', () => {
  /** Two tones in turn, five of each a second: every band is free half of the time. */
  const alternating = Float32Array.from({ length: 2 * RATE_HZ }, (_, n) => {
    const hz = Math.floor((10 * n) / RATE_HZ) % 2 === 0 ? 500 : 3_000
    return 0.1 * Math.SQRT2 * Math.sin((2 * Math.PI * hz * n) / RATE_HZ)
  })
  const restWith = (noiseDb: number) =>
    measure(sum(alternating, atRms(whiteNoise(2 * RATE_HZ), 0.1 * 10 ** (noiseDb / 20)))).restDb

  it('is the noise under unbroken speech, less what chance leaves of it', () => {
    // The lowest twentieth of white noise in a mel band of one to eight bins lies 1 to 10 dB below its mean.
    for (const noiseDb of [-20, -30, -40]) {
      expect(restWith(noiseDb)).toBeLessThan(noiseDb - 1)
      expect(restWith(noiseDb)).toBeGreaterThan(noiseDb - 6)
    }
    expect(Math.abs(restWith(-20) - restWith(-30) - 10)).toBeLessThan(0.5)
  })
})

describe('noise floor', () => {
  const speech = voiced(2, () => 150)
  const between = [{ startSec: 1, endSec: 3 }]
  const withPauses = (pause: Float32Array) => concatenated([pause, speech, pause])

  it.each([-20, -45, -70])('finds noise at %i dB below the speech', (noiseDb) => {
    const noise = atRms(whiteNoise(RATE_HZ), 0.1 * 10 ** (noiseDb / 20))
    const { noiseFloorDb } = widebandMeasures(withPauses(noise), between)!
    expect(Math.abs(noiseFloorDb! - noiseDb)).toBeLessThan(0.5)
  })

  it('takes neither a click nor an offset for noise', () => {
    const noise = atRms(whiteNoise(RATE_HZ), 1e-3).map((sample) => sample + 0.02)
    noise.fill(0.5, 8_000, 8_040)
    const { noiseFloorDb } = widebandMeasures(withPauses(noise), between)!
    expect(Math.abs(noiseFloorDb! + 40)).toBeLessThan(0.5)
  })

  it('stops at -100 dB and says nothing without pauses', () => {
    expect(widebandMeasures(withPauses(new Float32Array(RATE_HZ)), between)!.noiseFloorDb).toBe(-100)
    expect(measure(speech).noiseFloorDb).toBeNull()
  })
})

describe('widebandMeasures', () => {
  const someone = sum(
    voiced(3, (timeSec) => 140 + 30 * Math.sin(4 * timeSec)),
    atRms(whiteNoise(3 * RATE_HZ), 0.01),
  )
  const talk = [
    { startSec: 0.4, endSec: 1.3 },
    { startSec: 1.9, endSec: 2.6 },
  ]

  it.each([-50, -20, 12])('does not change with the level of the file (%i dB)', (gainDb) => {
    const scaled = someone.map((sample) => sample * 10 ** (gainDb / 20))
    expectSame(widebandMeasures(scaled, talk)!, widebandMeasures(someone, talk)!, 1e-3)
  })

  it('does not change with a constant offset', () => {
    const shifted = someone.map((sample) => sample + 0.05)
    expectSame(widebandMeasures(shifted, talk)!, widebandMeasures(someone, talk)!, 0.01)
  })

  it('listens to the speech only', () => {
    const disturbed = someone.slice()
    disturbed.set(whiteNoise(0.5 * RATE_HZ, 0.5), 1.35 * RATE_HZ)
    const { noiseFloorDb: _, ...expected } = widebandMeasures(someone, talk)!
    expect(widebandMeasures(disturbed, talk)).toMatchObject(expected)
  })

  it('has nothing to say of too little speech, of silence, or of speech beyond the end of the file', () => {
    expect(widebandMeasures(someone, [])).toBeNull()
    expect(widebandMeasures(someone, [{ startSec: 1, endSec: 1.4 }])).toBeNull()
    expect(widebandMeasures(someone, [{ startSec: 2.8, endSec: 9 }])).toBeNull()
    expect(widebandMeasures(new Float32Array(0), [])).toBeNull()
    expect(measure(new Float32Array(RATE_HZ))).toBeNull()
    expect(measure(new Float32Array(RATE_HZ).fill(0.3))).toBeNull()
    expect(widebandMeasures(someone, [{ startSec: 1, endSec: 1.6 }])!.analysedSec).toBeCloseTo(0.6, 9)
  })

  it('is plain data', () => {
    const measures = widebandMeasures(someone, talk)
    expect(JSON.parse(JSON.stringify(measures))).toEqual(measures)
  })

  it('takes a minute out of a long talk, from all over it', () => {
    // The pitch goes up by a semitone every 10 s, from 100 Hz: 12 steps; a minute's worth spread evenly sees them all.
    const steps = Array.from({ length: 12 }, (_, step) =>
      sine(10 * RATE_HZ, 100 * 2 ** (step / 12), RATE_HZ, 0.1),
    )
    const { analysedSec, pitchMedianSemitones, pitchIqrSemitones } = measure(concatenated(steps))
    expect(analysedSec).toBeCloseTo(60, 6)
    expect(Math.abs(pitchMedianSemitones! - 5.5)).toBeLessThan(0.6)
    expect(Math.abs(pitchIqrSemitones! - 6)).toBeLessThan(0.6)
  })
})

function expectSame(measures: WidebandMeasures, expected: WidebandMeasures, tolerance: number): void {
  const numbers = ({ pitchParts, ...from }: WidebandMeasures) =>
    Object.entries({ ...from, pitches: pitchParts.map(({ semitones }) => semitones) }).flatMap(
      ([name, value]) => [value].flat().map((number, index) => [`${name} ${index}`, number] as const),
    )
  const given = numbers(measures)
  numbers(expected).forEach(([name, number], index) => {
    if (number === null) expect(given[index][1], name).toBeNull()
    else expect(Math.abs(given[index][1]! - number), name).toBeLessThan(tolerance)
  })
}
