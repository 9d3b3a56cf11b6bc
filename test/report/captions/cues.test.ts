// What is shown when: phrases that read well, in time with the voice, and never two at once.
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../lab/random.js'
import type { CaptionWord } from '../../../src/report/captions/captioned-track.js'
import { type Cue, sentenceCues, wordCues } from '../../../src/report/captions/cues.js'
import { signsIn } from '../../../src/report/captions/lines.js'

/** Words as an even voice says them; "|" stands for a second and a half of silence. */
function said(text: string, wordSec = 0.3): CaptionWord[] {
  let timeSec = 0
  return text.split(' ').flatMap((word) => {
    const startSec = timeSec
    timeSec += word === '|' ? 1.5 : wordSec
    return word === '|' ? [] : [{ text: word, startSec, endSec: timeSec }]
  })
}

const shown = (words: CaptionWord[]) => sentenceCues(words).map(({ lines }) => lines.join(' / '))

describe('sentences', () => {
  test('have a cue each, and long ones are cut where a clause ends', () => {
    expect(
      shown(
        said(
          'The boats came home before the rain. By four the harbour was full, and the gulls had settled along the wall to wait for whatever the nets would bring them.',
        ),
      ),
    ).toEqual([
      'The boats came home before the rain.',
      'By four the harbour was full, / and the gulls had settled along the wall',
      'to wait for whatever / the nets would bring them.',
    ])
  })

  test('that are too short to be read alone share a cue', () => {
    expect(shown(said('Yes. No. Maybe. And then the long night was over at last.'))).toEqual([
      'Yes. No. Maybe.',
      'And then the long night was over at last.',
    ])
  })

  test.each([
    ['what is asked goes on', '"Who is there?" she asked of nobody.'],
    ['a title is no end', 'Then Dr. Brown and Mrs. Lee came in.'],
    ['neither are initials', 'It was J. R. Brown, e.g. the son.'],
  ])('are told from marks that end none: %s', (_, text) => {
    expect(shown(said(text, 0.6))).toEqual([text])
  })

  test('a long silence ends a cue in the middle of a sentence, a short one does not', () => {
    expect(shown(said('She waited | for the letter.'))).toEqual(['She waited', 'for the letter.'])
    const [first, second, ...rest] = said('She waited for the letter.')
    const later = rest.map((word) => ({ ...word, startSec: word.startSec + 0.4, endSec: word.endSec + 0.4 }))
    expect(shown([first, second, ...later])).toEqual(['She waited for the letter.'])
  })

  test('without any mark are cut by length, and not behind an article', () => {
    const text =
      'he said that the harbour master who had been waiting for three hours in the pouring rain was not going to open the gate for anyone but the captain of the old grey ship'
    const cues = sentenceCues(said(text))
    expect(cues.flatMap(({ lines }) => lines).join(' ')).toBe(text)
    for (const { lines } of cues.slice(0, -1)) expect(lines.join(' ')).not.toMatch(/\b(the|a|of)$/)
  })
})

describe('the time of a cue', () => {
  test('begins with its first word, and lasts a second where the next one allows it', () => {
    const cues = sentenceCues([
      { text: 'Stop.', startSec: 1.25, endSec: 1.5 },
      { text: 'Nobody', startSec: 5, endSec: 5.4 },
      { text: 'moved.', startSec: 5.4, endSec: 5.9 },
    ])
    expect(cues).toEqual([
      { startMs: 1250, endMs: 2250, lines: ['Stop.'] },
      { startMs: 5000, endMs: 6000, lines: ['Nobody moved.'] },
    ])
  })

  test('is long enough to read what was said in a hurry: 20 signs a second', () => {
    const [{ endMs }] = sentenceCues(said('The harbour lay still this morning.', 0.1))
    expect(endMs).toBe(35 * 50)
  })

  test('closes a gap that would only flicker', () => {
    const cues = sentenceCues([
      { text: 'The harbour lay still.', startSec: 0, endSec: 2 },
      { text: 'Nobody spoke for a while.', startSec: 2.3, endSec: 4 },
    ])
    expect(cues.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 2300],
      [2300, 4000],
    ])
  })

  test('is never more than 7 s, however slowly it is said', () => {
    expect(sentenceCues([{ text: 'Oooh', startSec: 0, endSec: 20 }])).toEqual([
      { startMs: 0, endMs: 7000, lines: ['Oooh'] },
    ])
    for (const { startMs, endMs } of sentenceCues(said('one two three four five six seven eight', 1.9))) {
      expect(endMs - startMs).toBeLessThanOrEqual(7000)
    }
  })
})

test('words have a cue each, with their own times to the millisecond', () => {
  expect(
    wordCues([
      { text: 'The', startSec: 0.12, endSec: 0.31 },
      { text: 'harbour', startSec: 0.31, endSec: 0.8449 },
    ]),
  ).toEqual([
    { startMs: 120, endMs: 310, lines: ['The'] },
    { startMs: 310, endMs: 845, lines: ['harbour'] },
  ])
})

test('nothing said, nothing shown', () => {
  expect([sentenceCues([]), wordCues([])]).toEqual([[], []])
  expect(wordCues([{ text: ' \u0000', startSec: 0, endSec: 1 }])).toEqual([])
})

test('a word longer than a line is broken between its signs, and none is lost', () => {
  const family = '👩‍👩‍👧'
  const text = `https://example.org/${'x'.repeat(60)}${family.repeat(50)}`
  const cues = sentenceCues([
    { text, startSec: 0, endSec: 6 },
    { text: 'end.', startSec: 6, endSec: 6.3 },
  ])
  const lines = cues.flatMap(({ lines }) => lines)
  expect(lines.map(signsIn).every((signs) => signs <= 42)).toBe(true)
  expect(lines.join('').replace(' ', '')).toBe(`${text}end.`)
  for (const line of lines) expect(line.replaceAll(family, '')).not.toMatch(/[\u200d\ud800-\udfff]/)
})

describe('whatever the words and their times are', () => {
  const pieces = [
    'a',
    'the',
    'harbour',
    'and',
    'yes.',
    'rain,',
    '"No!"',
    'Mr.',
    'שלום\u200f',
    '👩‍👧',
    '-',
    'x'.repeat(100),
  ]

  /** Times that overlap, run backwards, last for nothing or for ever. */
  function randomWords(random: () => number): CaptionWord[] {
    let timeSec = 0
    return Array.from({ length: Math.floor(random() * 60) }, () => {
      timeSec += random() < 0.1 ? random() * 10 : random() < 0.1 ? -random() : random() * 0.4
      return {
        text: pieces[Math.floor(random() * pieces.length)],
        startSec: timeSec,
        endSec: random() < 0.05 ? Number.NaN : timeSec + (random() - 0.1) * (random() < 0.05 ? 20 : 0.6),
      }
    })
  }

  /** Of one round, in words; gathered, because an assertion for each cue would take most of the time. */
  function faultsOf(words: CaptionWord[], cues: Cue[]): string[] {
    const lines = cues.flatMap((cue) => cue.lines)
    const isInOrder = cues.every(({ startMs, endMs }, at) => {
      const isWhole = Number.isInteger(startMs) && Number.isInteger(endMs)
      return isWhole && startMs >= (cues[at - 1]?.endMs ?? 0) && endMs > startMs
    })
    const isAllThere = lines.join('').replaceAll(' ', '') === words.map(({ text }) => text).join('')
    return [
      ...(isInOrder ? [] : ['order']),
      ...(isAllThere ? [] : ['words']),
      ...(lines.every((line) => line.trim() !== '') ? [] : ['blank line']),
    ]
  }

  test('cues keep their order, their length and their lines, and show every word once', () => {
    const random = seededRandom(19)
    let words = 0
    for (let round = 0; round < 500; round++) {
      const given = randomWords(random)
      const sentences = sentenceCues(given)
      const singles = wordCues(given)
      const tooMuch = sentences.filter(
        ({ startMs, endMs, lines }) =>
          endMs - startMs > 7000 || lines.length > 2 || lines.some((line) => signsIn(line) > 42),
      )
      expect(
        [faultsOf(given, sentences), faultsOf(given, singles), tooMuch, singles.length],
        JSON.stringify(given),
      ).toEqual([[], [], [], given.length])
      words += given.length
    }
    expect(words).toBeGreaterThan(10_000)
  })

  test('a cue lasts a second unless the next one comes first', () => {
    const random = seededRandom(20)
    for (let round = 0; round < 200; round++) {
      const cues = sentenceCues(randomWords(random))
      for (const [index, { startMs, endMs }] of cues.entries()) {
        const nextMs = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY
        expect(endMs).toBeGreaterThanOrEqual(Math.min(startMs + 1000, nextMs))
      }
    }
  })
})
