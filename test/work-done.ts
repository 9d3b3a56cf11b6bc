import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

let session: Session | undefined

/**
 * V8 counts blocks only in functions that it compiled while it was told to count, and drops the code of functions that rest for a
 * while. So it is told so the first time, and goes on to the end.
 */
async function counting(): Promise<Session> {
  if (!session) {
    setFlagsFromString('--no-flush-bytecode')
    session = new Session()
    session.connect()
    await session.post('Profiler.enable')
  }
  // To be told again makes it drop all optimised code, in which it counts nothing.
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return session
}

/**
 * How often the blocks of our own code ran while something was done, as V8 counts them for coverage. Unlike time it is the same on
 * every machine and under any load. What happens inside built-in functions is not counted.
 */
export async function blocksRun(work: () => unknown): Promise<number> {
  const counter = await counting()
  // What was counted before begins anew with this.
  await counter.post('Profiler.takePreciseCoverage')
  // For this work alone: other tests share the process, and signal processing takes 25 times as long without the optimiser.
  setFlagsFromString('--no-opt')
  try {
    await work()
  } finally {
    setFlagsFromString('--opt')
  }
  const { result } = await counter.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}
