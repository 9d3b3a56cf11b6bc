import { expect, it } from 'vitest'
import { faultOf } from './fixtures-decode.js'
import { mutations } from './mutations.js'

/** `npm run bench -- mutations` sets them for the long run, which prints what came of each kind. */
const COUNT = Number(process.env.MUTATED_AUDIO_FILES ?? 1_000)
const SEED = Number(process.env.MUTATION_SEED ?? 20_240_101)
const isLongRun = process.env.MUTATED_AUDIO_FILES !== undefined

it(`${COUNT} tampered files give ${COUNT} answers or typed errors`, { timeout: 3_600_000 }, async () => {
  const outcomes = new Map<string, number>()
  const failures: string[] = []
  const cpu = process.cpuUsage()
  let slowest = { what: '', ms: 0 }
  let answers = 0
  let warmRss = 0
  let peakRss = 0
  for (const { what, bytes } of mutations(COUNT, SEED)) {
    const start = performance.now()
    try {
      const outcome = await faultOf(bytes)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      answers++
    } catch (error) {
      failures.push(`${what}: ${error}`)
    }
    const ms = performance.now() - start
    if (ms > slowest.ms) slowest = { what, ms }
    const { rss } = process.memoryUsage()
    // By then every decoder has been loaded.
    if (answers === 150) warmRss = rss
    peakRss = Math.max(peakRss, rss)
  }
  if (isLongRun) {
    const growthMb = (peakRss - warmRss) / 1e6
    const { user, system } = process.cpuUsage(cpu)
    const cpuSec = (user + system) / 1e6
    console.log(Object.fromEntries(outcomes), slowest, { growthMb, peakMb: peakRss / 1e6, cpuSec })
  }
  expect(failures).toEqual([])
  expect(answers).toBe(COUNT)
  // Tampering that is never noticed, or files that are all refused, would mean that this test tests nothing.
  expect(outcomes.get('none')).toBeGreaterThan(0)
  expect(outcomes.get('corrupt')).toBeGreaterThan(0)
  expect(outcomes.get('truncated')).toBeGreaterThan(0)
})
