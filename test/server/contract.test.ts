// The published contract, table by table and row by row, on one audit of real speech with every check.
// What the documentation says is held against the same answers, in both directions.
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FormPart, field } from '../../lab/service/multipart.js'
import { BASE_URL, type Caller, checks, TestService } from '../../lab/service/test-service.js'
import type { AuditPage, AuditResult, Checks } from '../../packages/client/src/types.js'
import { contractBatch, contractNames } from './contract-batch.js'
import { expectRow, type Row } from './contract-rows.js'
import { Documentation } from './documented.js'

const checkNames = ['comparison', 'quality', 'pace', 'scriptAccuracy'] as const
const everything = checks(...checkNames)
const CREDITS = 1000

let service: TestService
let documentation: Documentation
let caller: Caller
let batch: FormPart[]
let audit: AuditResult
let item: AuditResult

const reports = () => audit.checks as Required<Checks>
const post = (query: Record<string, string>, parts: FormPart[], headers: Record<string, string> = {}) =>
  service.audit(query, parts, caller.key, headers)

function described(method: string, path: string, answer: LightMyRequestResponse): LightMyRequestResponse {
  documentation.expectDescribed(method, path, answer)
  return answer
}

beforeAll(async () => {
  service = await TestService.start()
  documentation = new Documentation(service.app)
  caller = await service.caller(CREDITS)
  batch = await contractBatch()
  audit = described('POST', '/v1/audit', await post(everything, batch)).json()
  const list: AuditPage = described('GET', '/v1/audits', await service.get('/v1/audits', caller.key)).json()
  item = list.audits[0]
})
afterAll(() => service?.stop())

const oneDecimal = (value: number) => Math.round(value * 10) / 10
const isWithin = (value: number, least: number, most: number) => value >= least && value <= most
const flaggedBy = (check: keyof Checks) =>
  (reports()[check].tracks as { file: string; flagged: boolean }[]).filter(({ flagged }) => flagged)

describe('Audit', () => {
  const rows: Row[] = [
    ['score', 'number'],
    ['summary', 'string'],
    ['fileCount', 'count'],
    ['auditId', 'string'],
    ['reportUrl', 'string'],
    ['tracksToRegenerate', 'array'],
    ['checks', 'object'],
    ['creditsUsed', 'number'],
    ['timing', 'object'],
  ]
  test.each(rows)('%s: %s', (...row) => expectRow([audit], row))

  test('has no other field, but for what was added since', () => {
    const added = ['deviationThreshold', 'batchAlarms']
    expect(Object.keys(audit).toSorted()).toEqual([...rows.map(([name]) => name), ...added].toSorted())
  })

  test('score is the average of the scores of all enabled checks, with one decimal', () => {
    const scores = Object.values(audit.checks).map(({ score }) => score)
    expect(scores).toHaveLength(4)
    expect(audit.score).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / 4, 0)
    for (const score of [audit.score, ...scores]) {
      expect(isWithin(score, 0, 100)).toBe(true)
      expect(oneDecimal(score)).toBe(score)
    }
  })

  test('summary is one sentence', () => expect(audit.summary).toMatch(/^[^\n]+\.$/))

  test('auditId is 32 hex digits, and reportUrl leads to its page below the base address', () => {
    expect(audit.auditId).toMatch(/^[0-9a-f]{32}$/)
    expect(audit.reportUrl!.startsWith(`${BASE_URL}/`)).toBe(true)
    expect(audit.reportUrl).toContain(audit.auditId)
  })

  test('timing has decode, checks and total, in seconds', () => {
    expect(Object.keys(audit.timing).toSorted()).toEqual(['checks', 'decode', 'total'])
    for (const name of ['decode', 'checks', 'total'] as const) expectRow([audit.timing], [name, 'number'])
    expect(audit.timing.total).toBeGreaterThanOrEqual(audit.timing.decode)
  })

  test('creditsUsed is 1 for each check on each file', async () => {
    expect(audit.creditsUsed).toBe(4 * contractNames.length)
  })

  test('checks holds the enabled ones', () =>
    expect(Object.keys(audit.checks).toSorted()).toEqual([...checkNames].toSorted()))
})

describe('TrackToRegenerate', () => {
  test.each([
    ['file', 'string'],
    ['reasons', 'array'],
  ] as Row[])('%s: %s', (...row) => expectRow(audit.tracksToRegenerate, row))

  test('a file is listed when any check flags it, in upload order', () => {
    const flagged = new Set(checkNames.flatMap((check) => flaggedBy(check).map((track) => track.file)))
    expect(flagged.size).toBeGreaterThan(0)
    expect(audit.tracksToRegenerate.map((track) => track.file)).toEqual(
      contractNames.filter((name) => flagged.has(name)),
    )
  })

  const reasons = () => audit.tracksToRegenerate.flatMap((track) => track.reasons)
  test.each([
    ['check', 'string'],
    ['message', 'string'],
  ] as Row[])('Reason.%s: %s', (...row) => expectRow(reasons(), row))

  test('Reason.check names the checks that flag the file, and no other', () => {
    for (const track of audit.tracksToRegenerate) {
      const named = [...new Set(track.reasons.map(({ check }) => check))].toSorted()
      const flagging = checkNames.filter((check) =>
        flaggedBy(check).some((flagged) => flagged.file === track.file),
      )
      expect(named).toEqual(flagging.toSorted())
    }
  })

  test('Reason.deviation is there for the comparison of voices, and only for comparison', () => {
    const withDeviation = reasons().filter(({ deviation }) => deviation !== undefined)
    expectRow(withDeviation, ['deviation', 'number'])
    for (const { check } of withDeviation) expect(check).toBe('comparison')
  })
})

describe('checks.comparison', () => {
  test.each([
    ['score', 'number'],
    ['summary', 'string'],
    ['similarityMatrix', 'array of arrays of number'],
    ['volumeConsistency', 'object'],
    ['tracks', 'array'],
  ] as Row[])('%s: %s', (...row) => expectRow([reports().comparison], row))

  test('similarityMatrix is square, symmetric, and 1 on the diagonal', () => {
    const { similarityMatrix: matrix } = reports().comparison
    expect(matrix).toHaveLength(contractNames.length)
    matrix.forEach((row, at) => {
      expect(row).toHaveLength(contractNames.length)
      expect(row[at]).toBe(1)
      row.forEach((value, other) => {
        expect(value).toBe(matrix[other][at])
      })
    })
  })

  test.each([
    ['score', 'number'],
    ['medianDb', 'number'],
    ['spreadDb', 'number'],
    ['outliers', 'array'],
  ] as Row[])('volumeConsistency.%s: %s', (...row) =>
    expectRow([reports().comparison.volumeConsistency], row),
  )

  test.each([
    ['file', 'string'],
    ['db', 'number'],
    ['deviationDb', 'number'],
  ] as Row[])('volumeConsistency.outliers.%s: %s', (...row) =>
    expectRow(reports().comparison.volumeConsistency.outliers, row),
  )

  test.each([
    ['file', 'string'],
    ['similarity', 'number'],
    ['deviation', 'number'],
    ['flagged', 'boolean'],
  ] as Row[])('tracks.%s: %s', (...row) => expectRow(reports().comparison.tracks, row))

  test('the stranger among the voices is flagged', () => {
    expect(flaggedBy('comparison').map((track) => track.file)).toEqual(['three.wav'])
  })
})

describe('checks.quality', () => {
  test.each([
    ['score', 'number'],
    ['summary', 'string'],
    ['tracks', 'array'],
  ] as Row[])('%s: %s', (...row) => expectRow([reports().quality], row))

  test.each([
    ['score', 'number'],
    ['flagged', 'boolean'],
    ['snrDb', 'number'],
    ['issueCount', 'count'],
    ['issueSummary', 'object'],
    ['issues', 'array'],
    ['clipping', 'object'],
    ['bandwidth', 'object'],
  ] as Row[])('QualityTrack.%s: %s', (...row) => expectRow(reports().quality.tracks, row))

  test.each([
    ['total', 'count'],
    ['severe', 'count'],
    ['noticeable', 'count'],
    ['garbleCount', 'count'],
    ['staticCount', 'count'],
    ['silenceCount', 'count'],
    ['worstLabel', 'string'],
  ] as Row[])('issueSummary.%s: %s', (...row) =>
    expectRow(
      reports().quality.tracks.map(({ issueSummary }) => issueSummary),
      row,
    ),
  )

  test.each([
    ['clipCount', 'count'],
    ['clipPercentage', 'number'],
  ] as Row[])('clipping.%s: %s', (...row) =>
    expectRow(
      reports().quality.tracks.map(({ clipping }) => clipping),
      row,
    ),
  )

  test.each([
    ['cutoffHz', 'number or null'],
    ['spectralCentroidHz', 'number'],
    ['bandwidthRatio', 'number'],
  ] as Row[])('bandwidth.%s: %s', (...row) =>
    expectRow(
      reports().quality.tracks.map(({ bandwidth }) => bandwidth),
      row,
    ),
  )

  const issues = () => reports().quality.tracks.flatMap((track) => track.issues)
  test.each([
    ['timeSec', 'number'],
    ['endSec', 'number'],
    ['durationMs', 'number'],
    ['type', 'string'],
    ['severity', 'number'],
    ['audibility', 'number'],
    ['audibilityLabel', 'string'],
    ['confidence', 'number'],
  ] as Row[])('Issue.%s: %s', (...row) => expectRow(issues(), row))

  test('issues lie inside of the file, last as long as they say, and are labelled', () => {
    for (const { timeSec, endSec, durationMs, type, audibilityLabel, ...shares } of issues()) {
      expect(isWithin(timeSec, 0, endSec)).toBe(true)
      // Times are told in hundredths of a second.
      expect(Math.abs(durationMs - 1000 * (endSec - timeSec))).toBeLessThanOrEqual(10)
      const { severity, audibility, confidence } = shares
      expect([severity, audibility, confidence!].every((value) => isWithin(value, 0, 1))).toBe(true)
      expect(['subtle', 'noticeable', 'severe']).toContain(audibilityLabel)
      expect(['garble', 'silence', 'static', 'click', 'dropout', 'clipping', 'truncation', 'hum']).toContain(
        type,
      )
    }
  })

  test('the counts are those of the list', () => {
    const order = ['none', 'subtle', 'noticeable', 'severe']
    for (const { issues: list, issueCount, issueSummary } of reports().quality.tracks) {
      const count = (key: 'type' | 'audibilityLabel', value: string) =>
        list.filter((issue) => issue[key] === value).length
      expect(issueCount).toBe(list.length)
      expect(issueSummary).toEqual({
        total: list.length,
        severe: count('audibilityLabel', 'severe'),
        noticeable: count('audibilityLabel', 'noticeable'),
        garbleCount: count('type', 'garble'),
        staticCount: count('type', 'static'),
        silenceCount: count('type', 'silence'),
        worstLabel: order[Math.max(0, ...list.map((issue) => order.indexOf(issue.audibilityLabel)))],
      })
    }
  })
})

describe('checks.pace', () => {
  test.each([
    ['score', 'number'],
    ['summary', 'string'],
    ['tracks', 'array'],
    ['medianWordsPerMinute', 'number'],
  ] as Row[])('%s: %s', (...row) => expectRow([reports().pace], row))

  test.each([
    ['file', 'string'],
    ['wordsPerMinute', 'number'],
    ['wordCount', 'count'],
    ['speechSec', 'number'],
    ['deviation', 'number'],
    ['flagged', 'boolean'],
    ['longestPauseSec', 'number'],
  ] as Row[])('tracks.%s: %s', (...row) => expectRow(reports().pace.tracks, row))
})

describe('checks.scriptAccuracy', () => {
  test.each([
    ['score', 'number'],
    ['summary', 'string'],
    ['spokenTagCount', 'count'],
    ['tracks', 'array'],
  ] as Row[])('%s: %s', (...row) => expectRow([reports().scriptAccuracy], row))

  test.each([
    ['transcript', 'string'],
    ['accuracy', 'number'],
    ['wordErrorRate', 'number'],
    ['flagged', 'boolean'],
    ['tags', 'object'],
  ] as Row[])('ScriptTrack.%s: %s', (...row) => expectRow(reports().scriptAccuracy.tracks, row))

  test('accuracy is 0 to 100, and what the word error rate leaves', () => {
    for (const { accuracy, wordErrorRate } of reports().scriptAccuracy.tracks) {
      expect(isWithin(accuracy, 0, 100)).toBe(true)
      expect(wordErrorRate).toBeGreaterThanOrEqual(0)
      expect(accuracy).toBeCloseTo(100 * Math.max(0, 1 - wordErrorRate), 0)
    }
  })

  const tags = () => reports().scriptAccuracy.tracks.map((track) => track.tags)
  test.each([
    ['found', 'count'],
    ['spoken', 'array'],
  ] as Row[])('tags.%s: %s', (...row) => expectRow(tags(), row))

  test.each([
    ['tag', 'string'],
    ['content', 'string'],
    ['spokenWord', 'string'],
    ['timeSec', 'number'],
    ['endSec', 'number'],
  ] as Row[])('SpokenTag.%s: %s', (...row) =>
    expectRow(
      tags().flatMap(({ spoken }) => spoken),
      row,
    ),
  )

  test('spokenTagCount is the total over all files, and a tag is told as it is written', () => {
    const spoken = tags().flatMap((each) => each.spoken)
    expect(reports().scriptAccuracy.spokenTagCount).toBe(spoken.length)
    expect(spoken).toMatchObject([{ tag: '[whispering]', content: 'whispering' }])
    expect(tags().map(({ found }) => found)).toEqual([0, 0, 1])
  })
})

test.each(checkNames)('%s has one track per file, in upload order', (check) => {
  expect(reports()[check].tracks.map((track) => track.file)).toEqual(contractNames)
})

describe('Audit list item', () => {
  test.each([
    ['auditId', 'string'],
    ['fileCount', 'count'],
    ['fileNames', 'array of string'],
    ['selectedAnalyses', 'array of string'],
    ['accuracy', 'string'],
    ['score', 'number'],
    ['summary', 'string'],
    ['regenCount', 'count'],
    ['tracksToRegenerate', 'array'],
    ['checks', 'object'],
    ['creditsUsed', 'number'],
    ['audioUrls', 'array of string'],
    ['timing', 'object'],
    ['source', 'string'],
    ['createdAt', 'string'],
  ] as Row[])('%s: %s', (...row) => expectRow([item], row))

  test('holds the full result as it was answered', () => expect(item).toMatchObject(audit))

  test('and what is stored beside it', () => {
    expect(item).toMatchObject({
      fileNames: contractNames,
      accuracy: 'standard',
      source: 'api',
      regenCount: audit.tracksToRegenerate.length,
    })
    expect(item.selectedAnalyses.toSorted()).toEqual([...checkNames].toSorted())
    expect(item.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/)
    expect(Math.abs(Date.now() - Date.parse(item.createdAt))).toBeLessThan(3_600_000)
  })

  test('audioUrls lead to the files, in upload order', async () => {
    expect(item.audioUrls).toHaveLength(contractNames.length)
    for (const [at, url] of item.audioUrls.entries()) {
      const { pathname, search } = new URL(url)
      const answer = await service.app.inject({ url: pathname + search })
      expect(answer.rawPayload.equals(batch[at].value as Buffer)).toBe(true)
    }
  })

  test('is what GET /v1/audits/{auditId} answers', async () => {
    const one = await service.get(`/v1/audits/${audit.auditId}`, caller.key)
    expect(described('GET', '/v1/audits/{auditId}', one).json()).toEqual(item)
  })
})

describe('POST /v1/audit', () => {
  // The same files again: nothing is heard anew, so these are quick.
  const again = async (parts: FormPart[], query = everything) => {
    const answer = described('POST', '/v1/audit', await post(query, [...batch, ...parts]))
    expect(answer.statusCode).toBe(200)
    return answer.json() as AuditResult
  }
  const flags = ({ checks: given }: AuditResult) =>
    Object.values(given).flatMap(({ tracks }) => tracks.filter(({ flagged }) => flagged)).length

  test('deviationThreshold is 0.15 when not given; smaller flags more, larger less', async () => {
    const same = await again([field('deviationThreshold', '0.15')])
    expect(same.checks).toEqual(audit.checks)
    const [strict, mild] = [
      await again([field('deviationThreshold', '0')]),
      await again([field('deviationThreshold', '1')]),
    ]
    expect(flags(strict)).toBeGreaterThan(flags(audit))
    expect(flags(mild)).toBeLessThan(flags(audit))
  })

  test('qualityChecks leaves out what is turned off, and nothing else', async () => {
    const without = await again([field('qualityChecks', '{"silenceGaps":false}')], checks('quality'))
    const kinds = (given: AuditResult) =>
      given.checks.quality!.tracks.flatMap(({ issues }) => issues.map(({ type }) => type))
    expect(kinds(audit)).toContain('silence')
    expect(kinds(without)).toEqual(kinds(audit).filter((type) => type !== 'silence'))
    expect(without.checks.quality!.disabledChecks).toEqual(['silenceGaps'])
    expect(Object.keys(without.checks)).toEqual(['quality'])
  })
})
