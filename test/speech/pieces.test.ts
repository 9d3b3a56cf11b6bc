import { describe, expect, it } from 'vitest'
import { LONGEST_PIECE_SEC, piecesOf } from '../../src/speech/pieces.js'
import type { Interval } from '../../src/speech/speech-data.js'

/** Far below a sample; what is left of sums of floating-point numbers. */
const ROUNDING_SEC = 1e-9

const pieces = (speech: Interval[]) => piecesOf({ speech, pauses: [], speechSec: 0 })
const lengthSec = ({ startSec, endSec }: Interval) => endSec - startSec

/** Alternating lengths of speech and pause, speech first. */
function talk(...lengths: number[]): Interval[] {
  const speech: Interval[] = []
  let atSec = 0.5
  lengths.forEach((seconds, index) => {
    if (index % 2 === 0) speech.push({ startSec: atSec, endSec: atSec + seconds })
    atSec += seconds
  })
  return speech
}

/** Park and Miller's generator: the same talks in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/** From hasty talk of short bursts to readings without a breath for a minute. */
function randomTalk(seed: number): Interval[] {
  const random = randomNumbers(seed)
  const typicalSpeechSec = 0.2 * 150 ** random()
  const typicalPauseSec = 0.1 * 20 ** random()
  const count = 2 * Math.ceil(random() * 60)
  return talk(
    ...Array.from(
      { length: count },
      (_, index) => -Math.log(random()) * (index % 2 === 0 ? typicalSpeechSec : typicalPauseSec) + 0.1,
    ),
  )
}

describe('piecesOf', () => {
  it('makes nothing of nothing', () => {
    expect(pieces([])).toEqual([])
  })

  it('leaves a short talk whole', () => {
    expect(pieces(talk(2, 0.5, 3, 1, 4))).toEqual([{ startSec: 0.5, endSec: 11 }])
  })

  it('ends a piece that is long enough at the next real pause, not at a breath', () => {
    // 13 s are enough, but the pause after them is short; the one after 15.2 s is not.
    expect(pieces(talk(13, 0.2, 2, 0.4, 5))).toEqual([
      { startSec: 0.5, endSec: 15.7 },
      { startSec: expect.closeTo(16.1, 9), endSec: expect.closeTo(21.1, 9) },
    ])
  })

  it('cuts at the longest pause when a piece would grow too long', () => {
    // No pause is real; the longest comes after the second stretch.
    const speech = talk(9, 0.1, 5, 0.25, 8, 0.15, 9)
    expect(pieces(speech)).toEqual([
      { startSec: speech[0].startSec, endSec: speech[1].endSec },
      { startSec: speech[2].startSec, endSec: speech[3].endSec },
    ])
  })

  it('prefers the later of two equal pauses, so that pieces are few', () => {
    const speech = [0, 10, 20].map((startSec) => ({ startSec, endSec: startSec + 9.75 }))
    expect(pieces(speech)).toEqual([
      { startSec: 0, endSec: 19.75 },
      { startSec: 20, endSec: 29.75 },
    ])
  })

  it('cuts speech without a pause into equal parts', () => {
    expect(pieces([{ startSec: 1, endSec: 61 }])).toEqual([
      { startSec: 1, endSec: 21 },
      { startSec: 21, endSec: 41 },
      { startSec: 41, endSec: 61 },
    ])
  })

  it('covers any talk, in order, in pieces that are short enough and cut where nobody speaks', () => {
    for (let seed = 1; seed <= 300; seed++) expectSound(randomTalk(seed), `talk ${seed}`)
  })
})

function expectSound(speech: Interval[], talkName: string): void {
  const made = pieces(speech)
  for (const piece of made) {
    expect(lengthSec(piece), talkName).toBeGreaterThan(0)
    expect(lengthSec(piece), talkName).toBeLessThanOrEqual(LONGEST_PIECE_SEC + ROUNDING_SEC)
  }
  expect(made[0].startSec, talkName).toBe(speech[0].startSec)
  expect(made.at(-1)!.endSec, talkName).toBeCloseTo(speech.at(-1)!.endSec, 9)
  for (let index = 1; index < made.length; index++) {
    const cut = { startSec: made[index - 1].endSec, endSec: made[index].startSec }
    const around = speech.find(
      ({ startSec, endSec }) => startSec < cut.startSec - ROUNDING_SEC && endSec > cut.endSec + ROUNDING_SEC,
    )
    if (around) {
      // Only a stretch that is itself too long is cut, and nothing of it is lost.
      expect(lengthSec(around), talkName).toBeGreaterThan(LONGEST_PIECE_SEC)
      expect(lengthSec(cut), talkName).toBeCloseTo(0, 9)
    } else {
      const before = speech.findLastIndex(({ endSec }) => endSec <= cut.startSec + ROUNDING_SEC)
      expect(cut.startSec, talkName).toBeCloseTo(speech[before].endSec, 9)
      expect(cut.endSec, talkName).toBeCloseTo(speech[before + 1].startSec, 9)
    }
  }
}
