import { expect, test } from 'vitest'
import type { Audit } from '../../../src/audit/engine.js'
import type { CiValues } from '../../../src/cli/ci/ci-request.js'
import { auditAsJunit, failureAsJunit } from '../../../src/cli/ci/junit.js'
import { verdictOf } from '../../../src/cli/ci/verdict.js'
import { auditOf, click, hostileName, noYardsticks, requestOf } from './batch.js'
import { antSchema, faultsAgainst, jenkinsSchema } from './junit-schemas.js'
import { parseXml } from './xml.js'

const startedAt = new Date('2026-03-04T05:06:07.890Z')

function junitOf(audit: Audit, values: Partial<CiValues> = {}, listeningSec = new Map<string, number>()) {
  const verdict = verdictOf(audit, requestOf(values, Object.keys(audit.checks) as 'quality'[]), noYardsticks)
  return parseXml(auditAsJunit(audit, verdict, { startedAt, listeningSec }))
}

const batch = auditOf({
  quality: [
    { file: 'good.wav', score: 97, snrDb: 41.5, clipping: { clipCount: 0 }, issues: [] },
    {
      file: 'bad.wav',
      flagged: true,
      score: 40,
      snrDb: 38,
      clipping: { clipCount: 3 },
      reasons: ['a click at 0:03'],
      issues: [click(3.25), click(9, { audibilityLabel: 'subtle' })],
    },
  ],
  pace: [
    { file: 'good.wav', deviation: 0.01 },
    { file: 'bad.wav', deviation: null, judged: false, note: 'Too few words to judge the pace.' },
  ],
})

test('a suite for each check, a case for each file, the failure with its message and second', () => {
  const report = junitOf(batch, {}, new Map([['bad.wav', 3]]))
  expect(report.children.map(({ attributes }) => attributes)).toEqual([
    expect.objectContaining({
      name: 'quality',
      tests: '2',
      failures: '1',
      errors: '0',
      skipped: '0',
      time: '1.500',
      timestamp: '2026-03-04T05:06:07',
    }),
    expect.objectContaining({ name: 'pace', tests: '2', failures: '0', skipped: '1', time: '1.500' }),
  ])
  const [, good, bad] = report.children[0].children
  expect(good).toMatchObject({ attributes: { name: 'good.wav', time: '0.000' }, children: [] })
  expect(bad).toMatchObject({
    attributes: { name: 'bad.wav', classname: 'audio-audit.quality', time: '1.500' },
    children: [
      {
        name: 'failure',
        attributes: { type: 'quality', message: 'a click at 0:03' },
        text: 'a click at 0:03\n3.25-3.26 s: click (severe)',
      },
    ],
  })
  const [skipped] = report.children[1].children[2].children
  expect(skipped).toMatchObject({
    name: 'skipped',
    attributes: { message: 'Too few words to judge the pace.' },
  })
})

test('numbers are properties of the suite, those inside of groups too', () => {
  const [properties] = junitOf(batch).children[0].children
  expect(properties.children.map(({ attributes: { name, value } }) => `${name} = ${value}`)).toEqual([
    `auditId = ${'a'.repeat(32)}`,
    'score = 80',
    'good.wav: score = 97',
    'good.wav: snrDb = 41.5',
    'good.wav: clipping.clipCount = 0',
    'bad.wav: score = 40',
    'bad.wav: snrDb = 38',
    'bad.wav: clipping.clipCount = 3',
  ])
})

const documents = {
  'a batch with a fault': junitOf(batch),
  'one whose faults do not count': junitOf(batch, { 'fail-on': 'pace' }),
  'what is wrong with the batch as a whole': junitOf({
    ...batch,
    batchAlarms: [
      { kind: 'identicalFiles', message: 'The same <file> twice.', files: [] },
      { kind: 'sharedFault', message: 'All hum.', files: [] },
    ],
  }),
  'a name that does its worst': junitOf(
    auditOf({
      quality: [{ file: hostileName, flagged: true, score: 1, issues: [], reasons: [hostileName, ']]>'] }],
    }),
  ),
  'one that could not be audited': parseXml(
    failureAsJunit([{ file: hostileName, message: 'It is <empty>.' }], 'Nothing.', startedAt),
  ),
  'a request that was wrong': parseXml(failureAsJunit([], 'Send at least 2 files.', startedAt)),
}

test.each(Object.entries(documents))('%s is valid by the schemas of Ant and Jenkins', (_, document) => {
  expect(faultsAgainst(antSchema, document)).toEqual([])
  expect(faultsAgainst(jenkinsSchema, document)).toEqual([])
})

test('the validators find what is wrong', () => {
  const wrong = parseXml(
    '<testsuites><testsuite name="a" tests="x"><system-out/><testcase name="b"><properties/></testcase></testsuite></testsuites>',
  )
  const ant = faultsAgainst(antSchema, wrong)
  for (const fault of [
    'testsuites/testsuite[0] lacks timestamp',
    'testsuites/testsuite[0]/@tests may not be "x"',
    'testsuites/testsuite[0] has its elements out of order',
    'testsuites/testsuite[0] has 0 of properties',
    'testsuites/testsuite[0]/testcase[1] has properties',
  ])
    expect(ant).toContain(fault)
  expect(faultsAgainst(jenkinsSchema, wrong)).toContain('testsuites/testsuite[0]/testcase[1] has properties')
})

test('a name of any characters reads as it was meant, as far as XML can have it', () => {
  const document = documents['a name that does its worst']
  const [, only] = document.children[0].children
  expect(only.attributes.name).toBe(
    '::error::"<b>&amp;\'|`[x](javascript:1)\n::add-mask::a%0A##[set-env]\\u0007\ufffd\\u202e.wav',
  )
})

test('what is wrong with the batch as a whole is a suite of its own', () => {
  const suites = documents['what is wrong with the batch as a whole'].children
  expect(suites.at(-1)?.attributes).toMatchObject({ name: 'batch', tests: '2', failures: '1', skipped: '1' })
  expect(
    documents['one whose faults do not count'].children.map(({ attributes }) => attributes.name),
  ).not.toContain('batch')
})
