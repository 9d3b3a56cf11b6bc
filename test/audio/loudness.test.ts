import { describe, expect, it, vi } from 'vitest'
import { LoudnessMeter } from '../../src/audio/loudness.js'
import { concatenated, sine, whiteNoise } from './signals.js'

// The signals of EBU Tech 3341 last up to 100 s: a busy machine needs a while for them.
vi.setConfig({ testTimeout: 60_000 })

const RATES_HZ = [48000, 44100, 24000, 16000]

/** 1000 Hz at a peak level, the tone that most signals of EBU Tech 3341 are made of. */
function tone(levelDbfs: number, durationSec: number, sampleRateHz = 48000): Float32Array {
  return sine(Math.round(durationSec * sampleRateHz), 1000, sampleRateHz, 10 ** (levelDbfs / 20))
}

function silence(durationSec: number, sampleRateHz = 48000): Float32Array {
  return new Float32Array(Math.round(durationSec * sampleRateHz))
}

/** The same sound on both channels, second by second. */
function meterOfStereo(samples: Float32Array, sampleRateHz = 48000): LoudnessMeter {
  const meter = new LoudnessMeter(sampleRateHz, 2)
  for (let at = 0; at < samples.length; at += sampleRateHz) {
    const piece = samples.subarray(at, at + sampleRateHz)
    meter.push([piece, piece])
  }
  return meter
}

function expectWithin(actual: number | null, expected: number, below: number, above = below): void {
  expect(actual).not.toBeNull()
  expect(actual!).toBeGreaterThanOrEqual(expected - below)
  expect(actual!).toBeLessThanOrEqual(expected + above)
}

describe('loudness per ITU-R BS.1770-4', () => {
  it.each(RATES_HZ)('is -3.01 LKFS for 997 Hz at full scale in one channel, at %i Hz', (sampleRateHz) => {
    const meter = new LoudnessMeter(sampleRateHz, 1)
    meter.push([sine(5 * sampleRateHz, 997, sampleRateHz)])
    // The standard's own check; away from 48 kHz the filters are derived, and stay within 0.05 LU.
    expectWithin(meter.result().integratedLufs, -3.01, 0.05)
  })

  it('follows the K curve of the tables away from 1 kHz', () => {
    // Gains of the two tabulated filters together, |H(f)| in dB by scipy.signal.freqz at 48 kHz.
    for (const [hz, gainDb] of [
      [25, -10.3928],
      [60, -2.8992],
      [200, -0.2649],
      [2000, 3.0713],
      [5000, 4.0134],
      [12000, 4.0427],
    ]) {
      for (const sampleRateHz of [48000, 44100, 32000]) {
        const meter = new LoudnessMeter(sampleRateHz, 1)
        meter.push([sine(4 * sampleRateHz, hz, sampleRateHz)])
        const sinePowerDb = -3.0103
        const tolerance = sampleRateHz === 48000 ? 0.01 : 0.1
        expectWithin(meter.result().shortTermMaxLufs, -0.691 + sinePowerDb + gainDb, tolerance)
      }
    }
  })

  it('weighs the surround channels by 1.41 and leaves the low-frequency channel out', () => {
    const channel = tone(-20, 4)
    const quiet = silence(4)
    const loudnessWith = (channels: number, sounding: number) => {
      const meter = new LoudnessMeter(48000, channels)
      meter.push(Array.from({ length: channels }, (_, c) => (c === sounding ? channel : quiet)))
      return meter.result().integratedLufs
    }
    expectWithin(loudnessWith(6, 2), -23, 0.02)
    expect(loudnessWith(6, 3)).toBeNull()
    expectWithin(loudnessWith(6, 4), -23 + 10 * Math.log10(1.41), 0.02)
    expectWithin(loudnessWith(5, 4), -23 + 10 * Math.log10(1.41), 0.02)
    expectWithin(loudnessWith(8, 4), -23, 0.02)
    expectWithin(loudnessWith(8, 6), -23 + 10 * Math.log10(1.41), 0.02)
  })

  it('overlaps its blocks by three quarters', () => {
    const signal = concatenated([silence(0.2), tone(-23, 0.4), silence(0.4)])
    // Blocks of 400 ms every 100 ms hold 1/2, 3/4, 1, 3/4, 1/2 and 1/4 of the tone, all inside the gates: 0.625 in the mean.
    expectWithin(meterOfStereo(signal).result().integratedLufs, -23 + 10 * Math.log10(0.625), 0.1)
  })

  it('does not care how the sound is cut', () => {
    const samples = whiteNoise(60_000, 0.3)
    const whole = new LoudnessMeter(44100, 1)
    whole.push([samples])
    const pieces = new LoudnessMeter(44100, 1)
    for (let at = 0; at < samples.length; at += 701) pieces.push([samples.subarray(at, at + 701)])
    const expected = whole.result()
    const actual = pieces.result()
    expect(actual.integratedLufs).toBeCloseTo(expected.integratedLufs!, 9)
    expect(actual.truePeakDbtp).toBe(expected.truePeakDbtp)
  })

  it('has no loudness for silence, and takes a clip below 400 ms as one block', () => {
    const silent = new LoudnessMeter(16000, 1)
    silent.push([new Float32Array(32000)])
    expect(silent.result()).toEqual({
      integratedLufs: null,
      truePeakDbtp: null,
      momentaryMaxLufs: null,
      shortTermMaxLufs: null,
    })
    expect(new LoudnessMeter(16000, 1).result().integratedLufs).toBeNull()
    const short = meterOfStereo(tone(-23, 0.25)).result()
    expectWithin(short.integratedLufs, -23, 0.1)
    expect(short.momentaryMaxLufs).toBeNull()
    // Below the absolute gate.
    expect(meterOfStereo(tone(-75, 2)).result().integratedLufs).toBeNull()
  })

  it('outlives samples that are no numbers', () => {
    const samples = tone(-23, 5)
    // Where the tone crosses zero, so that the hole itself has no edge.
    samples[960] = Number.NaN
    samples[1920] = Number.POSITIVE_INFINITY
    const result = meterOfStereo(samples).result()
    expectWithin(result.integratedLufs, -23, 0.3)
    expectWithin(result.truePeakDbtp, -23, 0.1)
  })

  it('refuses what it cannot measure', () => {
    expect(() => new LoudnessMeter(0, 1)).toThrow(/sampleRateHz/)
    expect(() => new LoudnessMeter(Number.NaN, 1)).toThrow(/sampleRateHz/)
    expect(() => new LoudnessMeter(48000, 0)).toThrow(/channels/)
    const meter = new LoudnessMeter(48000, 2)
    expect(() => meter.push([new Float32Array(1)])).toThrow(/2 channels/)
    expect(() => meter.push([new Float32Array(1), new Float32Array(2)])).toThrow(/one length/)
  })
})

/** Table 1 of EBU Tech 3341, rebuilt from its description; tolerance there: 0.1 LU. */
describe('EBU Tech 3341, loudness', () => {
  it.each(RATES_HZ)(
    'cases 1 and 2 at %i Hz: a steady tone reads its level on every scale',
    (sampleRateHz) => {
      for (const levelDbfs of [-23, -33]) {
        const meter = meterOfStereo(tone(levelDbfs, 20, sampleRateHz), sampleRateHz)
        expectWithin(meter.momentaryLufs, levelDbfs, 0.1)
        expectWithin(meter.shortTermLufs, levelDbfs, 0.1)
        expectWithin(meter.result().integratedLufs, levelDbfs, 0.1)
      }
    },
  )

  it('case 3: the relative gate shuts out quiet parts', () => {
    const signal = concatenated([tone(-36, 10), tone(-23, 60), tone(-36, 10)])
    expectWithin(meterOfStereo(signal).result().integratedLufs, -23, 0.1)
  })

  it('case 4: the absolute gate comes first', () => {
    const signal = concatenated([tone(-72, 10), tone(-36, 10), tone(-23, 60), tone(-36, 10), tone(-72, 10)])
    expectWithin(meterOfStereo(signal).result().integratedLufs, -23, 0.1)
  })

  it('case 5: parts inside the gate are averaged by power', () => {
    const signal = concatenated([tone(-26, 20), tone(-20, 20.1), tone(-26, 20)])
    expectWithin(meterOfStereo(signal).result().integratedLufs, -23, 0.1)
  })

  it('case 6: five channels', () => {
    const meter = new LoudnessMeter(48000, 5)
    meter.push([tone(-28, 20), tone(-28, 20), tone(-24, 20), tone(-30, 20), tone(-30, 20)])
    expectWithin(meter.result().integratedLufs, -23, 0.1)
  })

  it('case 9: short-term loudness stays constant when the window holds one period', () => {
    const signal = concatenated(
      Array.from({ length: 5 }, () => concatenated([tone(-20, 1.34), tone(-30, 1.66)])),
    )
    const meter = new LoudnessMeter(48000, 2)
    for (let at = 0; at < signal.length; at += 4800) {
      const piece = signal.subarray(at, at + 4800)
      meter.push([piece, piece])
      if (at + 4800 >= 3 * 48000) expectWithin(meter.shortTermLufs, -23, 0.1)
    }
  })

  it('case 10: the highest short-term loudness does not depend on where a tone starts', () => {
    for (let i = 0; i < 20; i += 3) {
      const signal = concatenated([silence(0.15 * i), tone(-23, 3), silence(1)])
      expectWithin(meterOfStereo(signal).result().shortTermMaxLufs, -23, 0.1)
    }
  })

  it('case 12: momentary loudness stays constant when the window holds one period', () => {
    const signal = concatenated(
      Array.from({ length: 25 }, () => concatenated([tone(-20, 0.18), tone(-30, 0.22)])),
    )
    const meter = new LoudnessMeter(48000, 2)
    for (let at = 0; at < signal.length; at += 960) {
      const piece = signal.subarray(at, at + 960)
      meter.push([piece, piece])
      if (at >= 48000) expectWithin(meter.momentaryLufs, -23, 0.1)
    }
  })

  it('case 13: the highest momentary loudness does not depend on where a tone starts', () => {
    for (let i = 0; i < 20; i++) {
      const signal = concatenated([silence(0.02 * i), tone(-23, 0.4), silence(1)])
      expectWithin(meterOfStereo(signal).result().momentaryMaxLufs, -23, 0.1)
    }
  })
})

/** Tolerance in the table: +0.2 and -0.4 dB. */
describe('EBU Tech 3341, true peak', () => {
  it.each([
    [15, 4, 0.5, 0, -6],
    [16, 4, 0.5, 45, -6],
    [17, 6, 0.5, 60, -6],
    [18, 8, 0.5, 67.5, -6],
    [19, 4, 1.41, 45, 3],
  ])('case %i: fs / %i, amplitude %d, %d degrees', (_case, divisor, amplitude, degrees, expectedDbtp) => {
    for (const sampleRateHz of RATES_HZ) {
      const phase = (degrees * Math.PI) / 180
      const signal = sine(sampleRateHz, sampleRateHz / divisor, sampleRateHz, amplitude, phase)
      // A tone that starts at once rings in any low-pass: fade it in and out.
      const fade = sampleRateHz / 20
      const faded = signal.map((x, n) => x * Math.min(1, n / fade, (signal.length - n) / fade))
      expectWithin(meterOfStereo(faded, sampleRateHz).result().truePeakDbtp, expectedDbtp, 0.4, 0.2)
    }
  })

  it.each([
    [20, 0],
    [21, 1],
    [22, 2],
    [23, 3],
  ])('case %i: one loud period, made at four times the rate and taken at offset %i', (_case, offset) => {
    const signal = burstSampledAt(offset)
    expectWithin(meterOfStereo(signal).result().truePeakDbtp, 0, 0.4, 0.2)
  })

  /** fs / 6 at half of full scale, with a single period of fs / 4 at full scale, band-limited and decimated by four. */
  function burstSampledAt(offset: number): Float32Array {
    const length = 48000
    const burstStart = length / 2
    const high = new Float64Array(length)
    for (let n = 0; n < length; n++) {
      const inBurst = n >= burstStart && n < burstStart + 16
      high[n] = inBurst
        ? Math.sin((2 * Math.PI * (n - burstStart)) / 16)
        : 0.5 * Math.sin((2 * Math.PI * n) / 24)
    }
    // Hann-windowed sinc with its cutoff at the Nyquist frequency of the low rate.
    const reach = 256
    return Float32Array.from({ length: length / 4 - 2 * reach }, (_, k) => {
      const middle = 4 * k + offset + 4 * reach
      let sum = 0
      for (let j = -reach; j <= reach; j++) {
        const angle = (Math.PI * j) / 4
        const sinc = j === 0 ? 1 : Math.sin(angle) / angle
        sum += high[middle + j] * (sinc / 4) * (0.5 + 0.5 * Math.cos((Math.PI * j) / (reach + 1)))
      }
      return sum
    })
  }

  it('finds the crest of a sinusoid between the samples, close to Nyquist too', () => {
    for (const part of [0.1, 0.4, 0.61, 0.8]) {
      const signal = sine(16000, part * 8000, 16000, 1, 0.3).map(
        (x, n) => x * Math.min(1, n / 800, (16000 - n) / 800),
      )
      expectWithin(meterOfStereo(signal, 16000).result().truePeakDbtp, 0, 0.3, 0.05)
    }
  })

  it('sees a peak in the last samples, and in one sample alone', () => {
    const meter = new LoudnessMeter(48000, 1)
    meter.push([Float32Array.of(0, 0, 0, 0.7, 0.7)])
    // Two equal samples at the end of the sound: the value half way, sum of 0.7 sinc(+-1/2), is 0.7 * 4 / pi.
    expectWithin(meter.result().truePeakDbtp, 20 * Math.log10((0.7 * 4) / Math.PI), 0.1)
    const single = new LoudnessMeter(192000, 1)
    single.push([Float32Array.of(0.25)])
    expectWithin(single.result().truePeakDbtp, 20 * Math.log10(0.25), 1e-6)
  })
})
