import { expect, test } from 'vitest'
import type { Difference } from '../../src/checks/script-accuracy/differences.js'
import type { ScriptTrack } from '../../src/checks/script-accuracy/report.js'
import { scriptDiff } from '../../src/cli/script-diff.js'

const difference = (other: Partial<Difference>): Difference => ({
  kind: 'missing',
  verdict: 'missing',
  written: '',
  heard: '',
  timeSec: 0,
  endSec: 0,
  confidence: 0.9,
  cause: 'voice',
  ...other,
})

const track = (file: string, differences: Difference[]): ScriptTrack => ({
  file,
  speech: 'speech',
  flagged: true,
  transcript: '',
  wordTimesSec: [],
  hasScript: true,
  score: 30,
  judged: true,
  accuracy: 90,
  wordErrorRate: 0.1,
  tags: { found: 0, spoken: [] },
  differences,
  doubtful: 0,
  repetitions: [],
  truncated: false,
})

test('one line a place, by what was done and when; what the recogniser got wrong is left out', () => {
  expect(
    scriptDiff([
      track('good.wav', [difference({ written: 'a', heard: 'the', kind: 'changed', cause: 'recogniser' })]),
      track('bad\u001b.wav', [
        difference({ written: 'the quick fox', timeSec: 3.25 }),
        difference({ kind: 'added', heard: 'Warmly.', timeSec: 67.31 }),
        difference({ kind: 'changed', written: 'house', heard: 'horse', timeSec: 59.97 }),
      ]),
    ]),
  ).toEqual([
    'Against the scripts (- left out, + added, ~ said otherwise):',
    '  bad\\u001b.wav',
    '      0:03.3  - the quick fox',
    '      1:07.3  + Warmly.',
    '      1:00.0  ~ house -> horse',
  ])
})

test('nothing where every file says its script; a long passage by both its ends', () => {
  expect(scriptDiff([track('a.wav', [])])).toEqual([])
  const swapped = {
    ...track('a.wav', [difference({ written: 'x' })]),
    note: 'The script is what b.wav says.',
  }
  expect(scriptDiff([swapped])).toEqual([])
  const words = Array.from({ length: 30 }, (_, index) => `w${index}`)
  const [, , line] = scriptDiff([track('a.wav', [difference({ written: words.join(' ') })])])
  expect(line).toMatch(/- w0 .* w11 \.\.\. w18 .* w29$/)
})
