import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { afterAll, expect, test } from 'vitest'
import { createJudging } from '../../src/audit/judging.js'
import { judgingHere } from '../../src/audit/judging-here.js'
import { packFindings } from '../../src/audit/packed-findings.js'
import { defaultOptions } from '../../src/checks/check.js'
import { builtChecks, checks } from '../../src/checks/registry.js'
import { madeUpBatch } from './made-up-batch.js'

const judging = createJudging()
afterAll(() => judging.close())

test('a batch is judged on another thread, with the same outcome to the letter', async () => {
  const batch = madeUpBatch(12, 'swapped')
  const here = await judgingHere.judge(batch)
  const judges = builtChecks.map((name) => checks[name]!.judge)
  try {
    // Whoever judged on this thread would fall over these.
    for (const name of builtChecks)
      Object.assign(checks[name]!, {
        judge: () => {
          throw new Error('judged on the thread of the request')
        },
      })
    expect(await judging.judge(batch)).toEqual(here)
  } finally {
    for (const [place, name] of builtChecks.entries()) Object.assign(checks[name]!, { judge: judges[place] })
  }
  expect(here.regenCount).toBe(12)
})

test('what cannot be judged fails by itself, and the next batch is judged', async () => {
  const broken = { ...madeUpBatch(2, 'fitting'), findings: [[packFindings(null), packFindings(null)]] }
  await expect(judging.judge({ ...broken, checks: ['pace'] })).rejects.toThrow()
  expect(await judging.judge(madeUpBatch(2, 'fitting'))).toMatchObject({ regenCount: 0 })
})

test('a caller who has gone is not waited for', async () => {
  const gone = new AbortController()
  const judged = judging.judge(madeUpBatch(2, 'fitting'), { signal: gone.signal })
  gone.abort(new Error('hung up'))
  await expect(judged).rejects.toThrow('hung up')
})

test('options reach the judges', async () => {
  const batch = madeUpBatch(4, 'unlike')
  const lax = await judgingHere.judge({ ...batch, options: { ...defaultOptions, deviationThreshold: 1 } })
  expect(lax.regenCount).toBeLessThan((await judgingHere.judge(batch)).regenCount)
})

// On Linux every thread has a priority of its own, and a number as processes have.
test.runIf(process.platform === 'linux')(
  'the thread that judges leaves the cores to the one that answers',
  async () => {
    const own = getPriority(process.pid)
    await judging.judge(madeUpBatch(2, 'fitting'))
    const others = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
    expect(others).toContain(Math.min(19, own + 5))
    expect(getPriority(process.pid)).toBe(own)
  },
)
