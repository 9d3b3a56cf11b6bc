import { describe, expect, test } from 'vitest'
import { speechLevels } from '../../src/speech/speech-levels.js'

const RATE_HZ = 16_000

/** A tone of 997 Hz, as loud at each time as `gainDb` says. */
function tone(durationSec: number, gainDb: (timeSec: number) => number): Float32Array {
  return Float32Array.from({ length: durationSec * RATE_HZ }, (_, n) => {
    const timeSec = n / RATE_HZ
    return 10 ** (gainDb(timeSec) / 20) * Math.sin(2 * Math.PI * 997 * timeSec)
  })
}

describe('the levels of parts', () => {
  test('are those of ITU-R BS.1770: a full tone of 997 Hz has -3.01 LUFS, of which -0.69 are the standard’s offset', () => {
    const { parts } = speechLevels(
      tone(4, () => 0),
      RATE_HZ,
      [{ startSec: 0, endSec: 4 }],
    )
    expect(parts).toHaveLength(2)
    for (const { levelDb } of parts) expect(levelDb).toBeCloseTo(-3.01 + 0.69, 1)
  })

  test('follow the gain, two seconds of speech after two', () => {
    const { parts } = speechLevels(
      tone(6, (sec) => (sec < 2 ? 0 : sec < 4 ? -6 : -20)),
      RATE_HZ,
      [{ startSec: 0, endSec: 6 }],
    )
    const [first, second, third] = parts.map(({ levelDb }) => levelDb)
    expect(second - first).toBeCloseTo(-6, 1)
    expect(third - first).toBeCloseTo(-20, 1)
    expect(parts.map(({ startSec, endSec }) => [startSec, endSec])).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
    ])
  })

  test('do not count pauses', () => {
    const samples = tone(6, (sec) => (sec >= 1 && sec < 4 ? -90 : 0))
    const { parts } = speechLevels(samples, RATE_HZ, [
      { startSec: 0, endSec: 1 },
      { startSec: 4, endSec: 6 },
    ])
    expect(parts).toHaveLength(1)
    expect(parts[0]).toMatchObject({ startSec: 0, endSec: 5 })
    expect(parts[0].levelDb).toBeCloseTo(-2.32, 1)
  })

  test('are sixty at the most', () => {
    const { parts } = speechLevels(
      tone(150, () => 0),
      RATE_HZ,
      [{ startSec: 0, endSec: 150 }],
    )
    expect(parts).toHaveLength(60)
    expect(parts.at(-1)!.endSec).toBeCloseTo(150, 6)
  })

  test('of digital silence, and of no speech at all', () => {
    const silent = speechLevels(new Float32Array(3 * RATE_HZ), RATE_HZ, [{ startSec: 0, endSec: 3 }])
    expect(silent.parts.map(({ levelDb }) => levelDb)).toEqual([-100])
    expect(speechLevels(new Float32Array(RATE_HZ), RATE_HZ, [])).toEqual({ parts: [], phraseEnds: [] })
  })
})

describe('the ends of phrases', () => {
  test('are the last 0.8 s before each pause, and a short gap is no pause', () => {
    const samples = tone(10, (sec) => (sec >= 2.2 && sec < 3 ? -10 : 0))
    const { phraseEnds } = speechLevels(samples, RATE_HZ, [
      { startSec: 0.5, endSec: 1.4 },
      { startSec: 1.6, endSec: 3 },
      { startSec: 5, endSec: 7 },
    ])
    expect(phraseEnds.map(({ startSec, endSec }) => [startSec, endSec])).toEqual([
      [expect.closeTo(2.2, 6), 3],
      [expect.closeTo(6.2, 6), 7],
    ])
    expect(phraseEnds[1].levelDb - phraseEnds[0].levelDb).toBeCloseTo(10, 1)
  })

  test('leave a cry out, unless it is the last that is said', () => {
    const speech = [
      { startSec: 0, endSec: 2 },
      { startSec: 3, endSec: 3.2 },
      { startSec: 4, endSec: 6 },
      { startSec: 7, endSec: 7.2 },
    ]
    const { phraseEnds } = speechLevels(
      tone(8, () => 0),
      RATE_HZ,
      speech,
    )
    expect(phraseEnds.map(({ endSec }) => endSec)).toEqual([2, 6, 7.2])
  })

  test('are sixty at the most, the last among them', () => {
    const speech = Array.from({ length: 130 }, (_, at) => ({ startSec: at, endSec: at + 0.5 }))
    const { phraseEnds } = speechLevels(new Float32Array(RATE_HZ), RATE_HZ, speech)
    expect(phraseEnds).toHaveLength(60)
    expect(phraseEnds.at(-1)!.endSec).toBe(129.5)
  })
})
