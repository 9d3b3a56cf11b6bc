import { describe, expect, it } from 'vitest'
import { judgeVolume } from '../../../src/checks/comparison/volume.js'

function outliersOf(loudness: (number | null)[], threshold = 0.15) {
  const files = loudness.map((loudnessLufs, index) => ({ file: `${index}.wav`, loudnessLufs }))
  return judgeVolume(files, threshold).consistency
}

describe('volume consistency', () => {
  it('knows median, spread and outliers', () => {
    expect(outliersOf([-20, -21, -19, -26, null])).toMatchObject({
      medianDb: -20.5,
      spreadDb: 7,
      outliers: [{ file: '3.wav', db: -26, deviationDb: -5.5 }],
    })
  })

  it.each([0.01, 0.15, 0.5, 1])('finds 6 dB always and 1 dB never, at a threshold of %s', (threshold) => {
    expect(outliersOf([-20, -20, -20, -20, -14], threshold).outliers).toHaveLength(1)
    expect(outliersOf([-20, -20, -20, -20, -19], threshold).outliers).toHaveLength(0)
    expect(outliersOf([-20, -14], threshold).outliers).toHaveLength(2)
    expect(outliersOf([-20, -19], threshold).outliers).toHaveLength(0)
  })

  it('finds more the smaller the threshold', () => {
    const batch = [-20, -20, -20, -20, -20, -22, -23, -24, -25]
    const counts = [0.05, 0.1, 0.15, 0.2].map((threshold) => outliersOf(batch, threshold).outliers.length)
    expect(counts).toEqual([4, 3, 2, 1])
  })

  it.each([0, 0.05, 0.1, 0.15, 0.2, 0.5, 1])(
    'flags by the deviation that it tells, at a threshold of %s',
    (threshold) => {
      for (const db of [0.5, 1.3, 2, 3.4, 3.6, 5, 5.4, 5.6, 9]) {
        const [outlier] = outliersOf([-20, -20, -20, -20, -20 + db], threshold).outliers
        const lowest = outliersOf([-20, -20, -20, -20, -20 + db], 0).outliers[0]
        expect(outlier !== undefined).toBe((lowest?.deviation ?? 0) > threshold)
        if (outlier) expect(outlier.deviation).toBe(lowest.deviation)
      }
    },
  )

  it.each([
    [0, 1.2],
    [0.06, 1.4],
    [0.15, 3.5],
    [0.2, 4.67],
    [1, 5.5],
  ])('tells the limit that a threshold of %s stands for: %s dB', (threshold, limitDb) => {
    expect(outliersOf([-20, -20, -20], threshold).limitDb).toBe(limitDb)
    const at = outliersOf([-20, -20, -20, -20, -20 + limitDb], threshold)
    expect(at.outliers).toEqual([])
    const beyond = outliersOf([-20, -20, -20, -20, -20 + limitDb + 0.02], threshold)
    expect(beyond.outliers.map(({ deviationDb }) => deviationDb)).toEqual(
      [limitDb + 0.02].map((db) => Number(db.toFixed(2))),
    )
  })

  it('compares two files with each other', () => {
    expect(outliersOf([-20, -14]).outliers.map(({ deviationDb }) => deviationDb)).toEqual([-6, 6])
  })

  it('scores an even batch 100, an uneven one less', () => {
    expect(outliersOf([-20, -20.5, -19.5]).score).toBe(100)
    // Three of four, squared.
    expect(outliersOf([-20, -20, -30, -20]).score).toBe(56.3)
    expect(outliersOf([-20, -30]).score).toBe(0)
  })
})
