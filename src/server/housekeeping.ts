import type { WorkObjects } from '../store/work-objects.js'
import type { ServerContext } from './context.js'
import { resumeSettlements } from './x402/answer.js'

const RECOVER_EVERY_MS = 60_000
const RETAIN_EVERY_MS = 24 * 3_600_000
/** What a listener found is fetched at once, or within the minute for which Redis may be away; whoever has not by then was killed. */
const LISTENED_STAYS_MS = 15 * 60_000

/** Does now and again what nobody asks for. Gives what ends it, once what is under way is done. */
export function startHousekeeping(context: ServerContext, objects?: WorkObjects): () => Promise<void> {
  const { store, config, log } = context
  let current: Promise<void> = Promise.resolve()
  const regularly = (everyMs: number, what: string, work: () => Promise<unknown>) => {
    const timer = setInterval(() => {
      // One after the other: they clear up the same tables.
      current = current.then(work).then(
        () => {},
        (err) => log.error({ err }, `${what} failed`),
      )
    }, everyMs)
    timer.unref()
    return timer
  }
  const retain = async () => {
    await store.retain({
      audio: config.audioDays,
      findings: config.findingsDays,
      idempotencyKeys: config.idempotencyDays,
      webhookLog: config.webhookLogDays,
    })
  }
  current = retain()
    .then(() => resumeSettlements(context, true))
    .catch((err) => log.error({ err }, 'first housekeeping failed'))
  const timers = [
    regularly(RECOVER_EVERY_MS, 'recovery', () => store.recover()),
    regularly(RECOVER_EVERY_MS, 'settling', () => resumeSettlements(context, false)),
    regularly(RETAIN_EVERY_MS, 'retention', retain),
    regularly(LISTENED_STAYS_MS, 'sweeping the bucket', async () =>
      objects?.sweepListened(LISTENED_STAYS_MS),
    ),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await current
  }
}
