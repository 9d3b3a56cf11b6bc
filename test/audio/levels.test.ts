import { describe, expect, it } from 'vitest'
import { LevelMeter } from '../../src/audio/levels.js'
import { sine } from './signals.js'

describe('LevelMeter', () => {
  it('reads a sinusoid: peak, RMS 3.01 dB below, crest 3.01 dB', () => {
    const meter = new LevelMeter(1)
    meter.push([sine(48000, 1000, 48000, 0.5)])
    const { channels, peakDbfs, rmsDbfs, digitalSilenceShare } = meter.result()
    expect(peakDbfs).toBeCloseTo(-6.0206, 3)
    expect(rmsDbfs).toBeCloseTo(-9.0309, 3)
    expect(channels[0].crestDb).toBeCloseTo(3.0103, 3)
    expect(Math.abs(channels[0].dcOffset)).toBeLessThan(1e-8)
    // 1000 Hz at 48 kHz crosses zero on a sample twice a period; only n = 0 is zero to the last bit.
    expect(digitalSilenceShare).toBeLessThan(0.001)
  })

  it('reads a square wave at 0 dB crest, and its offset', () => {
    const meter = new LevelMeter(1)
    const square = Float32Array.from({ length: 1000 }, (_, n) => (n % 20 < 10 ? 0.75 : -0.25))
    for (let at = 0; at < 1000; at += 33) meter.push([square.subarray(at, at + 33)])
    const [levels] = meter.result().channels
    expect(levels.dcOffset).toBeCloseTo(0.25, 9)
    expect(levels.peakDbfs).toBeCloseTo(20 * Math.log10(0.75), 6)
    // Mean square (0.5625 + 0.0625) / 2.
    expect(levels.rmsDbfs).toBeCloseTo(10 * Math.log10(0.3125), 6)
    expect(meter.result().durationSamples).toBe(1000)
  })

  it('counts an instant as digital silence only when every channel is zero', () => {
    const meter = new LevelMeter(2)
    meter.push([Float32Array.of(0, 0, 0, 0.5), Float32Array.of(0, -0, 0.1, 0)])
    expect(meter.result().digitalSilenceShare).toBe(0.5)
    expect(meter.result().peakDbfs).toBeCloseTo(-6.0206, 3)
    // Over all eight samples: (0.25 + 0.01) / 8.
    expect(meter.result().rmsDbfs).toBeCloseTo(10 * Math.log10(0.26 / 8), 5)
  })

  it('has no level without sound', () => {
    const silent = new LevelMeter(1)
    silent.push([new Float32Array(100)])
    expect(silent.result()).toEqual({
      channels: [{ peakDbfs: null, rmsDbfs: null, crestDb: null, dcOffset: 0 }],
      peakDbfs: null,
      rmsDbfs: null,
      digitalSilenceShare: 1,
      durationSamples: 100,
    })
    expect(new LevelMeter(2).result().digitalSilenceShare).toBe(0)
  })

  it('refuses channels that do not fit', () => {
    expect(() => new LevelMeter(0)).toThrow(RangeError)
    expect(() => new LevelMeter(2).push([new Float32Array(1)])).toThrow(/2 channels/)
    expect(() => new LevelMeter(2).push([new Float32Array(1), new Float32Array(2)])).toThrow(/one length/)
  })
})
