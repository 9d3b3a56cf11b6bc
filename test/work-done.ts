import { Session } from 'node:inspector/promises'

/**
 * How often the blocks of our own code ran while something was done, as V8 counts them for coverage. Unlike time it is the same on
 * every machine and under any load. What happens inside built-in functions is not counted.
 */
export async function blocksRun(work: () => unknown): Promise<number> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes('/src/'))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0)
  } finally {
    session.disconnect()
  }
}
