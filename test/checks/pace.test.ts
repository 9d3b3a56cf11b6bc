import { describe, expect, test } from 'vitest'
import { defaultOptions, type Options } from '../../src/checks/check.js'
import type { PaceFindings } from '../../src/checks/pace/findings.js'
import { judgePace } from '../../src/checks/pace/judge.js'
import { measurePace, pace } from '../../src/checks/pace/pace.js'
import { speechTime } from '../../src/checks/pace/speech-time.js'
import type { Word } from '../../src/speech/speech-data.js'
import { typicalSec } from '../../src/speech/typical-duration.js'

/** Words of half a second each, at the seconds given. */
const wordsAt = (...starts: [string, number][]): Word[] =>
  starts.map(([text, startSec]) => ({ text, startSec, endSec: startSec + 0.5, confidence: 1 }))

describe('the time of speech', () => {
  const words = wordsAt(['one', 1], ['two', 2], ['three', 5])

  test('runs from the first word to the last, pauses of more than 0.7 s left out', () => {
    const pauses = [
      { startSec: 0, endSec: 1 },
      { startSec: 1.5, endSec: 2 },
      { startSec: 2.5, endSec: 5 },
      { startSec: 5.5, endSec: 9 },
    ]
    const { speechSec, runningSec, longestPauseSec, phrases } = speechTime(words, { pauses })
    // 1 to 5.5 s, less the 2.5 s in the middle.
    expect(speechSec).toBeCloseTo(2, 9)
    // Three words of 0.5 s.
    expect(runningSec).toBeCloseTo(1.5, 9)
    // The longer silences before and after are none of the speech.
    expect(longestPauseSec).toBeCloseTo(2.5, 9)
    expect(phrases).toBe(3)
  })

  test('a pause is known by the gap between words, or by silence that a drawn-out word covers', () => {
    // Noise in the pauses: no silence to be heard.
    expect(speechTime(words, { pauses: [] })).toMatchObject({ longestPauseSec: 2.5, phrases: 3 })
    const drawnOut = [
      { text: 'one', startSec: 0, endSec: 2, confidence: 1 },
      { text: 'two', startSec: 2, endSec: 3, confidence: 1 },
    ]
    // From the middle of the first word on, up to the second: 0.9 s.
    const { speechSec, longestPauseSec } = speechTime(drawnOut, { pauses: [{ startSec: 1.1, endSec: 2 }] })
    expect(longestPauseSec).toBeCloseTo(0.9, 9)
    expect(speechSec).toBeCloseTo(2.1, 9)
  })

  test('phrases end with a mark too, the last with the text', () => {
    const phrasesOf = (...texts: string[]) =>
      speechTime(wordsAt(...texts.map((text, index): [string, number] => [text, index / 2])), { pauses: [] })
        .phrases
    expect(phrasesOf('yes', 'he', 'said')).toBe(1)
    expect(phrasesOf('Yes,', 'he', 'said.')).toBe(2)
    expect(phrasesOf('"Well', 'done!"', 'was', 'all')).toBe(2)
  })

  test('a short pause ends a part of a phrase, a shorter one is the closure of a plosive', () => {
    const phrasesAt = (pauseSec: number) =>
      speechTime(wordsAt(['one', 0], ['two', 0.5 + pauseSec]), { pauses: [] }).phrases
    expect(phrasesAt(0.04)).toBe(1)
    // Half way from 50 to 250 ms.
    expect(phrasesAt(0.15)).toBeCloseTo(1.5, 9)
    expect(phrasesAt(0.4)).toBe(2)
  })

  test('without words there is none', () => {
    expect(speechTime([], { pauses: [{ startSec: 0, endSec: 4 }] })).toEqual({
      speechSec: 0,
      runningSec: 0,
      longestPauseSec: 0,
      phrases: 0,
    })
  })
})

describe('the time that a text takes', () => {
  test('adds up phones, words and ends of phrases', () => {
    // S 115, IH 49, T 60, and 40 ms for the word; 148 ms for its end.
    expect(typicalSec({ words: [['S', 'IH', 'T']], phrases: 1 })).toBeCloseTo(0.412, 9)
    // Half a phrase more, where a short pause is.
    expect(typicalSec({ words: [['S', 'IH', 'T']], phrases: 1.5 })).toBeCloseTo(0.486, 9)
  })
})

test('words are counted as they are spoken', () => {
  const said: string[] = []
  const findings = measurePace(wordsAt(['In', 0], ['1984,', 0.5], ["don't", 1]), { pauses: [] }, (word) => {
    said.push(word)
    return ['AA']
  })
  expect(said).toEqual(['in', 'nineteen', 'eighty', 'four', "don't"])
  expect(findings).toMatchObject({ wordCount: 5, speechSec: 1.5, longestPauseSec: 0 })
})

/** Speech of so many words at so many times the ordinary pace. */
const saying = (wordCount: number, speed: number): PaceFindings => ({
  presence: 'speech',
  wordCount,
  speechSec: (wordCount * 0.35) / speed,
  runningSec: (wordCount * 0.33) / speed,
  longestPauseSec: 0.4,
  typicalSec: wordCount * 0.33,
  parts: [],
})
const silent: PaceFindings = {
  presence: 'silence',
  wordCount: 0,
  speechSec: 0,
  runningSec: 0,
  longestPauseSec: 0,
  typicalSec: 0,
  parts: [],
}

function judged(batch: PaceFindings[], options: Partial<Options> = {}) {
  const files = batch.map((findings, index) => ({ file: `${index}.wav`, findings }))
  return judgePace(files, { ...defaultOptions, ...options })
}

const steady = [1, 1.01, 0.99, 1.02, 0.98].map((speed) => saying(40, speed))

describe('the judgement', () => {
  test('names the file that is too fast and the one that is too slow, in plain percent', () => {
    const { report, reasons } = judged([...steady, saying(40, 1.3), saying(40, 0.7)])
    expect(report.tracks.map(({ flagged }) => flagged)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      true,
    ])
    expect(reasons.slice(5)).toEqual([
      [{ message: 'spoken 30 % faster than the batch' }],
      [{ message: 'spoken 30 % slower than the batch' }],
    ])
    expect(reasons[0]).toEqual([])
    expect(report.tracks[5].deviation).toBeCloseTo(0.3, 9)
    expect(report.tracks[6].deviation).toBeCloseTo(-0.3, 9)
    // 40 words in 14 s.
    expect(report.medianWordsPerMinute).toBe(171.4)
    expect(report.tracks[0]).toMatchObject({ wordsPerMinute: 171.4, wordCount: 40, speechSec: 14 })
    expect(report.summary).toMatch(/^2 of 7 files/)
  })

  test('a reason tells the number that was held against the threshold, and no other', () => {
    // 13 % slower by the clock, which is worth more against the threshold.
    const { report, reasons } = judged([...steady, saying(40, 0.87)])
    const { deviation, flagged } = report.tracks[5]
    expect(flagged).toBe(true)
    expect(reasons[5]).toEqual([
      { message: `spoken ${Math.round(100 * Math.abs(deviation!))} % slower than the batch` },
    ])
    // Two decimals where it takes them to be told from the limit.
    const close = judged([...steady, saying(40, 0.87)], { deviationThreshold: Math.abs(deviation!) - 0.0001 })
    expect(close.reasons[5][0].message).toMatch(/^spoken \d+\.\d+ % slower/)
  })

  test('a file of long words is not slow', () => {
    const longWords = {
      ...saying(20, 1),
      typicalSec: saying(40, 1).typicalSec,
      runningSec: saying(40, 1).runningSec,
    }
    expect(judged([...steady, longWords]).report.tracks[5]).toMatchObject({ flagged: false, deviation: 0 })
  })

  test('a long pause alone does not flag', () => {
    const { report } = judged([...steady, { ...saying(40, 1), longestPauseSec: 8 }])
    expect(report.tracks[5]).toMatchObject({ flagged: false, longestPauseSec: 8 })
  })

  test('the shorter the file, the less the same difference counts', () => {
    const deviations = [40, 20, 12, 6].map(
      (wordCount) => judged([...steady, saying(wordCount, 1.25)]).report.tracks[5].deviation!,
    )
    expect(deviations[0]).toBe(deviations[1])
    expect(deviations[2]).toBeLessThan(deviations[1])
    expect(deviations[3]).toBeLessThan(deviations[2])
    expect(deviations[3]).toBeGreaterThan(0)
  })

  test('a smaller threshold flags at least the same files', () => {
    const batch = [0.6, 0.8, 0.88, 0.95, 1, 1, 1, 1.06, 1.13, 1.2, 1.5].map((speed) => saying(30, speed))
    let before = batch.map(() => true)
    for (const deviationThreshold of [0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1]) {
      const { report, reasons } = judged(batch, { deviationThreshold })
      const flagged = report.tracks.map((track) => track.flagged)
      for (const [index, flag] of flagged.entries()) {
        if (flag) expect(before[index]).toBe(true)
        expect(flag).toBe(Math.abs(report.tracks[index].deviation!) > deviationThreshold)
        expect(reasons[index]).toHaveLength(flag ? 1 : 0)
      }
      before = flagged
    }
    expect(before).not.toContain(true)
  })

  test('under five words nothing is judged, and that is said', () => {
    const { report, reasons } = judged([...steady, saying(4, 3)])
    expect(report.tracks[5]).toMatchObject({
      deviation: null,
      flagged: false,
      judged: false,
      note: 'Too few words to judge the pace.',
    })
    expect(report.tracks[5].wordsPerMinute).toBeGreaterThan(0)
    expect(reasons[5]).toEqual([])
    expect(report.tracks[0]).not.toHaveProperty('note')
  })

  test('a file in which nothing is said is flagged as that at every threshold below 1, and given no pace', () => {
    const { report, reasons } = judged([...steady, silent], { deviationThreshold: 0.99 })
    expect(report.tracks[5]).toMatchObject({ wordsPerMinute: null, deviation: -1, flagged: true })
    expect(reasons[5]).toEqual([{ message: 'nothing is said: no pace to measure' }])
    expect(report.medianWordsPerMinute).toBe(171.4)
    expect(report.summary).toContain('nobody speaks in 1 of 6 files (nothing is said)')
  })

  test('a batch that says nothing at all', () => {
    const { report } = judged([silent, silent])
    expect(report).toMatchObject({
      medianWordsPerMinute: null,
      score: 0,
      summary: 'Nobody speaks in any of the 2 files (nothing is said).',
    })
  })

  test('the score falls with what is wrong, from 100', () => {
    const scoreOf = (...batch: PaceFindings[]) => judged(batch).report.score
    expect(scoreOf(...steady)).toBeGreaterThan(98)
    const mild = scoreOf(...steady, saying(40, 1.06))
    const bad = scoreOf(...steady, saying(40, 1.4))
    expect(mild).toBeLessThan(scoreOf(...steady))
    expect(mild).toBeGreaterThan(95)
    // Five files of six, squared.
    expect(bad).toBeCloseTo(100 * (5 / 6) ** 2, -1)
  })
})

test('the threshold is no option of listening', () => {
  expect(pace.listenOptions({ ...defaultOptions, deviationThreshold: 0.9 }, 'a script')).toBeNull()
})

describe('speech that gets faster', () => {
  const phones = ['S', 'IH', 'T']
  const WORD_SEC = 0.3

  /** Words of one length, each as much shorter as its speed says, eight to a phrase. */
  function reading(count: number, speed: (share: number) => number): Word[] {
    let at = 0
    return Array.from({ length: count }, (_, index) => {
      const startSec = at
      // Not all readers are machines.
      const uneven = 1 + 0.03 * Math.sin(2.4 * index + Math.sin(5 * index))
      at += (uneven * WORD_SEC) / speed(index / (count - 1))
      return { text: index % 8 === 7 ? 'sit,' : 'sit', startSec, endSec: at, confidence: 1 }
    })
  }
  const measured = (words: Word[]): PaceFindings => ({
    presence: 'speech',
    ...measurePace(words, { pauses: [] }, () => phones),
  })
  const steadily = measured(reading(200, () => 1))

  test('is measured in parts that end with a phrase, sixty at the most', () => {
    expect(steadily.parts).toHaveLength(12)
    for (const [
      index,
      { startSec, endSec, runningSec, typicalSec: ordinarySec },
    ] of steadily.parts.entries()) {
      expect(endSec).toBeGreaterThan(startSec)
      if (index > 0) expect(startSec).toBeCloseTo(steadily.parts[index - 1].endSec, 9)
      expect(runningSec).toBeCloseTo(endSec - startSec, 6)
      // 16 words and two ends of phrases: S 115, IH 49, T 60, and 40 ms for the word; 148 ms for each end.
      expect(ordinarySec).toBeCloseTo(16 * 0.264 + 2 * 0.148, 6)
    }
    expect(measured(reading(3_000, () => 1)).parts.length).toBeLessThanOrEqual(60)
  })

  test('is told with its times and in words per minute, and flags the file', () => {
    const hurrying = measured(reading(200, (share) => 1 + 0.4 * share))
    const { report, reasons } = judged([hurrying, steadily, steadily])
    expect(report.tracks[0].trends).toMatchObject([{ kind: 'pace', unit: 'wpm', startSec: 0, flagged: true }])
    const [{ from, to }] = report.tracks[0].trends!
    expect(from).toBeGreaterThan(190)
    expect(from).toBeLessThan(215)
    expect(to / from).toBeGreaterThan(1.25)
    expect(to / from).toBeLessThan(1.42)
    expect(reasons[0].map(({ message }) => message).at(-1)).toMatch(
      /^gets \d\d % faster from 0:00 to 0:\d\d$/,
    )
    expect(report.tracks[0].flagged).toBe(true)
    expect(report.summary).toContain('; 1 file gets faster or slower on the way')
  })

  test('slower is told, too; by how much it must be follows the threshold', () => {
    const tiring = measured(reading(200, (share) => 1 - 0.25 * share))
    const at = (deviationThreshold: number) =>
      judged([tiring, tiring, tiring], { deviationThreshold }).report.tracks[0]
    expect(at(0.15).trends).toMatchObject([
      { message: expect.stringMatching(/^gets 2\d % slower/), flagged: true },
    ])
    expect(at(0.3)).toMatchObject({ flagged: false, trends: [{ flagged: false }] })
  })

  test('is a trait of the batch where most files do so, and flags none of them', () => {
    const tiring = measured(reading(200, (share) => 1 - 0.25 * share))
    const { report, reasons } = judged([tiring, tiring, tiring, tiring, steadily])
    expect(report.batchTraits).toMatchObject([{ name: 'paceSinks', files: 4, share: 0.8 }])
    expect(report.summary).toMatch(/4 of 5 files get slower towards their end\.$/)
    expect(reasons.flat().filter(({ message }) => /on the way|gets/.test(message))).toEqual([])
  })

  test('is nothing where the pace is kept, or where there are few words', () => {
    expect(judged([steadily, steadily]).report.tracks[0]).not.toHaveProperty('trends')
    const brief = measured(reading(60, (share) => 1 + 0.4 * share))
    expect(judged([brief, brief]).report.tracks[0]).not.toHaveProperty('trends')
  })

  test('along the batch is told once, and flags no file', () => {
    const batch = Array.from({ length: 16 }, (_, index) => saying(40, 1 + 0.01 * index))
    const { report, reasons } = judged(batch, { deviationThreshold: 0.5 })
    expect(report.batchTrends).toMatchObject([
      { kind: 'pace', unit: 'wpm', firstFile: '0.wav', lastFile: '15.wav' },
    ])
    const [{ from, to }] = report.batchTrends!
    expect(to / from).toBeCloseTo(1.15, 1)
    expect(report.summary).toContain('; the files get 15 % faster from the first to the last')
    expect(reasons.flat()).toEqual([])
    expect(judged(steady).report).not.toHaveProperty('batchTrends')
  })
})

describe('a cast', () => {
  const castOf = (batch: { voice?: string; findings: PaceFindings }[]) =>
    judgePace(
      batch.map(({ voice, findings }, index) => ({ file: `${index}.wav`, findings, castVoice: voice })),
      defaultOptions,
    )
  const ofVoice = (voice: string, speeds: number[]) =>
    speeds.map((speed) => ({ voice, findings: saying(40, speed) }))
  const slow = ofVoice('Narrator', [1, 1.01, 0.99, 1.02, 0.98])
  const quick = ofVoice('Puck', [1.3, 1.31, 1.29, 1.32])

  test('holds each file against those of its voice: a quick character is not too fast', () => {
    const { report, reasons } = castOf([...slow, ...quick])
    expect(reasons.flat()).toEqual([])
    expect(report.summary).toBe('Each voice keeps its pace, in all a median of 175 words per minute.')
    // Told along the batch it would look like one that gets faster.
    expect(report.batchTrends).toBeUndefined()
  })

  test('finds the file of a quick voice that is as slow as the narrator, and says whose file it is', () => {
    const { reasons } = castOf([...slow, ...quick, ...ofVoice('Puck', [1])])
    expect(reasons.map((own) => own.map(({ message }) => message))).toEqual([
      ...Array(9).fill([]),
      ['spoken 25 % slower than the other files of Puck'],
    ])
  })

  test('does not judge the only file of a voice', () => {
    const { report, reasons } = castOf([...slow, ...ofVoice('Mara', [1.5])])
    expect(reasons.flat()).toEqual([])
    expect(report.tracks.at(-1)).toMatchObject({
      judged: false,
      deviation: null,
      note: 'There is no other file of this voice to compare its pace with.',
    })
  })

  test('holds files that were given no voice against each other', () => {
    const unnamed = [1.3, 1.3, 1.3, 0.9].map((speed) => ({ findings: saying(40, speed) }))
    const { reasons } = castOf([...slow, ...unnamed])
    expect(reasons.flat().map(({ message }) => message)).toEqual([
      'spoken 31 % slower than the other files without a voice of the cast',
    ])
  })
})
