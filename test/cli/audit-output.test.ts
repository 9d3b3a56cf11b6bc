import { describe, expect, test } from 'vitest'
import type { Audit } from '../../src/audit/engine.js'
import { defaultOptions } from '../../src/checks/check.js'
import type { PaceTrack } from '../../src/checks/pace/report.js'
import { judgeQuality } from '../../src/checks/quality/judge.js'
import { auditAsText } from '../../src/cli/audit-text.js'
import { distinctNames } from '../../src/cli/distinct-names.js'
import { UsageError } from '../../src/cli/exit.js'
import { scriptsIn } from '../../src/cli/scripts.js'
import { auditAsCsv } from '../../src/report/audit-csv.js'
import { cleanFindings } from '../checks/quality/clean-findings.js'
import { judgedBatch } from '../checks/script-accuracy/spoken-batch.js'

const track = (file: string, other: Partial<PaceTrack> = {}): PaceTrack => ({
  file,
  wordsPerMinute: 160.4,
  wordCount: 30,
  speechSec: 11.2,
  deviation: -0.04,
  flagged: false,
  judged: true,
  longestPauseSec: 0.6,
  speech: 'speech',
  ...other,
})

const auditOf = (tracks: PaceTrack[], message = 'nothing is said'): Audit => ({
  score: 90,
  summary: 'All is well.',
  fileCount: tracks.length,
  auditId: '0'.repeat(32),
  deviationThreshold: 0.15,
  batchAlarms: [],
  tracksToRegenerate: tracks
    .filter(({ flagged }) => flagged)
    .map(({ file }) => ({ file, reasons: [{ check: 'pace', message }] })),
  checks: { pace: { score: 90, summary: 'One pace.', medianWordsPerMinute: 160, tracks } },
  timing: { decode: 0, checks: 0, total: 0 },
})

describe('CSV', () => {
  test('quotes what needs it, leaves numbers alone, and disarms formulas', () => {
    const csv = auditAsCsv(
      auditOf([
        track('a,"b".wav'),
        track('=cmd.wav', {
          wordsPerMinute: null,
          deviation: null,
          flagged: true,
          speech: 'silence',
          note: 'Nothing is said.',
        }),
      ]),
    )
    expect(csv.split('\r\n')).toEqual([
      'file,regenerate,reasons,pace.wordsPerMinute,pace.wordCount,pace.speechSec,pace.deviation,pace.flagged,pace.judged,pace.longestPauseSec,pace.speech,pace.note',
      '"a,""b"".wav",false,,160.4,30,11.2,-0.04,false,true,0.6,speech,',
      "'=cmd.wav,true,pace: nothing is said,,30,11.2,,true,true,0.6,silence,Nothing is said.",
      '',
    ])
  })

  test('gives what was found, not the script that the caller brought', () => {
    const said = {
      file: 'a.wav',
      transcript: 'Hello.',
      script: 'Hello!',
      scriptTimesSec: [[0, 1]],
      accuracy: 100,
    }
    const csv = auditAsCsv({ tracksToRegenerate: [], checks: { scriptAccuracy: { tracks: [said] } } })
    expect(csv.split('\r\n')[0]).toBe(
      'file,regenerate,reasons,scriptAccuracy.transcript,scriptAccuracy.accuracy',
    )
  })
})

describe('text', () => {
  test('what most files share is told once, with what to do about it', () => {
    const files = ['a.wav', 'b.wav', 'c.wav', 'd.wav']
    const hum = { type: 'hum' as const, startSec: 0, endSec: 9, severity: 0.4, audibility: 0.4 }
    const findings = { ...cleanFindings, faults: [hum] }
    const { report: quality } = judgeQuality(
      files.map((file) => ({ file, findings })),
      defaultOptions,
    )
    const { checks, ...audit } = auditOf(files.map((file) => track(file)))
    const text = auditAsText({ ...audit, checks: { ...checks, quality } })
    expect(text).toContain('\nIn most files:\n  All 4 files have a hum.\n    Find its source, or take it out')
    expect(auditAsText({ ...audit, checks })).not.toContain('In most files')
  })

  test('what is wrong between files and scripts is told once, and a name tells a terminal nothing', async () => {
    const texts = [
      'The lighthouse keeper counted ships in a notebook.',
      'A wooden bridge crossed the old canal.',
    ]
    const files = ['a.wav', '\u202e\u001b[31m.wav']
    const scriptAccuracy = await judgedBatch(
      files.map((file, at) => ({ file, says: texts[at], script: texts[1 - at] })),
    )
    const { checks, ...audit } = auditOf(files.map((file) => track(file)))
    expect(auditAsText({ ...audit, checks: { ...checks, scriptAccuracy } })).toContain(
      "\nBetween files and scripts:\n  a.wav and \\u202e\\u001b[31m.wav say each other's scripts: swap the two.\n",
    )
    expect(auditAsText({ ...audit, checks })).not.toContain('Between files')
  })

  test('the table lines up and a terminal is told nothing by a name', () => {
    const text = auditAsText(
      auditOf([track('a.wav'), track('\u001b[31m.wav', { deviation: 0.31, flagged: true })]),
    )
    expect(text.split('\n')).toEqual([
      '1 of 2 files should be regenerated; score 90.0 of 100',
      '',
      'pace   90.0  One pace.',
      '',
      'file             pace',
      '  limit         ±15 %',
      'a.wav            −4 %',
      '\\u001b[31m.wav  +31 % !',
      '',
      'To regenerate:',
      '  \\u001b[31m.wav',
      '    pace: nothing is said',
      '',
    ])
  })

  test('with nothing to regenerate it says so', () => {
    expect(auditAsText(auditOf([track('a.wav')]))).toMatch(
      /^No reason was found to regenerate the file; score/,
    )
  })
})

describe('names', () => {
  test('are as short as tells the files apart', () => {
    expect(distinctNames(['/x/a.wav', 'b/c.wav', '/x/d/c.wav', '/y/d/e.wav'])).toEqual([
      'a.wav',
      'b/c.wav',
      'd/c.wav',
      'e.wav',
    ])
    expect(distinctNames(['/1/s/a.wav', '/2/s/a.wav', '/2/t/a.wav'])).toEqual([
      '1/s/a.wav',
      '2/s/a.wav',
      't/a.wav',
    ])
  })

  test('of one file named twice are the same, however it is written', () => {
    const [one, other] = distinctNames(['/x/a.wav', '/x/y/../a.wav'])
    expect(one).toBe(other)
  })
})

describe('scripts', () => {
  test('are an object of texts', () => {
    expect(scriptsIn('s.json', '\ufeff{"a.wav": "Hello."}')).toEqual({ 'a.wav': 'Hello.' })
  })

  test.each(['[]', 'null', '"text"', '{"a.wav": 1}', '{'])('nothing else: %s', (json) => {
    expect(() => scriptsIn('s.json', json)).toThrow(UsageError)
  })
})
