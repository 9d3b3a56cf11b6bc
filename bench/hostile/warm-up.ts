// Models are opened once on every thread, 2 to 3 s of a core each. Whoever measures what audits take beside others has that behind them.
import { spareCount, workerCount } from '../../src/audit/capacity.js'
import type { Client } from './client.js'
import { speech } from './sounds.js'

const THREADS = workerCount() + spareCount(workerCount())
/** Long enough that none has ended before the last has begun. */
const SENTENCES = 4

/** So many callers at once that each thread of the service has listened to one of them. */
export async function openModels(party: (name: string, credits: number) => Promise<Client>): Promise<void> {
  const on = ['quality', 'scriptAccuracy']
  const callers = await Promise.all(Array.from({ length: THREADS }, () => party('warm-up', on.length)))
  await Promise.all(
    callers.map(async (caller, at) => {
      const { bytes } = await speech(at, SENTENCES)
      const { status } = await caller.audit({ files: { 'take.wav': bytes }, on })
      if (status !== 200) throw new Error(`the service answered ${status} before anybody attacked it`)
    }),
  )
}
