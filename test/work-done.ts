import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

// V8 counts only in functions that it compiled while it was told to count, and drops the code of functions that rest for a while.
// So it is told so when this is imported, before any test has run, and goes on to the end of the process, which is that of one
// file of tests (see vitest.config.ts).
setFlagsFromString('--no-flush-bytecode')
const counter = new Session()
counter.connect()
await counter.post('Profiler.enable')
await counter.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/**
 * How often the branches and loops of our own code ran while something was done, as V8 counts them for coverage. Unlike time it
 * is the same on every machine and under any load. What happens inside built-in functions is not counted.
 */
export async function blocksRun(work: () => unknown): Promise<number> {
  // The first range of a function is the whole of it: its calls, of which optimised code counts none.
  return (await rangesRun(work)).reduce((sum, ranges) => sum + total(ranges.slice(1)), 0)
}

/** The same with calls of functions, for what loops by built-in functions alone. Takes half as long again, without the optimiser. */
export async function blocksAndCallsRun(work: () => unknown): Promise<number> {
  setFlagsFromString('--no-opt')
  // To be told again makes V8 drop what it has optimised already.
  await counter.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  try {
    return (await rangesRun(work)).reduce((sum, ranges) => sum + total(ranges), 0)
  } finally {
    setFlagsFromString('--opt')
  }
}

type Ranges = { count: number }[]

const total = (ranges: Ranges) => ranges.reduce((sum, { count }) => sum + count, 0)

/** Of every function of ours. */
async function rangesRun(work: () => unknown): Promise<Ranges[]> {
  // What was counted before begins anew with this.
  await counter.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await counter.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.map(({ ranges }) => ranges))
}
