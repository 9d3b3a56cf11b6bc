import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWithScript } from '../../../src/checks/script-accuracy/compare.js'
import { judgeScripts } from '../../../src/checks/script-accuracy/judge.js'
import { listenToScript } from '../../../src/checks/script-accuracy/listen.js'
import { readScript } from '../../../src/checks/script-accuracy/script.js'
import type { Track } from '../../../src/speech/track.js'
import { blocksRun } from '../../work-done.js'
import { said } from './made-up.js'

/** Three phones for any word, and how often they were asked for. */
function counting() {
  const asked = { calls: 0 }
  const pronounce = (word: string) => {
    asked.calls++
    const phones = [...word].slice(0, 4).map((letter) => PHONES[letter.charCodeAt(0) % PHONES.length])
    return { ways: [phones, phones.slice(1)], known: true }
  }
  return { asked, pronounce }
}
const PHONES = ['AH', 'B', 'D', 'EH', 'F', 'IY', 'K', 'L', 'M', 'N', 'R', 'S', 'T']

const WORDS =
  `the river ran quietly below an old stone bridge while seven children counted boats and waited for evening under
  a wide red sky before their mother called them home to supper again with bread soup cheese apples`.split(
    /\s+/,
  )

function prose(count: number, seed: number): string {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return WORDS[Math.floor((state / 2 ** 32) * WORDS.length)]
  }).join(' ')
}

const SHORT = said(prose(18, 3))
const LONG = said(prose(600, 4))

describe('a script that does not match', () => {
  it.each([
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000', 34],
    ['a SHA-256', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', 77],
    ["'1' x 200", '1'.repeat(200), 200],
    ["'1' x 10,000", '1'.repeat(10_000), 10_000],
  ])('pronounces each word of %s once', async (_, script, words) => {
    const { asked, pronounce } = counting()
    const comparison = await compareWithScript(script, SHORT, pronounce, async () => ({
      marginNats: 5,
      soundNats: null,
    }))
    expect(comparison.referenceWords).toBe(words)
    expect(comparison.matchedWords).toBe(0)
    expect(asked.calls).toBeLessThan(150)
  })

  it('pronounces each of 8,000 English words once', async () => {
    const { asked, pronounce } = counting()
    const comparison = await compareWithScript(prose(8000, 5), SHORT, pronounce, async () => ({
      marginNats: 5,
      soundNats: null,
    }))
    expect(comparison.notCompared).toBeUndefined()
    expect(comparison.truncated).toBe(true)
    expect(asked.calls).toBeLessThan(2 * WORDS.length)
  })

  it.each([
    ["'1' x 200,000", '1'.repeat(200_000)],
    ["'[' x 200,000", '['.repeat(200_000)],
    ["'[a] ' x 50,000", '[a] '.repeat(50_000)],
    ["'<!--' x 50,000", '<!--'.repeat(50_000)],
    ['\'<sub alias="a" \' x 13,000', '<sub alias="a" '.repeat(13_000)],
    ['a heading of spaces', `# ${' '.repeat(190_000)}x`],
    ['a speaker and spaces', `A${' '.repeat(190_000)}x`],
    ["'![a](' x 40,000", '![a]('.repeat(40_000)],
    ['a word and exclamation marks', `a${'!'.repeat(190_000)}a`],
    ["'a' x 200,000", 'a'.repeat(200_000)],
    ['combining marks', `a${'\u0301'.repeat(190_000)}`],
    ['a ligature of 18 letters', '\uFDFA'.repeat(100_000)],
    ['emoji', '👩‍👩‍👧‍👦 '.repeat(16_000)],
  ])('is compared or refused, and nothing fails: %s', async (_, script) => {
    const { pronounce } = counting()
    const comparison = await compareWithScript(script, SHORT, pronounce, async () => ({
      marginNats: 5,
      soundNats: null,
    }))
    expect(comparison.notCompared ?? comparison.differences.length > 0).toBe(true)
  })

  it('keeps a script of 5,000 brackets apart from what is to be said', () => {
    expect(readScript(`${'['.repeat(5000)} hello`)).toEqual({ text: 'hello', tags: [] })
    expect(readScript(`${'['.repeat(5000)}warmly hello`).tags).toMatchObject([{ content: 'warmly' }])
    expect(readScript(`${'['.repeat(5000)}${']'.repeat(5000)} hello`).tags).toHaveLength(1)
  })
})

describe('the work of comparing', () => {
  const pieces = (piece: fc.Arbitrary<string>, seed: number) => {
    const some = fc.sample(piece, { seed, numRuns: 2000 })
    return (characters: number) => {
      let text = ''
      for (let at = 0; text.length < characters; at++) text += some[at % some.length]
      return text.slice(0, characters)
    }
  }
  const hex = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 6,
    maxLength: 40,
  })
  const kinds: [string, (characters: number) => string][] = [
    [
      'random Unicode',
      pieces(
        fc.string({ unit: 'binary', minLength: 3, maxLength: 12 }).map((text) => `${text} `),
        1,
      ),
    ],
    [
      'digits',
      pieces(
        fc.nat().map((value) => `${value} `),
        2,
      ),
    ],
    ['brackets', pieces(fc.constantFrom('[', ']', '(', ')', '<', '>', 'a ', '*'), 3)],
    [
      'hexadecimal',
      pieces(
        hex.map((text) => `${text} `),
        4,
      ),
    ],
    ['one huge token', (characters) => '7'.repeat(characters)],
    [
      'English words',
      pieces(
        fc.constantFrom(...WORDS).map((word) => `${word} `),
        5,
      ),
    ],
  ]
  const MOST_RATIO = 2.3
  const CHARACTERS = 12_000

  const workOn = (script: string, heard: typeof SHORT) =>
    blocksRun(() => compareWithScript(script, heard, counting().pronounce))

  it.each(
    kinds.flatMap(([kind, make]) => [
      [kind, 'a short', make, SHORT] as const,
      [kind, 'a long', make, LONG] as const,
    ]),
  )('at most doubles with a script of %s against %s transcript', async (_, __, make, heard) => {
    const once = await workOn(make(CHARACTERS), heard)
    expect((await workOn(make(2 * CHARACTERS), heard)) / once).toBeLessThanOrEqual(MOST_RATIO)
  })
})

describe('what is beyond the budget', () => {
  const codes = '1 '.repeat(100_000)

  it('is not compared, neither blamed in detail nor passed', async () => {
    const findings = {
      presence: 'speech' as const,
      transcript: 'the river',
      wordTimesSec: [],
      ...(await compareWithScript(codes, SHORT, counting().pronounce)),
    }
    expect(findings.notCompared).toBe(true)
    const { report, reasons } = judgeScripts([{ file: 'a.wav', script: codes, findings }], {
      deviationThreshold: 0.15,
    })
    expect(report.tracks[0]).toMatchObject({ accuracy: 0, flagged: true, differences: [] })
    expect(report.tracks[0].note).toMatch(/^The script was not compared/)
    expect(reasons[0]).toHaveLength(1)
    expect(reasons[0][0].message).toMatch(/^the script was not compared/)
  })

  it('has the same answer every time', async () => {
    const answers = [1, 2].map(() => compareWithScript('12:30 '.repeat(3000), LONG, counting().pronounce))
    const [one, other] = await Promise.all(answers)
    expect(one).toEqual(other)
  })
})

describe('a comparison that nobody wants any more', () => {
  it('ends', async () => {
    const gone = AbortSignal.abort(new Error('cancelled'))
    await expect(
      compareWithScript(prose(8000, 5), LONG, counting().pronounce, undefined, gone),
    ).rejects.toThrow('cancelled')
  })
})

describe('asking the recogniser again', () => {
  it('is not done about a token that it could not read', async () => {
    const longest: number[] = []
    const heard = said('please read the number one one one one now thank you all')
    const track = {
      presence: async () => 'speech',
      transcript: async () => ({ text: '', words: heard.words, tokens: [] }),
      voiceActivity: async () => ({ pauses: [], speech: [{ startSec: 0, endSec: heard.speechEndSec }] }),
      edgeLevels: async () => ({ startDb: -60, endDb: -60 }),
      textFits: async (_: unknown, texts: string[]) => {
        longest.push(...texts.map((text) => text.length))
        return texts.map(() => -1)
      },
    } as unknown as Track
    const script = `please read the number ${'1'.repeat(10_000)} now thank you`
    await listenToScript(track, { script })
    expect(longest.filter((length) => length > 500)).toEqual([])
  })
})
