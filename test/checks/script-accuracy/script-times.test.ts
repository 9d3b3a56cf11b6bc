// When each word of a script is said, and which words were recognised as others that sound the same.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Group } from '../../../src/checks/script-accuracy/align.js'
import { compareWithScript } from '../../../src/checks/script-accuracy/compare.js'
import { judgeScripts } from '../../../src/checks/script-accuracy/judge.js'
import { scriptTimes } from '../../../src/checks/script-accuracy/script-times.js'
import { Dictionary } from '../../../src/speech/dictionary.js'
import { blocksRun } from '../../work-done.js'
import { said } from './made-up.js'

const dictionary = new Dictionary(`the DH AH
gulls G AH L Z
girls G ER L Z
sea S IY
see S IY
threw TH R UW
through TH R UW
seethrough S IY TH R UW
flew F L UW
over OW V ER
boats B OW T S
water W AO T ER
old OW L D
gate G EY T
elephant EH L AH F AH N T
elephants EH L AH F AH N T S
was W AA Z
green G R IY N
in IH N
of AH V
at AE T
and AE N D
doctor D AA K T ER
came K EY M
home HH OW M
late L EY T
nobody N OW B AA D IY
waited W EY T AH D
there DH EH R
their DH EH R
one W AH N
won W AH N`)

const pronounce = (word: string) => {
  const known = dictionary.get(word)
  return { ways: (known ?? []).map((way) => way.split(' ')), known: known !== undefined }
}

/** The recogniser insists on what it wrote. */
const INSISTS_NATS = 20
/** It would as soon have written the script. */
const YIELDS_NATS = -20

const compared = (script: string, recognised: string, marginNats = INSISTS_NATS) =>
  compareWithScript(script, said(recognised), pronounce, async () => ({ marginNats, soundNats: null }))

async function times(script: string, recognised: string, marginNats?: number) {
  const comparison = await compared(script, recognised, marginNats)
  const words = comparison.script!.split(' ')
  return words.map((word, index) => {
    const time = comparison.scriptTimesSec![index]
    return time ? `${word} ${time.map((sec) => Number(sec.toFixed(3))).join('-')}` : `${word} -`
  })
}

describe('a word of the script has the time', () => {
  test('of the same word, however it is written', async () => {
    expect(await times('The GATE [softly] was “green”.', 'the gate, was green')).toEqual([
      'The 0-0.4',
      'GATE 0.5-0.9',
      'was 1-1.4',
      '“green”. 1.5-1.9',
    ])
  })

  test('of the word that was recognised for it', async () => {
    expect(await times('The gulls flew.', 'The girls flew.', YIELDS_NATS)).toContain('gulls 0.5-0.9')
  })

  test('of a part of it, by letters, where several were recognised as one', async () => {
    expect(
      await times('Gulls over the sea threw boats.', 'Girls over the see-through boats.', YIELDS_NATS),
    ).toEqual(['Gulls 0-0.4', 'over 0.5-0.9', 'the 1-1.4', 'sea 1.5-1.65', 'threw 1.65-1.9', 'boats. 2-2.4'])
  })

  test.each([
    ['the gate was $5 late', 'the gate was five dollars late', '$5 1.5-2.4'],
    ['the gate was five dollars late', 'the gate was $5 late', 'five 1.5-1.645,dollars 1.645-1.9'],
    ['Dr. Gate came home', 'Doctor Gate came home', 'Dr. 0-0.4'],
    ['came at 3:30 and waited', 'came at three thirty and waited', '3:30 1-1.9'],
    ['came at three thirty and waited', 'came at 3:30 and waited', 'three 1-1.182,thirty 1.182-1.4'],
    ['came at 17:20 and waited', 'came at 1 7 20 and waited', '17:20 1-2.4'],
    ['the 5 km gate', 'the five kilometers gate', '5 0.5-0.9,km 1-1.4'],
    ['the old wood cutters came', 'the old woodcutters came', 'wood 1-1.145,cutters 1.145-1.4'],
    ['the boat-house gate', 'the boat house gate', 'boat-house 0.5-1.4'],
    ['$5 million came home', 'five million dollars came home', '$5 0-0.856,million 0.856-1.4'],
  ])('of all that is said for it: %s / %s', async (script, recognised, expected) => {
    const all = await times(script, recognised)
    for (const each of expected.split(',')) expect(all).toContain(each)
    const { differences } = await compared(script, recognised)
    expect(differences).toEqual([])
  })

  test('between its neighbours where the recogniser has lost it, or of the one that has swallowed it', async () => {
    const lost = await compared('The gate in green.', 'The gate green.', YIELDS_NATS)
    expect(lost.differences).toMatchObject([{ kind: 'missing', cause: 'recogniser' }])
    expect(await times('The gate in green.', 'The gate green.', YIELDS_NATS)).toContain('in 0.9-1')
    const speech = said('The gate green.')
    for (const [at, word] of speech.words.entries())
      Object.assign(word, { startSec: 0.4 * at, endSec: 0.4 * (at + 1) })
    const { scriptTimesSec } = await compareWithScript('The gate in green.', speech, pronounce)
    const [the, gate, within, green] = scriptTimesSec!
    // Of its neighbours "gate" is said the slower, letter by letter.
    expect([the, green]).toEqual([
      [0, 0.4],
      [expect.closeTo(0.8), expect.closeTo(1.2)],
    ])
    expect([gate![0], within![1]]).toEqual([0.4, 0.8])
    expect(gate![1]).toBeCloseTo(0.4 + (0.4 * 4) / 6)
    expect(within![0]).toBe(gate![1])
  })

  test('of a hesitation, if one was recognised there', async () => {
    expect(await times('The, um, gate was green.', 'The uh, gate was green.')).toEqual([
      'The, 0-0.4',
      'um, 0.5-0.9',
      'gate 1-1.4',
      'was 1.5-1.9',
      'green. 2-2.4',
    ])
    expect(await times('The, um, gate was green.', 'The gate was green.')).toContain('um, -')
    expect(await times('The gate was green.', 'Um, the gate, er, was green.')).toEqual([
      'The 0.5-0.9',
      'gate 1-1.4',
      'was 2-2.4',
      'green. 2.5-2.9',
    ])
  })

  test('in any alphabet, with signs and emoji at it', async () => {
    const script = 'مرحبا بالعالم 🎉 the gate, 日本 👩‍👩‍👧‍👦!'
    expect(await times(script, 'مرحبا بالعالم the gate 日本')).toEqual([
      'مرحبا 0-0.4',
      'بالعالم🎉 0.5-0.9',
      'the 1-1.4',
      'gate, 1.5-1.9',
      '日本👩‍👩‍👧‍👦! 2-2.4',
    ])
  })
})

describe('a word has no time', () => {
  test('where a sentence is skipped', async () => {
    expect(
      await times('The gate was green. Nobody waited there. Gulls came.', 'The gate was green. Gulls came.'),
    ).toEqual([
      'The 0-0.4',
      'gate 0.5-0.9',
      'was 1-1.4',
      'green. 1.5-1.9',
      'Nobody -',
      'waited -',
      'there. -',
      'Gulls 2-2.4',
      'came. 2.5-2.9',
    ])
  })

  test('where the voice says something else, even inside one word of the recogniser', async () => {
    expect(await times('The gate was green.', 'The elephant was green.')).toEqual([
      'The 0-0.4',
      'gate -',
      'was 1-1.4',
      'green. 1.5-1.9',
    ])
    expect(await times('The old gate was green.', 'The elephant-gate was green.')).toEqual([
      'The 0-0.4',
      'old -',
      'gate 0.671-0.9',
      'was 1-1.4',
      'green. 1.5-1.9',
    ])
  })

  test('where nothing is said', async () => {
    expect(await times('The gate was green.', '')).toEqual(['The -', 'gate -', 'was -', 'green. -'])
  })
})

test('what is added moves no word of the script', async () => {
  const all = await times(
    'The gate was green. Gulls came.',
    'The gate was green. Nobody waited there. Gulls came.',
  )
  expect(all).toEqual([
    'The 0-0.4',
    'gate 0.5-0.9',
    'was 1-1.4',
    'green. 1.5-1.9',
    'Gulls 3.5-3.9',
    'came. 4-4.4',
  ])
})

test.each(['', '   ', '[warmly]'])('a script without a word to say has no times: "%s"', async (script) => {
  expect(await compared(script, 'The gate.')).toMatchObject({ script: '', scriptTimesSec: [] })
})

describe('words that sound the same', () => {
  test.each([
    ['The gulls flew.', 'The girls flew.', 'gulls', 'girls', 0.5, 0.9],
    ['Over the sea threw boats.', 'Over the see-through boats.', 'sea threw', 'see-through', 1, 1.4],
    ['Their gate was green.', 'There gate was green.', 'Their', 'There', 0, 0.4],
    ['The old gulls won there.', 'The old girls one their.', 'gulls won there.', 'girls one their.', 1, 2.4],
  ])('are told, and are no fault: %s / %s', async (script, recognised, written, heard, timeSec, endSec) => {
    const { differences, matchedWords, referenceWords } = await compared(script, recognised, YIELDS_NATS)
    expect(differences).toEqual([
      {
        kind: 'changed',
        verdict: 'said',
        written,
        heard,
        timeSec,
        endSec,
        confidence: 0,
        cause: 'recogniser',
        weight: 0,
        wordErrors: 0,
        atEnd: expect.any(Boolean),
      },
    ])
    expect(matchedWords).toBe(referenceWords)
  })

  test.each([
    ['THE GATE was “green”!', 'the gate was green'],
    ['The harbour was grey.', 'The harbor was gray.'],
    ['Twelve boats, 3 gates.', '12 boats three gates'],
    ["I'm home; they're late.", 'I am home they are late'],
    ['The boat-house was e-mail.', 'The boat house was email.'],
    ['It is 17:20 now.', 'It is 1 7 20 now.'],
  ])('are not those that are only written otherwise: %s / %s', async (script, recognised) => {
    expect((await compared(script, recognised)).differences).toEqual([])
  })

  test('are told once with what is said otherwise in the same word', async () => {
    const { differences } = await compared(
      'The old gulls gate was green.',
      'The elephant-girls-gate was green.',
    )
    expect(differences.map(({ heard }) => heard)).toEqual(['elephant-girls-gate'])
  })
})

describe('a result', () => {
  const judged = async (script: string | undefined, recognised: string) => {
    const findings = {
      presence: 'speech' as const,
      transcript: recognised,
      wordTimesSec: [],
      ...(script === undefined ? { differences: [] } : {}),
      ...(await compared(script ?? '', recognised)),
    }
    const { report } = judgeScripts(
      [{ file: 'a.wav', findings, ...(script === undefined ? {} : { script }) }],
      {
        deviationThreshold: 0.15,
      },
    )
    return report.tracks[0]
  }

  test('has the script with times to the hundredth, and is right though a word was recognised otherwise', async () => {
    const track = await judged('Over the sea threw boats.', 'Over the see-through boats.')
    expect(track).toMatchObject({
      script: 'Over the sea threw boats.',
      scriptTimesSec: [
        [0, 0.4],
        [0.5, 0.9],
        [1, 1.15],
        [1.15, 1.4],
        [1.5, 1.9],
      ],
      accuracy: 100,
      flagged: false,
      doubtful: 0,
    })
    expect(track.differences).toHaveLength(1)
  })

  test('of a script that is of something else has no times', async () => {
    const track = await judged(
      'Nobody waited there and nobody came home.',
      'The old elephants flew over water.',
    )
    expect(track.note).toBe('The script is of something else than what is said.')
    expect(track.script).toBe('Nobody waited there and nobody came home.')
    expect(track.scriptTimesSec).toBeUndefined()
  })
})

describe('whatever is said', () => {
  const word = fc.constantFrom(
    ...'the gulls girls sea see threw through see-through um er $5 five dollars million 17:20 1984 nineteen 5 km Dr. doctor elephant green. مرحبا 🎉 — wood cutters woodcutters'.split(
      ' ',
    ),
  )
  const text = fc.array(word, { maxLength: 12 })

  test('every word of the script has an entry, in order and inside the file', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        text,
        fc.double({ min: -30, max: 30, noNaN: true }),
        async (script, recognised, nats) => {
          const speech = said(recognised.join(' '))
          const comparison = await compareWithScript(script.join(' '), speech, pronounce, async () => ({
            marginNats: nats,
            soundNats: null,
          }))
          const words = comparison.script === '' ? [] : comparison.script!.split(' ')
          const all = comparison.scriptTimesSec!
          expect(all).toHaveLength(words.length)
          let leastSec = 0
          for (const time of all) {
            if (!time) continue
            expect(time[0]).toBeGreaterThanOrEqual(leastSec)
            expect(time[1]).toBeGreaterThanOrEqual(time[0])
            expect(time[1]).toBeLessThanOrEqual(speech.speechEndSec)
            leastSec = time[0]
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  test('a text that is said as written has all its words at their own times', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (recognised) => {
        const speech = said(recognised.join(' '))
        const { script, scriptTimesSec } = await compareWithScript(recognised.join(' '), speech, pronounce)
        const own = speech.words.filter(({ text: each }) => /[\p{L}\p{N}]/u.test(each))
        expect(script === '' ? 0 : script!.split(' ').length).toBe(own.length)
        expect(scriptTimesSec).toEqual(own.map(({ startSec, endSec }) => [startSec, endSec]))
      }),
      { numRuns: 200 },
    )
  })
})

describe('the work on a word', () => {
  const WORDS = 4_000
  /** At most 15 or so are run; what goes through all words for each would run thousands. */
  const MOST_BLOCKS_PER_WORD = 100
  const written = Array.from({ length: WORDS }, () => 'gulls')
  const group = (writtenFrom: number, recognisedFrom: number, isLost = false): Group => ({
    written: ['a'],
    recognised: isLost ? [] : ['a'],
    writtenFrom,
    writtenTo: writtenFrom + 1,
    recognisedFrom,
    recognisedTo: recognisedFrom + (isLost ? 0 : 1),
    distance: isLost ? 1 : 0,
  })

  test.each([
    ['hang together, each with the next', (at: number) => group(at >> 1, (at + 1) >> 1)],
    ['were all lost', (at: number) => group(at, 1, true)],
    ['are as written', (at: number) => group(at, at)],
    ['are lost one by one', (at: number) => group(at, (at + 1) >> 1, at % 2 === 1)],
  ])('does not grow with the file for words that %s', async (_, make) => {
    const groups = written.map((_, at) => make(at))
    const speech = said(written.join(' '))
    const blocks = await blocksRun(() => scriptTimes(written, speech, groups, new Set()))
    expect(blocks / WORDS).toBeLessThan(MOST_BLOCKS_PER_WORD)
  })
})
