import { describe, expect, test } from 'vitest'
import { type MadeUpFile, madeUpAudit } from '../../lab/web/made-up-audit.js'
import type { Audit } from '../../src/audit/engine.js'
import { auditAsText } from '../../src/cli/audit-text.js'
import { voicesAsText } from '../../src/cli/voices-text.js'

const red = '\u001b[31m'
const turn = (voice: number, startSec: number, endSec: number) => ({ voice, startSec, endSec })
const drift = {
  kind: 'voice' as const,
  unit: 'similarity' as const,
  from: 0.98,
  to: 0.71,
  message: 'the voice drifts',
  deviation: 0.08,
  flagged: false,
}

/** `report`: what the comparison says of the batch. */
function audited(files: MadeUpFile[], report: object = {}): Audit {
  const audit = madeUpAudit(files)
  Object.assign(audit.checks.comparison!, report)
  return audit as unknown as Audit
}

const textOf = (...args: Parameters<typeof audited>) => voicesAsText(audited(...args))

describe('the voices of a batch as text', () => {
  test('nothing is said of files that have one voice and keep it', () => {
    const audit = audited([{ name: 'a.mp3' }, { name: 'b.mp3', comparison: { voiceChangesSec: [] } }])
    expect(voicesAsText(audit)).toEqual([])
    expect(auditAsText(audit)).not.toMatch(/Cast|speaks when|Slow changes/)
  })

  test('who speaks when stands voice by voice, with the share of each', () => {
    const talk = { voiceTurns: [turn(1, 0.1, 4.2), turn(2, 4.2, 9.8), turn(1, 9.8, 64)] }
    expect(textOf([{ name: 'one.mp3' }, { name: `${red}.mp3`, comparison: talk }])).toEqual([
      '',
      'Who speaks when:',
      '  \\u001b[31m.mp3',
      '    voice 1  91 %  0:00-0:04, 0:09-1:04',
      '    voice 2   9 %  0:04-0:09',
    ])
  })

  test('where two speak at once stands below', () => {
    const voiceTurns = [turn(1, 0, 4.2), turn(2, 4.2, 9.8)]
    const overlaps = [{ startSec: 3.1, endSec: 4.6 }]
    expect(textOf([{ name: 'a.mp3', comparison: { voiceTurns, overlaps } }]).at(-1)).toBe(
      '    two at once: 0:03-0:04',
    )
  })

  test('of a long talk only the first turns are listed', () => {
    const voiceTurns = Array.from({ length: 24 }, (_, at) => turn(1 + (at % 2), at, at + 1))
    const lines = textOf([{ name: 'a.mp3', comparison: { voiceTurns } }])
    expect(lines[3]).toBe(
      '    voice 1  50 %  0:00-0:01, 0:02-0:03, 0:04-0:05, 0:06-0:07, 0:08-0:09, 0:10-0:11, 0:12-0:13, 0:14-0:15 and 4 more',
    )
  })

  test('a cast is a table, with the files that have another voice and the names that are one', () => {
    const cast = [
      { voice: 'Mara', files: ['a.mp3', 'b.mp3'], sameAs: ['Ann'] },
      { voice: `${red}Narrator`, files: ['c.mp3'], sameAs: [] },
      { voice: null, files: ['d.mp3'], sameAs: [] },
    ]
    const stray = { soundsLike: `${red}Narrator` }
    expect(
      textOf(
        [{ name: 'a.mp3' }, { name: 'b.mp3', comparison: stray }, { name: 'c.mp3' }, { name: 'd.mp3' }],
        { cast },
      ),
    ).toEqual([
      '',
      'Cast:',
      '  voice               files  speech  alike',
      '  Mara                    2    0:14   97 %  the same voice as Ann; b.mp3 sounds like \\u001b[31mNarrator',
      '  \\u001b[31mNarrator      1    0:07',
      '  (none named)            1    0:07',
    ])
  })

  test('what changes slowly is told for the batch and for its files', () => {
    const batchTrends = [{ ...drift, firstFile: 'a.mp3', lastFile: `${red}.mp3` }]
    const trends = [{ ...drift, startSec: 40, endSec: 190, message: 'drifts from 0:40 to 3:10' }]
    expect(textOf([{ name: 'a.mp3', comparison: { trends } }, { name: 'b.mp3' }], { batchTrends })).toEqual([
      '',
      'Slow changes:',
      '  a.mp3 to \\u001b[31m.mp3: the voice drifts (similarity 0.98 to 0.71)',
      '  a.mp3',
      '    drifts from 0:40 to 3:10 (similarity 0.98 to 0.71)',
    ])
  })
})
