import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Audit } from '../../../src/audit/engine.js'
import type { CiValues } from '../../../src/cli/ci/ci-request.js'
import { jsonWithoutCommands, withoutCommands } from '../../../src/cli/ci/github-commands.js'
import {
  failureAnnotations,
  verdictAnnotations,
  writeStepSummary,
} from '../../../src/cli/ci/github-report.js'
import { markdownText } from '../../../src/cli/ci/step-summary.js'
import { verdictOf } from '../../../src/cli/ci/verdict.js'
import { auditOf, click, hostileName, noYardsticks, requestOf } from './batch.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'github-'))
})
afterAll(() => rm(folder, { recursive: true }))

const GITHUB_WORKSPACE = '/repo'
const judged = (audit: Audit, values: Partial<CiValues> = {}) =>
  verdictOf(audit, requestOf(values, Object.keys(audit.checks) as 'quality'[]), noYardsticks)

function annotations(audit: Audit, values: Partial<CiValues> = {}, folderOf = '/repo/voices'): string[] {
  const names = [...new Set(judged(audit).cases.map(({ track }) => track.file))]
  const files = names.map((name) => ({ name, path: path.join(folderOf, name) }))
  return lines(verdictAnnotations(audit, judged(audit, values), files, { GITHUB_WORKSPACE }))
}

const lines = (text: string) => text.split('\n').filter(Boolean)

/** How the runner reads a line: nothing, or a command. As in its ActionCommand: blanks before "::" do not matter. */
function commandIn(line: string): { name: string; properties: Record<string, string>; data: string } | null {
  const found = /^\s*::([\w-]+)(?: ([^:]*))?::(.*)$/s.exec(line)
  if (!found) return null
  const unescaped = (text: string) =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%')
  const properties = (found[2] ?? '').split(',').filter(Boolean)
  return {
    name: found[1],
    properties: Object.fromEntries(
      properties.map((each) => [
        each.slice(0, each.indexOf('=')),
        unescaped(each.slice(each.indexOf('=') + 1)),
      ]),
    ),
    data: unescaped(found[3]),
  }
}

const bad = (file: string) => ({
  file,
  flagged: true,
  score: 40,
  issues: [click(3.25)],
  reasons: ['a click, 50 % too loud'],
})

test('an error on each file that fails, a warning on each that is flagged otherwise, a notice for the batch', () => {
  const audit = auditOf(
    {
      quality: [bad('a.wav'), { file: 'b.wav', score: 99, issues: [] }],
      pace: [
        { file: 'a.wav', deviation: 0 },
        { file: 'b.wav', flagged: true, deviation: 0.4 },
      ],
    },
    { quality: { batchTraits: [{ summary: 'Both end early.', advice: 'Trim less.' }] } },
  )
  expect(annotations(audit, { 'fail-on': 'quality' }).map(commandIn)).toEqual([
    {
      name: 'error',
      properties: { file: 'voices/a.wav', title: 'a.wav: 1 check flagged' },
      data: 'quality: a click, 50 % too loud\nquality: 3.25-3.26 s: click (severe)',
    },
    {
      name: 'warning',
      properties: { file: 'voices/b.wav', title: 'b.wav: 1 check flagged' },
      data: 'pace: pace is wrong',
    },
    { name: 'notice', properties: { title: 'audio-audit' }, data: 'Both end early. Trim less.' },
  ])
})

test('what is wrong with the batch as a whole is a warning, and told once', () => {
  const shared = { kind: 'sharedFault' as const, message: 'Both end early.', advice: 'Trim less.', files: [] }
  const audit = {
    ...auditOf(
      { quality: [{ file: 'a.wav', issues: [] }] },
      { quality: { batchTraits: [{ summary: shared.message, advice: shared.advice }] } },
    ),
    batchAlarms: [shared],
  }
  expect(annotations(audit).map(commandIn)).toEqual([
    { name: 'warning', properties: { title: 'audio-audit' }, data: 'Both end early. Trim less.' },
  ])
})

test('what fails of the batch as a whole is an error', () => {
  const alarm = { kind: 'identicalFiles' as const, message: 'The same file is there twice.', files: [] }
  const audit = { ...auditOf({ quality: [{ file: 'a.wav', issues: [] }] }), batchAlarms: [alarm] }
  expect(annotations(audit).map((line) => commandIn(line)?.name)).toEqual(['error'])
  expect(annotations(audit, { 'fail-on': 'quality' }).map((line) => commandIn(line)?.name)).toEqual([
    'warning',
  ])
})

test('a file outside of the checkout is named in the title alone', () => {
  const [line] = annotations(auditOf({ quality: [bad('a.wav')] }), {}, '/elsewhere')
  expect(commandIn(line)?.properties).toEqual({ title: 'a.wav: 1 check flagged' })
})

test.each([0, 1, 9, 10, 11, 500])('never more than ten of a level: %i files', (count) => {
  const names = Array.from({ length: count + 1 }, (_, index) => `${index}.wav`)
  const traits = names.map((name) => ({ summary: name, advice: '' }))
  const audit = auditOf(
    {
      quality: names.map((name, index) => (index < count ? bad(name) : { file: name, issues: [] })),
      pace: names.map((name, index) => ({ file: name, flagged: index < count, deviation: 0.5 })),
    },
    { quality: { batchTraits: traits } },
  )
  const all = annotations(audit, { 'fail-on': 'quality' }).map(commandIn)
  const levels = ['error', 'warning', 'notice'].map(
    (level) => all.filter((each) => each?.name === level).length,
  )
  expect(levels).toEqual([Math.min(count, 10), Math.min(count, 10), Math.min(count + 1, 10)])
  const last = all.filter((each) => each?.name === 'error').at(-1)
  if (count > 10) expect(last?.properties.title).toBe(`${count - 9} more`)
  expect(
    lines(
      failureAnnotations(
        names.map((file) => ({ file, message: 'Empty.' })),
        '',
      ),
    ).length,
  ).toBe(Math.min(count + 1, 10))
})

test('a name cannot add a command of its own', () => {
  const audit = auditOf({ quality: [{ ...bad(hostileName), reasons: [hostileName] }] })
  const all = annotations(audit)
  expect(all).toHaveLength(1)
  expect(commandIn(all[0])?.name).toBe('error')
  expect(failureAnnotations([{ file: hostileName, message: hostileName }], '').match(/\n/g)).toHaveLength(1)
})

test('printed output has no line that the runner would obey', () => {
  const text = `\n::error::a\n  ::add-mask::b\n\u00a0::set-output::c\na ##[command]x\n::\n`
  const shown = withoutCommands(text)
  for (const line of shown.split('\n')) expect(line.trimStart().startsWith('::')).toBe(false)
  expect(shown).not.toContain('##[')
  expect(shown.replaceAll('\u200b', '')).toBe(text)
  const json = JSON.stringify({ file: '##[command]x' })
  expect(jsonWithoutCommands(json)).not.toContain('##[')
  expect(JSON.parse(jsonWithoutCommands(json))).toEqual({ file: '##[command]x' })
})

describe('the summary of the step', () => {
  const summaryOf = async (audit: Audit, before = '') => {
    const GITHUB_STEP_SUMMARY = path.join(folder, 'summary.md')
    await writeFile(GITHUB_STEP_SUMMARY, before)
    await writeStepSummary(audit, judged(audit), { GITHUB_STEP_SUMMARY })
    return readFile(GITHUB_STEP_SUMMARY, 'utf8')
  }

  test('is a table, those that fail first, after what is there already', async () => {
    const audit = auditOf({
      quality: [{ file: 'good.wav', issues: [] }, bad('bad.wav')],
      pace: [
        { file: 'good.wav', deviation: 0 },
        { file: 'bad.wav', deviation: null, judged: false },
      ],
    })
    expect(await summaryOf(audit, '# Earlier\n')).toBe(
      [
        '# Earlier',
        '### audio-audit',
        '',
        'Failed&#58; 1 of 2 files should be regenerated&#46; Score 80.0 of 100.',
        '',
        '| file | quality | pace | why |',
        '| --- | --- | --- | --- |',
        '| bad&#46;wav | **fails** | not judged | a click, 50 % too loud; 3&#46;25-3&#46;26 s&#58; click (severe) |',
        '| good&#46;wav | ok | ok |  |',
        '',
        '',
      ].join('\n'),
    )
  })

  test('what comes from files is text and no more', () => {
    expect(markdownText(hostileName)).not.toMatch(/[<>|`[\]*_~\\@:.!\p{Cc}]/u)
    expect(markdownText('a | b\n# c')).toBe('a &#124; b&#92;u000a&#35; c')
  })

  test('stays below the megabyte that GitHub takes, also beside others', async () => {
    const names = Array.from({ length: 4000 }, (_, index) => `${'長'.repeat(200)}${index}.wav`)
    const audit = auditOf({ quality: names.map(bad) })
    const limit = 1024 * 1024
    const whole = await summaryOf(audit)
    expect(Buffer.byteLength(whole)).toBeGreaterThan(limit / 4)
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(limit)
    expect(whole).toMatch(/\nAnd \d+ more files\.\n/)
    const beside = await summaryOf(audit, 'x'.repeat(limit - 1000))
    expect(Buffer.byteLength(beside)).toBeLessThanOrEqual(limit)
    expect(beside).toContain('Failed&#58; 4000 of 4000 files')
    expect(await summaryOf(audit, 'x'.repeat(limit))).toHaveLength(limit)
  })

  test('a place that cannot be written to is told', async () => {
    const audit = auditOf({ quality: [bad('a.wav')] })
    await expect(
      writeStepSummary(audit, judged(audit), { GITHUB_STEP_SUMMARY: path.join(folder, 'no/such/place') }),
    ).rejects.toThrow(/cannot be written \(ENOENT\)/)
    await writeStepSummary(audit, judged(audit), {})
  })
})
