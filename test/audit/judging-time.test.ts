// What judging takes against the size of the batch. CPU time, the least of several runs, as a ratio: no test asserts a time.
import { expect, test } from 'vitest'
import { unpackFindings } from '../../src/audit/packed-findings.js'
import type { CheckName } from '../../src/checks/check.js'
import { checks } from '../../src/checks/registry.js'
import { madeUpBatch, type ScriptKind, scriptKinds } from './made-up-batch.js'

const REPEATS = 5
/** Of all that goes on on a machine, something may well fall on one of two: then both are measured again. */
const again = { retry: 3 }
/** Twice the files may take so many times as long: linear, and what n log n and a noisy machine add. */
const MOST_WHEN_DOUBLED = 2.3
/** The similarity of every file to every other is part of the answer: four times the numbers, and as much room for noise. */
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

/**
 * CPU of a batch of twice the files to that of one, in turns, so that both meet the same noise. The smaller one is judged
 * twice as often, so that both leave as much to be collected.
 */
function ratioOf(check: CheckName, fileCount: number, kind: ScriptKind, times = 1): number {
  const both = [
    { judge: judgeOf(check, fileCount, kind), runs: 2 * times },
    { judge: judgeOf(check, 2 * fileCount, kind), runs: times },
  ]
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let repeat = 0; repeat <= REPEATS; repeat++)
    for (const [which, { judge, runs }] of both.entries()) {
      const before = process.cpuUsage().user
      for (let run = 0; run < runs; run++) judge()
      // The first one only warms up.
      if (repeat > 0) least[which] = Math.min(least[which], (process.cpuUsage().user - before) / runs)
    }
  return least[1] / least[0]
}

test.each(scriptKinds)('twice the files take twice as long: scripts %s', again, (kind) => {
  const times = kind === 'fitting' ? 20 : 1
  expect(ratioOf('scriptAccuracy', 40, kind, times)).toBeLessThan(MOST_WHEN_DOUBLED)
})

test.each(['quality', 'pace'] as const)('twice the files take twice as long: %s', again, (check) => {
  expect(ratioOf(check, 100, 'fitting', 20)).toBeLessThan(MOST_WHEN_DOUBLED)
})

test('comparison takes as long as it has numbers to tell, and no longer', again, () => {
  expect(ratioOf('comparison', 100, 'fitting')).toBeLessThan(MOST_WHEN_SQUARED)
})
