import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLoss } from '../../store/connection-loss.js'
import { AuditNotRunningError } from '../../store/errors.js'

const ATTEMPTS = 5
const PAUSE_MS = 1_000

/**
 * Settles an audit, and again when the database went away in the middle of it. It may have been settled the first time;
 * `isDone` then says so, and it is not an error that there is nothing left to settle.
 */
export async function settledOnce(
  settle: () => Promise<void>,
  isDone: () => Promise<boolean>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await settle()
    } catch (error) {
      if (attempt > 1 && error instanceof AuditNotRunningError && (await isDone())) return
      if (attempt === ATTEMPTS || !isConnectionLoss(error)) throw error
      await sleep(PAUSE_MS)
    }
  }
}
