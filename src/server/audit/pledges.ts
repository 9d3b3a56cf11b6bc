// Credits are reserved once the price is known, which is when all files have come. Until then an upload is pledged for the
// least that it can cost: so nobody holds places with uploads that they could never pay for.

import { checkNames } from '../../audit/checks.js'
import type { Prices } from '../../billing/prices.js'
import { InsufficientCreditsError } from '../../store/errors.js'
import type { Store } from '../../store/store.js'
import type { Metrics } from '../metrics.js'
import type { AuditQuery } from '../schemas/audit-request.js'

/** So little is read in a moment, and then the exact price can be told. */
const SMALL_UPLOAD_BYTES = 2 ** 20
/** With these two there must be something to compare. */
const FEWEST_FILES_COMPARED = 2

export interface PledgedUpload {
  accountId: string
  query: AuditQuery
  /** Undefined when it is not told. */
  byteCount: number | undefined
}

export class Pledges {
  private readonly milliOf = new Map<string, number>()

  constructor(private readonly context: { store: Store; prices: Prices; metrics: Metrics }) {}

  /** Gives what ends the pledge, which may be called twice. Fails with an InsufficientCreditsError. */
  async pledge({ accountId, query, byteCount }: PledgedUpload): Promise<() => void> {
    const { store, metrics } = this.context
    const milli = this.leastMilli(query)
    // Taken before anything is waited for: else many at once would find the same credits.
    this.add(accountId, milli)
    let isPledged = true
    const end = () => {
      if (isPledged) this.add(accountId, -milli)
      isPledged = false
    }
    try {
      if (byteCount === undefined || byteCount > SMALL_UPLOAD_BYTES) {
        const balanceMilli = await store.ledger.balance(accountId)
        const othersMilli = this.milliOf.get(accountId)! - milli
        if (balanceMilli - othersMilli < milli) {
          metrics.refusals.inc({ reason: 'credits', doing: 'own' })
          throw new TooFewForUploads(milli, balanceMilli, othersMilli)
        }
      }
    } catch (error) {
      end()
      throw error
    }
    return end
  }

  /** Every file as cheap as it can be. */
  private leastMilli(query: AuditQuery): number {
    const { checkMilli, cachedCheckMilli } = this.context.prices
    const files = query.comparison === 'true' || query.pace === 'true' ? FEWEST_FILES_COMPARED : 1
    const checks = checkNames.filter((name) => query[name] === 'true').length
    return files * checks * (query.forceFresh === 'true' ? checkMilli : cachedCheckMilli)
  }

  private add(accountId: string, milli: number): void {
    const pledged = (this.milliOf.get(accountId) ?? 0) + milli
    if (pledged === 0) this.milliOf.delete(accountId)
    else this.milliOf.set(accountId, pledged)
  }
}

/** Found out before the files have come: then only the least price is known. */
class TooFewForUploads extends InsufficientCreditsError {
  constructor(leastMilli: number, balanceMilli: number, pledgedMilli: number) {
    super(leastMilli, Math.max(0, balanceMilli - pledgedMilli))
    const others = pledgedMilli > 0 ? ' beside what your other uploads will cost at least' : ''
    this.message = `At least ${credits(leastMilli)} needed and ${credits(this.availableMilli)} there${others}.`
  }
}

function credits(milli: number): string {
  return milli === 1000 ? '1 credit is' : `${milli / 1000} credits are`
}
