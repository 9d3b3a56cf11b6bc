import { describe, expect, it } from 'vitest'
import { parameters } from '../../../../src/checks/quality/front-end/parameters.js'
import { eachSection, Section } from '../../../../src/checks/quality/front-end/section.js'
import type { Track } from '../../../../src/speech/track.js'

const RATE_HZ = 1_000

/** A file whose samples are their own numbers, handed out in pieces of a given length. */
function numbered(length: number, pieceLength: number, channels = 1): Track {
  return {
    nativePieces: async (onPiece: (channels: Float32Array[], sampleRateHz: number) => void) => {
      for (let at = 0; at < length; at += pieceLength) {
        const piece = Float32Array.from({ length: Math.min(pieceLength, length - at) }, (_, n) => at + n)
        onPiece(
          Array.from({ length: channels }, (_, channel) => piece.map((sample) => sample * (channel + 1))),
          RATE_HZ,
        )
      }
    },
  } as unknown as Track
}

async function sectionsOf(track: Track): Promise<Section[]> {
  const sections: Section[] = []
  await eachSection(track, (section) => sections.push(section))
  return sections
}

describe('a file in sections', () => {
  it.each([
    [500, 1_000],
    [9_999, 1_000],
    [12_000, 1_000],
    [12_001, 1_000],
    [35_017, 777],
    [35_017, 35_017],
  ])('of %d samples in pieces of %d: each sample is in the core of one section', async (length, piece) => {
    const sections = await sectionsOf(numbered(length, piece))
    let next = 0
    for (const { decoded, firstSample, coreFrom, coreTo } of sections) {
      expect(firstSample + coreFrom).toBe(next)
      expect(coreTo).toBeGreaterThan(coreFrom)
      next = firstSample + coreTo
      // Every sample is its own number, so none is out of place.
      expect(decoded[0].findIndex((sample, n) => sample !== firstSample + n)).toBe(-1)
    }
    expect(next).toBe(length)
    expect(sections.map(({ isFirst }) => isFirst)).toEqual(sections.map((_, index) => index === 0))
    expect(sections.map(({ isLast }) => isLast)).toEqual(
      sections.map((_, index) => index === sections.length - 1),
    )
  })

  it('has what comes before and after, wherever the file has it', async () => {
    const sections = await sectionsOf(numbered(65_017, 777))
    expect(sections.length).toBeGreaterThan(2)
    for (const { coreFrom, coreTo, length, isFirst, isLast } of sections) {
      expect(coreFrom).toBe(isFirst ? 0 : parameters.contextSec * RATE_HZ)
      if (!isLast) expect(length - coreTo).toBe(parameters.contextSec * RATE_HZ)
    }
  })

  it('counts times from the start of the file', async () => {
    const [, second] = await sectionsOf(numbered(40_000, 1_000))
    expect(second.timeSec(second.coreFrom)).toBe(20)
    expect(second.isInCore(second.coreFrom - 1)).toBe(false)
    expect(second.isInCore(second.coreFrom)).toBe(true)
  })

  it('mixes channels by their mean', async () => {
    const one = Float32Array.of(0.1, -0.1, 0.2, -0.2)
    const section = new Section([one, one.map((sample) => 3 * sample)], RATE_HZ, 0, 0, 4, true, true)
    expect([...section.mono]).toEqual([...one.map((sample) => 2 * sample)])
  })

  it('of no samples are none', async () => {
    expect(await sectionsOf(numbered(0, 100))).toEqual([])
  })
})
