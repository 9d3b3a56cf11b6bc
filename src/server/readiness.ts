import { mkdir, statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { expectModels } from '../audit/models-there.js'
import type { ServerContext } from './context.js'
import type { Readiness } from './schemas/service.js'

const BYTES_PER_MIB = 2 ** 20
/** Whoever asks does not wait longer than that for an answer. */
const LOOK_WITHIN_MS = 5_000

/** Looks at each part anew; a part that cannot be looked at has failed. */
export async function readiness(context: ServerContext): Promise<Readiness> {
  const { store, stopping, config, pool } = context
  const verdict = verdictOf(context.log)
  const [database, models, disk, queue] = await Promise.all([
    verdict(store.ping()),
    verdict(expectModels()),
    verdict(hasRoom(context.uploadsFolder, config.leastFreeMb)),
    pool.ping && verdict(pool.ping()),
  ])
  const checks = {
    database,
    models,
    disk,
    ...(queue && { queue }),
    accepting: stopping.aborted ? ('failed' as const) : ('ok' as const),
  }
  const isReady = Object.values(checks).every((each) => each === 'ok')
  return { status: isReady ? 'ready' : 'not_ready', checks }
}

/** Good unless it fails, is false, or does not come. */
export function verdictOf(log: Logger): (work: Promise<unknown>) => Promise<'ok' | 'failed'> {
  return async (work) => {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), LOOK_WITHIN_MS)
    })
    try {
      return (await Promise.race([work, tooLate])) === false ? 'failed' : 'ok'
    } catch (err) {
      log.warn({ err }, 'not ready')
      return 'failed'
    } finally {
      clearTimeout(timer)
    }
  }
}

export async function hasRoom(folder: string, leastFreeMb: number): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / BYTES_PER_MIB >= leastFreeMb
}
