// Work that is paid with credits and is no audit: they are reserved before it, taken in the transaction that keeps what it came to,
// and given back when it fails. What a crash leaves open is given back by the recovery in the store.
import type { Queries } from '../store/queries.js'
import type { Store } from '../store/store.js'

export interface PaidWork<Found, Kept> {
  priceMilli: number
  /** For the history of credits. */
  note: string
  work(): Promise<Found>
  keep(tx: Queries, found: Found): Promise<Kept>
}

const LEASE_SEC = 120
const RENEW_EVERY_MS = 30_000

/** Fails with an InsufficientCreditsError, or as the work does; then nothing is taken. */
export async function paidWork<Found, Kept>(
  store: Store,
  accountId: string,
  { priceMilli, note, work, keep }: PaidWork<Found, Kept>,
): Promise<Kept> {
  const reservationId = await store.ledger.reserve(accountId, {
    amountMilli: priceMilli,
    leaseSec: LEASE_SEC,
    note,
  })
  const renewal = setInterval(() => {
    // The next time may go well; if not, the credits go back and settling fails.
    store.ledger.renew(reservationId, LEASE_SEC).catch(() => {})
  }, RENEW_EVERY_MS)
  try {
    const found = await work()
    return await store.transaction(async (tx) => {
      const kept = await keep(tx, found)
      await tx.ledger.settle(reservationId, priceMilli)
      return kept
    })
  } catch (error) {
    // When that fails as well, the lease runs out.
    await store.ledger.release(reservationId, note).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
  }
}
