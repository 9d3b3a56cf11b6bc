import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audit } from '../../../src/audit/engine.js'
import { Baseline } from '../../../src/cli/ci/baseline.js'
import type { CiValues } from '../../../src/cli/ci/ci-request.js'
import { Decided } from '../../../src/cli/ci/decided.js'
import { verdictOf } from '../../../src/cli/ci/verdict.js'
import { verdictText } from '../../../src/cli/ci/verdict-text.js'
import { UsageError } from '../../../src/cli/exit.js'
import { auditOf, click, type MadeBatch, noYardsticks, requestOf } from './batch.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'verdict-'))
})
afterAll(() => rm(folder, { recursive: true }))

let written = 0
async function file(content: unknown): Promise<string> {
  const name = path.join(folder, `${written++}.json`)
  await writeFile(name, typeof content === 'string' ? content : JSON.stringify(content))
  return name
}

const checksOf = (audit: Audit) => Object.keys(audit.checks) as 'quality'[]
const judge = (audit: Audit, values: Partial<CiValues> = {}, yardsticks = noYardsticks) =>
  verdictOf(audit, requestOf(values, checksOf(audit)), yardsticks)

async function against(before: MadeBatch, now: MadeBatch, more: [object, object] = [{}, {}]) {
  const baseline = await file(auditOf(before, { comparison: more[0] }))
  return judge(
    auditOf(now, { comparison: more[1] }),
    { baseline },
    { ...noYardsticks, baseline: await Baseline.read(baseline) },
  )
}

const flaggedQuality = (name: string, ...issues: object[]) => ({
  file: name,
  flagged: true,
  score: 50,
  issues,
})

describe('without a pipeline’s options a flagged file fails', () => {
  test('any', () => {
    const verdict = judge(auditOf({ quality: [flaggedQuality('a.wav', click(1)), { file: 'b.wav' }] }))
    expect(verdict).toMatchObject({ status: 1, failedFiles: ['a.wav'] })
  })

  test('none', () => {
    expect(judge(auditOf({ quality: [{ file: 'a.wav' }] })).status).toBe(0)
  })
})

describe('--fail-on', () => {
  const audit = auditOf({
    quality: [flaggedQuality('a.wav', click(1))],
    pace: [{ file: 'a.wav', deviation: 0 }],
  })

  test('leaves the flags of other checks out', () => {
    const verdict = judge(audit, { 'fail-on': 'pace' })
    expect(verdict).toMatchObject({ status: 0, failedFiles: [] })
    expect(verdict.cases.map(({ outcome }) => outcome)).toEqual(['notCounted', 'passed'])
    expect(judge(audit, { 'fail-on': 'pace, quality' }).status).toBe(1)
  })

  test.each([
    ['taste', /no check "taste"/],
    ['qualty', /Did you mean "?quality/],
    ['comparison', /comparison, which is not made: add it to --checks/],
    [' , ', /needs checks/],
  ])('"%s" is refused', (failOn, message) => {
    expect(() => judge(audit, { 'fail-on': failOn })).toThrow(message)
  })
})

describe('what is wrong with the batch as a whole', () => {
  const several = {
    kind: 'severalVoices',
    message: 'Every file has another voice.',
    advice: 'Decide which voice it should be.',
    files: ['a.wav', 'b.wav'],
  } as const
  const shared = { kind: 'sharedFault', message: 'All files hum.', files: ['a.wav', 'b.wav'] } as const
  const batch = (...batchAlarms: (typeof several | typeof shared)[]): Audit => ({
    ...auditOf({ comparison: [{ file: 'a.wav' }, { file: 'b.wav' }] }),
    batchAlarms: batchAlarms.map((alarm) => ({ ...alarm, files: [...alarm.files] })),
  })

  test('fails although no file is flagged, and says so', () => {
    const verdict = judge(batch(several))
    expect(verdict).toMatchObject({ status: 1, failedFiles: [] })
    expect(verdictText(verdict)).toBe(
      'Failed: 0 of 2 files should be regenerated, and something is wrong with the batch as a whole.\n' +
        'The batch as a whole:\n  Every file has another voice. Decide which voice it should be.\n',
    )
  })

  test('fails also where no voice could be judged, and whatever --max-flagged allows', () => {
    const mute = batch(several)
    for (const track of mute.checks.comparison!.tracks) track.judged = false
    expect(judge(mute, { 'max-flagged': '2' }).status).toBe(1)
  })

  test('--fail-on counts it as "alarm", and not where it names checks alone', () => {
    expect(judge(batch(several), { 'fail-on': 'alarm' }).status).toBe(1)
    expect(judge(batch(), { 'fail-on': 'alarm' }).status).toBe(0)
    const verdict = judge(batch(several), { 'fail-on': 'comparison' })
    expect(verdict.status).toBe(0)
    expect(verdictText(verdict)).toContain(
      'The batch as a whole, not counted:\n  Every file has another voice.',
    )
    expect(() => judge(batch(), { 'fail-on': 'alrm' })).toThrow(/Did you mean "?alarm/)
  })

  test('does not fail for what most files share, which another try would not change', () => {
    expect(judge(batch(shared)).status).toBe(0)
  })

  test('with a baseline, only where it is new or about more files', async () => {
    const baseline = await file(batch(several))
    const statusOf = async (audit: Audit) =>
      judge(audit, { baseline }, { ...noYardsticks, baseline: await Baseline.read(baseline) }).status
    expect(await statusOf(batch(several))).toBe(0)
    const more = batch(several)
    more.batchAlarms[0].files.push('c.wav')
    expect(await statusOf(more)).toBe(1)
    const twice = {
      ...batch(),
      batchAlarms: [{ ...batch(several).batchAlarms[0], kind: 'identicalFiles' as const }],
    }
    expect(await statusOf(twice)).toBe(1)
  })
})

describe('--max-flagged', () => {
  const audit = auditOf({
    quality: [flaggedQuality('a.wav', click(1)), flaggedQuality('b.wav', click(1)), { file: 'c.wav' }],
    pace: [
      { file: 'a.wav', flagged: true, deviation: 0.5 },
      { file: 'b.wav', deviation: 0 },
      { file: 'c.wav', deviation: 0 },
    ],
  })

  test.each([
    ['0', 1],
    ['1', 1],
    ['2', 0],
  ])('%s: files are counted, not flags', (most, status) => {
    expect(judge(audit, { 'max-flagged': most }).status).toBe(status)
  })

  test.each(['-1', 'x', '1.5', ''])('"%s" is refused', (most) => {
    expect(() => judge(audit, { 'max-flagged': most })).toThrow(UsageError)
  })
})

describe('nothing to judge is not success', () => {
  const mute = auditOf({
    pace: [
      { file: 'a.wav', deviation: null, judged: false },
      { file: 'b.wav', deviation: null, judged: false },
    ],
    comparison: [
      { file: 'a.wav', similarity: 0.5, deviation: 0, judged: false },
      { file: 'b.wav', similarity: 0.5, deviation: 0, judged: false },
    ],
    quality: [{ file: 'a.wav' }, { file: 'b.wav' }],
  })

  test('where no check that counts could say anything', () => {
    const verdict = judge(mute, { 'fail-on': 'pace,comparison' })
    expect(verdict.status).toBe(2)
    expect(verdictText(verdict)).toMatch(/^Nothing could be judged: pace and comparison found too little/)
  })

  test('one that could is enough', () => {
    expect(judge(mute).status).toBe(0)
  })
})

describe('--baseline: only what got worse fails', () => {
  const many: MadeBatch = {
    quality: [flaggedQuality('a.wav', click(1), click(5)), { file: 'b.wav', score: 99, issues: [] }],
    pace: [
      { file: 'a.wav', deviation: 0.01 },
      { file: 'b.wav', flagged: true, deviation: -0.4 },
    ],
  }

  test('an unchanged batch passes', async () => {
    const verdict = await against(many, many)
    expect(verdict).toMatchObject({ status: 0, failedFiles: [] })
    expect(verdictText(verdict)).toBe(
      'Passed: 0 of 2 files got worse.\nFlagged as before:\n  a.wav: quality: quality is wrong\n  b.wav: pace: pace is wrong\n',
    )
  })

  test('faults elsewhere in a file that was made anew are not more faults', async () => {
    const now = { ...many, quality: [flaggedQuality('a.wav', click(2), click(7)), { file: 'b.wav' }] }
    expect((await against(many, now)).status).toBe(0)
  })

  test.each<[string, MadeBatch, string]>([
    [
      'one click more',
      { quality: [flaggedQuality('a.wav', click(1), click(5), click(6))] },
      'click: 3, before 2',
    ],
    [
      'a fault of another kind',
      { quality: [flaggedQuality('a.wav', click(1), click(2, { type: 'hum' }))] },
      'hum is new',
    ],
    ['a file that was clean', { quality: [flaggedQuality('b.wav', click(1))] }, 'it was not flagged before'],
    ['a file that was not there', { quality: [flaggedQuality('c.wav', click(1))] }, 'the file is new'],
    [
      'a check that was not made',
      { scriptAccuracy: [{ file: 'a.wav', flagged: true, accuracy: 50 }] },
      'scriptAccuracy was not recorded',
    ],
    [
      'a pace that is off by much more',
      { pace: [{ file: 'b.wav', flagged: true, deviation: -0.6 }] },
      'off by 0.60, before by 0.40',
    ],
    [
      'a sound that is much poorer',
      { quality: [{ ...flaggedQuality('a.wav', click(1)), score: 30 }] },
      'off by 0.70, before by 0.50',
    ],
  ])('%s fails', async (_, now, worsening) => {
    const verdict = await against(many, now)
    expect(verdict.status).toBe(1)
    expect(verdict.cases.map((each) => each.worsening)).toContain(worsening)
    expect(verdictText(verdict)).toContain(worsening)
  })

  test('a pace that is off by a little more is as before', async () => {
    expect((await against(many, { pace: [{ file: 'b.wav', flagged: true, deviation: -0.5 }] })).status).toBe(
      0,
    )
  })

  test('a fault that nobody notices, or that is the way of the batch, is no more', async () => {
    const now = flaggedQuality(
      'a.wav',
      click(1),
      click(2),
      click(3, { audibilityLabel: 'subtle' }),
      click(4, { trait: 'tightEnds' }),
    )
    expect((await against(many, { quality: [now] })).status).toBe(0)
  })

  describe('volume', () => {
    const tracks = [{ file: 'a.wav', flagged: true, similarity: 1, deviation: 0 }]
    const volume = (deviation: number | null) => ({
      volumeConsistency: {
        outliers: deviation === null ? [] : [{ file: 'a.wav', deviationDb: 5.5 * deviation, deviation }],
      },
    })

    test.each<[string, number | null, number | null, number]>([
      ['the same', 1, 1, 0],
      ['much louder', 1, 1.5, 1],
      ['new', null, 1, 1],
      ['gone', 1, null, 0],
    ])('%s', async (_, before, now, status) => {
      expect(
        (await against({ comparison: tracks }, { comparison: tracks }, [volume(before), volume(now)])).status,
      ).toBe(status)
    })

    test('another voice in a file that was flagged for its volume', async () => {
      const before = [{ ...tracks[0], deviation: 0.1 }]
      const now = [{ ...tracks[0], deviation: 0.2 }]
      expect(
        (await against({ comparison: before }, { comparison: now }, [volume(1), volume(1)])).status,
      ).toBe(1)
    })
  })

  test.each([
    ['no JSON', 'audit'],
    ['a list', []],
    ['no checks', { checks: {} }],
    ['tracks of another kind', { checks: { quality: { tracks: [{ file: 'a.wav' }] } } }],
    ['a report of nothing', { checks: { quality: null } }],
  ])('%s is no baseline', async (_, content) => {
    await expect(Baseline.read(await file(content))).rejects.toThrow(
      /is not an audit: record one with --json/,
    )
  })

  test('one that is not there', async () => {
    await expect(Baseline.read(path.join(folder, 'none'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
  })
})

describe('--decisions', () => {
  const audit = auditOf({
    quality: [flaggedQuality('a.wav', click(1), click(5.0004)), { file: 'b.wav', score: 99, issues: [] }],
    pace: [
      { file: 'a.wav', deviation: 0.01 },
      { file: 'b.wav', flagged: true, deviation: -0.4 },
    ],
  })
  const decision = (of: string, kind: string, timeSec: number | null, decided: string) => ({
    file: of,
    check: kind === 'click' ? 'quality' : kind,
    kind,
    timeSec,
    decision: decided,
  })
  const all = [
    decision('a.wav', 'click', 1, 'accept'),
    decision('a.wav', 'click', 5, 'falseAlarm'),
    decision('b.wav', 'pace', null, 'accept'),
  ]
  const judged = async (decisions: object[], of: Audit = audit, more: Partial<CiValues> = {}) => {
    const from = await file({ decisions })
    const baseline = more.baseline === undefined ? undefined : await Baseline.read(more.baseline)
    return judge(of, { decisions: from, ...more }, { baseline, decided: await Decided.read(from, []) })
  }

  test('what was accepted or is a false alarm does not fail', async () => {
    const verdict = await judged(all)
    expect(verdict).toMatchObject({ status: 0, failedFiles: [] })
    expect(verdict.cases.map(({ outcome }) => outcome)).toEqual(['accepted', 'passed', 'passed', 'accepted'])
  })

  test('one fault that nobody has accepted is enough to fail', async () => {
    expect(await judged(all.slice(1))).toMatchObject({ status: 1, failedFiles: ['a.wav'] })
  })

  test('"retake" lets nothing pass', async () => {
    const retake = all.map((each) => ({ ...each, decision: 'retake' }))
    expect((await judged(retake)).failedFiles).toEqual(['a.wav', 'b.wav'])
  })

  test('a file that also sounds poor as a whole has to be accepted as a whole', async () => {
    const poor = auditOf({
      quality: [{ ...flaggedQuality('a.wav', click(1), click(5)), reasons: ['2 clicks', 'noisy'] }],
    })
    expect((await judged(all, poor)).status).toBe(1)
    expect((await judged([decision('a.wav', 'quality', null, 'accept')], poor)).status).toBe(0)
  })

  test('with a baseline an accepted fault is not counted as more', async () => {
    const baseline = await file(auditOf({ quality: [flaggedQuality('a.wav', click(1))] }))
    const now = auditOf({ quality: [flaggedQuality('a.wav', click(1), click(5))] })
    expect((await judged(all.slice(1, 2), now, { baseline })).status).toBe(0)
    expect((await judged([decision('x.wav', 'click', 5, 'accept')], now, { baseline })).status).toBe(1)
  })

  test('of an export they go with the content, whatever the file is called', async () => {
    const content = path.join(folder, 'content.wav')
    await writeFile(content, 'sound')
    const sha256 = createHash('sha256').update('sound').digest('hex')
    const lines = all.slice(0, 2).map((each) => JSON.stringify({ ...each, file: 'old-name.wav', sha256 }))
    const from = await file(`${lines.join('\n')}\n`)
    const only = auditOf({ quality: [flaggedQuality('a.wav', click(1), click(5))] })
    const statusWith = async (at: string) => {
      const decided = await Decided.read(from, [{ name: 'a.wav', path: at }])
      return judge(only, { decisions: from }, { baseline: undefined, decided }).status
    }
    expect(await statusWith(content)).toBe(0)
    await writeFile(content, 'another sound')
    expect(await statusWith(content)).toBe(1)
  })

  test.each([
    ['an audit', auditOf({ quality: [{ file: 'a.wav' }] })],
    ['half a line', '{"file":"a.wav"'],
    ['a decision about nothing', { decisions: [{ file: 'a.wav' }] }],
  ])('%s is refused', async (_, content) => {
    await expect(Decided.read(await file(content), [])).rejects.toThrow(/holds no decisions/)
  })
})
