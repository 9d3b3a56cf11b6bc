// What judging takes against the size of the batch, in blocks of code that ran: no test asserts a time.
import { expect, test } from 'vitest'
import { unpackFindings } from '../../src/audit/packed-findings.js'
import type { CheckName } from '../../src/checks/check.js'
import { checks } from '../../src/checks/registry.js'
import { blocksAndCallsRun } from '../work-done.js'
import { madeUpBatch, type ScriptKind, scriptKinds } from './made-up-batch.js'

/** Twice the files may take so many times the work: linear, and what n log n adds. */
const MOST_WHEN_DOUBLED = 2.3
/** The similarity of every file to every other is part of the answer: four times the numbers, and what n log n adds. */
const MOST_WHEN_SQUARED = 4.6

function judgeOf(check: CheckName, fileCount: number, kind: ScriptKind): () => void {
  const { files, scripts, findings, options } = madeUpBatch(fileCount, kind, [check])
  const batch = files.map((file, at) => ({
    file,
    findings: unpackFindings(findings[0][at]),
    script: scripts[at],
  }))
  return () => checks[check]!.judge(batch, options)
}

/** The work on a batch of so many times the files to that on one. */
async function ratioOf(check: CheckName, fileCount: number, kind: ScriptKind, times = 2): Promise<number> {
  const once = await blocksAndCallsRun(judgeOf(check, fileCount, kind))
  return (await blocksAndCallsRun(judgeOf(check, times * fileCount, kind))) / once
}

// Over two doublings: a single one jumps where a limit on what is compared begins to hold.
test.each(scriptKinds)('four times the files take four times the work: scripts %s', async (kind) => {
  expect(await ratioOf('scriptAccuracy', 50, kind, 4)).toBeLessThan(MOST_WHEN_DOUBLED ** 2)
})

test.each(['quality', 'pace'] as const)('twice the files take twice the work: %s', async (check) => {
  expect(await ratioOf(check, 100, 'fitting')).toBeLessThan(MOST_WHEN_DOUBLED)
})

test('comparison takes as much work as it has numbers to tell, and no more', async () => {
  expect(await ratioOf('comparison', 100, 'fitting')).toBeLessThan(MOST_WHEN_SQUARED)
})
