import { describe, expect, test } from 'vitest'
import { defaultOptions } from '../../../src/checks/check.js'
import type { WeighedDifference } from '../../../src/checks/script-accuracy/differences.js'
import { deviationOf, judgeScripts } from '../../../src/checks/script-accuracy/judge.js'
import type { ScriptFindings } from '../../../src/checks/script-accuracy/listen.js'

const difference = (other: Partial<WeighedDifference> = {}): WeighedDifference => ({
  kind: 'missing',
  verdict: 'missing',
  written: 'harbor',
  heard: '',
  timeSec: 62,
  endSec: 62.1,
  confidence: 0.9,
  cause: 'voice',
  weight: 0.9,
  wordErrors: 1,
  atEnd: false,
  ...other,
})

const findings = (transcript: string, other: Partial<ScriptFindings> = {}): ScriptFindings => ({
  presence: 'speech',
  transcript,
  wordTimesSec: [],
  referenceWords: 10,
  matchedWords: 10,
  differences: [],
  tags: { found: 0, spoken: [] },
  repetitions: [],
  truncated: false,
  ...other,
})

const judge = (
  one: ScriptFindings,
  deviationThreshold = defaultOptions.deviationThreshold,
  script?: string,
) => judgeScripts([{ file: 'a.wav', findings: one, script }], { deviationThreshold })

describe('the flag', () => {
  test('one skipped word of content is enough, however long the file', () => {
    const skipped = findings('...', { referenceWords: 2000, differences: [difference()] })
    const { report, reasons } = judge(skipped)
    expect(report.tracks[0]).toMatchObject({ flagged: true, wordErrorRate: 0.0005, accuracy: 100 })
    expect(reasons).toEqual([[{ message: 'skips "harbor" at 1:02' }]])
  })

  test('what is probably the recogniser’s does not flag, nor do many such places together', () => {
    const doubt = difference({ cause: 'recogniser', confidence: 0.3, weight: 0.3 })
    const { report, reasons } = judge(
      findings('...', { differences: Array.from({ length: 40 }, () => doubt) }),
    )
    expect(report.tracks[0]).toMatchObject({ flagged: false, wordErrorRate: 0, accuracy: 100 })
    expect(report.tracks[0].differences).toHaveLength(40)
    expect(reasons).toEqual([[]])
  })

  test('a smaller threshold flags more, in every case', () => {
    const weights = [0.1, 0.3, 0.5, 0.9, 5]
    const flaggedAt = (threshold: number) =>
      weights.filter((weight) => {
        const one = findings('...', { differences: [difference({ weight })] })
        return judge(one, threshold).report.tracks[0].flagged
      }).length
    expect([0, 0.05, 0.15, 0.4, 1].map(flaggedAt)).toEqual([5, 4, 3, 1, 0])
  })

  test('the deviation grows from 0 to 1', () => {
    expect(deviationOf([])).toBe(0)
    expect(deviationOf([difference({ weight: 1 })])).toBeCloseTo(0.3, 9)
    expect(deviationOf([difference({ weight: 40 })])).toBeGreaterThan(0.999)
  })
})

test('the score of a file is what it is flagged by, and that of the check follows', () => {
  const files = [0, 0.3, 0.6, 2].map((weight, at) => ({
    file: `${at}.wav`,
    findings: findings('...', { referenceWords: 100, differences: [difference({ weight })] }),
  }))
  const at = (deviationThreshold: number) => judgeScripts(files, { deviationThreshold }).report
  // 0.7 to the power of the weight.
  expect(at(0.15).tracks.map(({ score }) => score)).toEqual([100, 89.9, 80.7, 49])
  expect(at(0.15).tracks.map(({ flagged }) => flagged)).toEqual([false, false, true, true])
  expect(at(0.15).score).toBeCloseTo(100 * (2 / 4) ** 2, -1)
  expect(at(0.05).score).toBe(6.3)
  expect(at(1).score).toBeGreaterThan(95)
})

describe('reasons', () => {
  test('name what was recognised and where', () => {
    const one = findings('...', {
      tags: {
        found: 1,
        spoken: [{ tag: '[warmly]', content: 'warmly', spokenWord: 'Warmly', timeSec: 3, endSec: 3.4 }],
      },
      repetitions: [{ text: 'open the gate', times: 1, timeSec: 8, endSec: 9 }],
      differences: [
        difference({ kind: 'added', heard: 'Warmly', timeSec: 3, endSec: 3.4 }),
        difference({ kind: 'added', heard: 'open the gate', timeSec: 8, endSec: 9 }),
        difference({ kind: 'changed', written: 'house', heard: 'horse', timeSec: 12, weight: 1 }),
        difference({ written: 'and so on', atEnd: true, weight: 2 }),
      ],
      truncated: true,
    })
    expect(judge(one).reasons[0].map(({ message }) => message)).toEqual([
      'the tag [warmly] is spoken ("Warmly") at 0:03',
      'says "open the gate" twice at 0:08',
      'stops before the end: "and so on" is missing',
      'says "horse" for "house" at 0:12',
    ])
    expect(judge(one).report.spokenTagCount).toBe(1)
  })

  test('nothing said', () => {
    const silent = findings('', { matchedWords: 0, differences: [difference({ weight: 9, wordErrors: 10 })] })
    expect(judge(silent, 0.15, 'Open the old gate.').reasons).toEqual([[{ message: 'nothing is said' }]])
  })
})

describe('a script that is not this file’s', () => {
  const wrong = { matchedWords: 0, differences: [difference({ weight: 6, wordErrors: 10 })] }
  const swapped = (scripts: string[], transcripts: string[]) =>
    judgeScripts(
      scripts.map((script, index) => ({
        file: `${index}.wav`,
        findings: findings(transcripts[index], wrong),
        script,
      })),
      defaultOptions,
    ).report.tracks.map(({ note }) => note)

  test('the file that it fits is named', () => {
    const texts = ['Take one step to the left.', 'The gate was green and old.', 'Welcome back, Jonathan.']
    expect(swapped([texts[1], texts[0]], texts)).toEqual([
      'The script is what 1.wav says.',
      'The script is what 0.wav says.',
    ])
    // Around a ring of three, and with texts that are much alike.
    expect(swapped([texts[1], texts[2], texts[0]], texts)).toEqual([
      'The script is what 1.wav says.',
      'The script is what 2.wav says.',
      'The script is what 0.wav says.',
    ])
    const alike = ['Turn left at the next corner.', 'Turn right at the next corner.']
    expect(swapped([alike[1], alike[0]], alike)).toEqual([
      'The script is what 1.wav says.',
      'The script is what 0.wav says.',
    ])
  })

  test('the file is named though hardly a word of it was recognised as written', () => {
    const texts = [
      'Juan Carlos Villanueva won the race in Ljubljana.',
      'Ask for Mrs. Featherstone.',
      'Battery low.',
    ]
    const heard = [
      'One car loosely lung with one the race in Lubiana.',
      'Asked for misses feather stone.',
      'Batter he lo.',
    ]
    expect(swapped([texts[1], texts[2], texts[0]], heard)).toEqual([
      'The script is what 1.wav says.',
      'The script is what 2.wav says.',
      'The script is what 0.wav says.',
    ])
    expect(swapped(['Mind the gap.', 'Your taxi has arrived.'], heard)).toEqual([
      'The script is of something else than what is said.',
      'The script is of something else than what is said.',
    ])
  })

  test('one that fits no file, and one in another language', () => {
    expect(swapped(['Nothing like it at all in here.'], ['The gate was green.'])).toEqual([
      'The script is of something else than what is said.',
    ])
    expect(swapped(['El perro de la casa es muy grande y está en el jardín.'], ['Hello there.'])).toEqual([
      'The script is not in English but in Spanish.',
    ])
  })
})

test('the summary counts files, tags, and files without a script', () => {
  const good = { file: 'a.wav', findings: findings('Hello.'), script: 'Hello.' }
  const bad = {
    file: 'b.wav',
    findings: findings('Bye.', { differences: [difference()] }),
    script: 'Goodbye.',
  }
  const free = { file: 'c.wav', findings: findings('Hi.') }
  const summary = (batch: (typeof good)[]) => judgeScripts(batch, defaultOptions).report.summary
  expect(summary([good])).toBe('The files say what their scripts say.')
  expect(summary([good, bad, free as typeof good])).toBe(
    '1 of 3 files does not say what the script says; 1 file has no script.',
  )
  expect(summary([free as typeof good])).toBe('Without scripts: no repetition and no spoken tag was found.')
})

test('tells when each word of the transcript is said, to a hundredth of a second', () => {
  const { report } = judge(
    findings('two words', {
      wordTimesSec: [
        [0.1234, 0.5],
        [0.5678, 1],
      ],
    }),
  )
  expect(report.tracks[0].wordTimesSec).toEqual([
    [0.12, 0.5],
    [0.57, 1],
  ])
})
