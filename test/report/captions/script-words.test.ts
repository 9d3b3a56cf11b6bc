// Captions of a file whose script is aligned with its sound: the script's words, and what the voice made of the others.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captionWords } from '../../../src/report/captions/caption-words.js'
import type { CaptionedDifference, CaptionedTrack } from '../../../src/report/captions/captioned-track.js'
import { captionsOf } from '../../../src/report/captions/captions.js'
import { blocksRun } from '../../work-done.js'

/** A word every half second. */
const timeOf = (at: number): [number, number] => [at / 2, at / 2 + 0.4]

/** The script with the place of each word among the recognised ones, its own times, or null where it is not said. */
function track(
  script: string,
  transcript: string,
  places: (number | null | [number, number])[],
  ...differences: Partial<CaptionedDifference>[]
): CaptionedTrack {
  const recognised = transcript.split(' ')
  return {
    transcript,
    wordTimesSec: recognised.map((_, at) => timeOf(at)),
    script,
    scriptTimesSec: places.map((place) => (typeof place === 'number' ? timeOf(place) : place)),
    differences: differences.map((difference) => {
      const at = recognised.indexOf((difference.heard ?? '').split(' ')[0])
      return {
        kind: 'changed',
        written: '',
        heard: '',
        timeSec: at / 2,
        endSec: at / 2 + 0.4,
        cause: 'voice',
        ...difference,
      }
    }),
  }
}

const shown = (captioned: CaptionedTrack) =>
  captionWords(captioned)!
    .map(({ text }) => text)
    .join(' ')

describe('words of the script', () => {
  test('are shown in its own spelling at their times', () => {
    const captioned = track(
      '“Gulls,” said Dr. Grey, “cost $5.”',
      'girls said doctor gray cost five dollars',
      [0, 1, 2, 3, 4, [2.5, 3.4]],
      { written: '“Gulls,”', heard: 'girls', cause: 'recogniser' },
    )
    expect(captionWords(captioned)).toEqual([
      { text: '“Gulls,”', startSec: 0, endSec: 0.4 },
      { text: 'said', startSec: 0.5, endSec: 0.9 },
      { text: 'Dr.', startSec: 1, endSec: 1.4 },
      { text: 'Grey,', startSec: 1.5, endSec: 1.9 },
      { text: '“cost', startSec: 2, endSec: 2.4 },
      { text: '$5.”', startSec: 2.5, endSec: 3.4 },
    ])
  })

  test('that are not said are left out', () => {
    const captioned = track(
      'The gate was green. Nobody came. Gulls flew.',
      'The gate was green. Gulls flew.',
      [0, 1, 2, 3, null, null, 4, 5],
      { kind: 'missing', written: 'Nobody came.' },
    )
    expect(shown(captioned)).toBe('The gate was green. Gulls flew.')
  })

  test('may be of any alphabet', () => {
    const captioned = track('مرحبا بالعالم🎉 👩‍👩‍👧‍👦日本!', 'مرحبا بالعالم 日本', [0, 1, 2])
    expect(shown(captioned)).toBe('مرحبا بالعالم🎉 👩‍👩‍👧‍👦日本!')
  })

  test('stand in order with one that the recogniser has lost between them', () => {
    const captioned = track('The old gate.', 'the gate', [0, [0.5, 0.5], 1])
    expect(shown(captioned)).toBe('The old gate.')
  })
})

describe('what was recognised is shown', () => {
  test('where the voice added it', () => {
    const captioned = track(
      'The gate was green. Gulls flew.',
      'The gate was green. Nobody came. Girls flew.',
      [0, 1, 2, 3, 6, 7],
      { kind: 'added', heard: 'Nobody came.', endSec: 2.9 },
      { written: 'Gulls', heard: 'Girls', cause: 'recogniser' },
    )
    expect(shown(captioned)).toBe('The gate was green. Nobody came. Gulls flew.')
  })

  test('where the voice said otherwise, or stopped inside a word', () => {
    const captioned = track(
      'The gate was green yesterday.',
      'The elephant was green yester',
      [0, null, 2, 3, null],
      { written: 'gate', heard: 'elephant' },
      { kind: 'missing', written: 'yesterday.', timeSec: 2, endSec: 2.4 },
    )
    expect(shown(captioned)).toBe('The elephant was green yester')
  })

  test('as one word where a part of it is as written', () => {
    const captioned = track(
      'The old gate was green.',
      'The elephant-gate was green.',
      [0, null, [0.65, 0.9], 2, 3],
      { written: 'old', heard: 'elephant-gate' },
    )
    expect(shown(captioned)).toBe('The elephant-gate was green.')
  })

  test('where the voice hesitates, and not where the recogniser has put a word in', () => {
    const captioned = track('The gate was green.', 'The um gate was a green.', [0, 2, 3, 5], {
      kind: 'added',
      heard: 'a',
      cause: 'recogniser',
    })
    expect(shown(captioned)).toBe('The um gate was green.')
  })
})

describe('sentences are those of the script', () => {
  const phrases = (captioned: CaptionedTrack) =>
    captionsOf(captioned, { format: 'vtt', level: 'sentence' })!
      .split('\n\n')
      .slice(1)
      .map((cue) => cue.trim().split('\n').slice(1).join(' '))

  test('where the recogniser wrote none', () => {
    const script = 'The old gate was green today. Nobody ever waited there long.'
    const places = script.split(' ').map((_, at) => at)
    const transcript = 'the old gate was green today nobody ever waited there long'
    expect(phrases(track(script, transcript, places))).toEqual([
      'The old gate was green today.',
      'Nobody ever waited there long.',
    ])
  })

  test('also where the last word of one is not said, or said otherwise', () => {
    const script = 'The old gate was green today. Nobody ever waited there long.'
    const transcript = 'the old gate was green nobody ever waited there long'
    const missing = track(script, transcript, [0, 1, 2, 3, 4, null, 5, 6, 7, 8, 9], {
      kind: 'missing',
      written: 'today.',
    })
    expect(phrases(missing)).toEqual(['The old gate was green', 'Nobody ever waited there long.'])
    const changed = track(
      script,
      'the old gate was green elephants nobody ever waited there long',
      [0, 1, 2, 3, 4, null, 6, 7, 8, 9, 10],
      { written: 'today.', heard: 'elephants' },
    )
    expect(phrases(changed)).toEqual(['The old gate was green elephants', 'Nobody ever waited there long.'])
  })
})

describe('the transcript is shown', () => {
  const aligned = track('The gate.', 'the gate', [0, 1])
  test.each([
    ['has no times', { ...aligned, scriptTimesSec: undefined }],
    ['has no word', { ...aligned, script: '', scriptTimesSec: [] }],
    ['is of something else', { ...aligned, note: 'The script is of something else.' }],
    ['has other words than times', { ...aligned, script: 'The gate was.' }],
    ['is not there', { ...aligned, script: undefined }],
  ])('where the script %s', (_, captioned) => {
    expect(shown(captioned)).toBe('the gate')
  })
})

test('whatever an audit tells, cues have an order and every word of the script that has a time is in them', () => {
  const word = fc.constantFrom('gulls', 'girls', 'the', 'green.', 'a', 'بحر', '🎉x')
  const times = (count: number) =>
    fc
      .array(fc.option(fc.tuple(fc.nat(300), fc.nat(40))), { minLength: count, maxLength: count })
      .map((all) => {
        let least = 0
        return all.map((time) => {
          if (!time) return null
          least += time[0]
          return [least / 100, (least + time[1]) / 100] as const
        })
      })
  const any = fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 12 }), fc.array(word, { maxLength: 12 }))
    .chain(([script, transcript]) =>
      fc.tuple(fc.constant(script), fc.constant(transcript), times(script.length)),
    )
  fc.assert(
    fc.property(any, ([script, transcript, scriptTimesSec]) => {
      const words = captionWords({
        transcript: transcript.join(' '),
        wordTimesSec: transcript.map((_, at) => timeOf(at)),
        script: script.join(' '),
        scriptTimesSec,
        differences: [],
      })!
      for (const [at, { startSec }] of words.slice(1).entries())
        expect(startSec).toBeGreaterThanOrEqual(words[at].startSec)
      const said = script.filter((_, at) => scriptTimesSec[at])
      let next = 0
      for (const { text } of words) if (text === said[next]) next++
      expect(next).toBe(said.length)
    }),
  )
})

test('the work on a word does not grow with the file', async () => {
  const WORDS = 2_000
  /** About 15 are run; what goes through all words for each would run thousands. */
  const MOST_BLOCKS_PER_WORD = 100
  const texts = Array.from({ length: WORDS }, (_, at) => `w${at}`)
  const differences = texts.map((heard, at) => ({
    heard,
    kind: at % 2 ? 'added' : 'changed',
    timeSec: at / 2,
  }))
  const places = texts.map((_, at) => (at % 3 === 0 ? null : at))
  const captioned = track(texts.join(' '), texts.join(' '), places, ...differences)
  const blocks = await blocksRun(() => captionWords(captioned))
  expect(blocks / WORDS).toBeLessThan(MOST_BLOCKS_PER_WORD)
})
