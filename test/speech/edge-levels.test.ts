import { describe, expect, it } from 'vitest'
import { edgeLevels, SOFTEST_DB } from '../../src/speech/edge-levels.js'

const RATE_HZ = 16_000
const whole = (samples: Float32Array) => [{ startSec: 0, endSec: samples.length / RATE_HZ }]

/** A second of 200 Hz, whose periods fit into the frames that levels are measured in. */
function tone(gainDb: (sec: number) => number = () => 0): Float32Array {
  return Float32Array.from(
    { length: RATE_HZ },
    (_, n) => 0.3 * 10 ** (gainDb(n / RATE_HZ) / 20) * Math.sin((2 * Math.PI * 200 * n) / RATE_HZ),
  )
}

function padded(before: number, sound: Float32Array, after: number): Float32Array {
  const out = new Float32Array(before + sound.length + after)
  out.set(sound, before)
  return out
}

describe('edgeLevels', () => {
  it('puts a sound that breaks off at the level of the speech', () => {
    const { startDb, endDb } = edgeLevels(tone(), RATE_HZ, whole(tone()))
    expect(startDb).toBeCloseTo(0, 1)
    expect(endDb).toBeCloseTo(0, 1)
  })

  it('does so through the silence that an encoder adds', () => {
    const samples = padded(800, tone(), 4_000)
    const { startDb, endDb } = edgeLevels(samples, RATE_HZ, [{ startSec: 0.05, endSec: 1.05 }])
    expect(startDb).toBeCloseTo(0, 1)
    expect(endDb).toBeCloseTo(0, 1)
  })

  it('puts a sound that dies away far below it', () => {
    // From half a second on it falls by 60 dB in half a second: the last 30 ms over -35 dB lie between -35 and -31.4.
    const { endDb } = edgeLevels(
      tone((sec) => Math.min(0, -120 * (sec - 0.5))),
      RATE_HZ,
      whole(tone()),
    )
    expect(endDb).toBeGreaterThan(-35)
    expect(endDb).toBeLessThan(-28)
  })

  it('says the softest of silence', () => {
    expect(edgeLevels(new Float32Array(RATE_HZ), RATE_HZ, [])).toEqual({
      startDb: SOFTEST_DB,
      endDb: SOFTEST_DB,
    })
  })
})
