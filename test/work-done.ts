import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

let session: Session | undefined

/**
 * V8 counts blocks only in functions that it compiled while it was told to count, drops the code of functions that rest for a while,
 * and loses counts where it optimises. So counting goes on from the first time to the end, and neither is allowed meanwhile.
 */
async function counting(): Promise<Session> {
  if (session) return session
  setFlagsFromString('--no-flush-bytecode')
  setFlagsFromString('--no-opt')
  session = new Session()
  session.connect()
  await session.post('Profiler.enable')
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
  await work()
  const { result } = await counter.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.includes('/src/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0)
}
