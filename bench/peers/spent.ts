/** What a process spent on a piece of work. */
export interface Spent {
  cpuSec: number
  wallSec: number
}

export async function spentOn(work: () => Promise<unknown>): Promise<Spent> {
  const before = process.cpuUsage()
  const startedMs = performance.now()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpuSec: (user + system) / 1e6, wallSec: (performance.now() - startedMs) / 1e3 }
}
