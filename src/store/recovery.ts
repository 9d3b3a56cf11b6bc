// What a process that was killed has left behind is put in order: at every start, and by a job for the sake of the others.
import type { Audio } from './audio.js'
import { ReservationClosedError } from './errors.js'
import type { Queries } from './queries.js'
import type { StoredFailure } from './schema.js'

const cutOff: StoredFailure = {
  code: 'interrupted',
  message: 'The service stopped while this audit was running. Its credits were given back: send it again.',
}

export interface Recovered {
  auditsFailed: number
  reservationsReleased: number
}

export interface RecoveryContext {
  /** Whether no other process can be at work, so that whatever is open is of the past. */
  isExclusive: boolean
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  queries: Queries
  audio: Audio
}

/** Ends audits and reservations whose lease has run out, and removes audio that nothing refers to. */
export async function recover({
  isExclusive,
  transaction,
  queries,
  audio,
}: RecoveryContext): Promise<Recovered> {
  const recovered = { auditsFailed: 0, reservationsReleased: 0 }
  const released = (reservationId: string, auditId?: string) =>
    transaction((tx) => tx.ledger.release(reservationId, 'cut off', auditId)).then(
      () => recovered.reservationsReleased++,
      (error) => {
        // Another process was faster, or the audit has ended after all.
        if (!(error instanceof ReservationClosedError)) throw error
      },
    )
  for (const { id, reservationId } of await queries.audits.abandoned(isExclusive)) {
    // First the audit: whoever still works on it cannot settle any more from then on.
    if (!(await queries.audits.fail(id, cutOff))) continue
    recovered.auditsFailed++
    if (reservationId !== null) await released(reservationId, id)
  }
  for (const reservationId of await queries.ledger.abandoned(isExclusive)) await released(reservationId)
  if (isExclusive) await queries.webhookDeliveries.releaseAll()
  await queries.keptRequests.deleteOver(isExclusive)
  await queries.quotes.deleteExpired()
  await audio.endPassing(isExclusive)
  await audio.dropUnreferenced()
  await audio.dropLeftovers(isExclusive)
  return recovered
}
