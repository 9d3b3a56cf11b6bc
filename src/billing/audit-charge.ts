// An audit and its credits go together: both are begun, settled or given up in one transaction, so that a crash at any
// moment leaves either both or neither, and what it leaves open is given back (see recovery in the store).

import type { AuditOutcome, NewAudit } from '../store/audits.js'
import { accountCaller, type Caller } from '../store/caller.js'
import { AuditNotRunningError, InsufficientCreditsError, ReservationClosedError } from '../store/errors.js'
import type { KeptFindings } from '../store/findings.js'
import type { KnownRequest } from '../store/idempotency.js'
import type { StoredFailure } from '../store/schema.js'
import type { Store } from '../store/store.js'
import { newId } from '../store/tokens.js'

export interface ChargedAudit {
  auditId: string
  caller: Caller
  reservationId: string
  reservedMilli: number
}

/** How an audit is paid for, whoever pays: what its run needs to know of that. */
export interface Charge {
  auditId: string
  caller: Caller
  reservedMilli: number
  /** Whether all of it is taken, also when less was needed: a wallet has signed for one amount. */
  isFixed: boolean
  /** To be called well within each lease. False when the audit was given up meanwhile: then stop the work. */
  renew(leaseSec: number): Promise<boolean>
  /** Stores the result and takes the payment. Fails when it cannot be taken; then the result is nobody's. */
  settle(result: AuditResult): Promise<void>
  /** Takes nothing and lets go of the audio. No error when that was done before. */
  giveUp(failure: StoredFailure): Promise<void>
}

/** Paid with the credits of an account. */
export function creditCharge(store: Store, charged: ChargedAudit): Charge {
  const { auditId, caller, reservedMilli } = charged
  return {
    auditId,
    caller,
    reservedMilli,
    isFixed: false,
    renew: (leaseSec) => renewAudit(store, charged, leaseSec),
    settle: (result) => settleAudit(store, charged, result),
    giveUp: (failure) => giveUpAudit(store, charged, failure),
  }
}

export interface AuditToCharge extends Omit<NewAudit, 'reservationId'> {
  priceMilli: number
  idempotency?: { key: string; requestSha256: string } | undefined
}

/** The key stands for an audit that was begun before. */
export class KnownRequestError extends Error {
  override readonly name = 'KnownRequestError'

  constructor(readonly known: KnownRequest) {
    super('This Idempotency-Key was used before.')
  }
}

/** Fails with an InsufficientCreditsError or a KnownRequestError, and then nothing has changed. */
export async function beginAudit(
  store: Store,
  accountId: string,
  { priceMilli, idempotency, id = newId(), ...audit }: AuditToCharge,
): Promise<ChargedAudit> {
  const caller = accountCaller(accountId)
  const throwIfKnown = async (queries: Pick<Store, 'idempotency'>) => {
    const known =
      idempotency && (await queries.idempotency.find(caller, idempotency.key, idempotency.requestSha256))
    if (known) throw new KnownRequestError(known)
  }
  const begin = store.transaction(async (tx) => {
    // The key first: a request that was paid before is not short of credits.
    await throwIfKnown(tx)
    const reservationId = await tx.ledger.reserve(accountId, {
      amountMilli: priceMilli,
      leaseSec: audit.leaseSec,
      auditId: id,
    })
    await tx.audits.start(caller, { ...audit, id, reservationId })
    if (idempotency) {
      const claimed = await tx.idempotency.claim(caller, idempotency.key, idempotency.requestSha256, id)
      if (claimed) throw new KnownRequestError(claimed)
    }
    return { auditId: id, caller, reservationId, reservedMilli: priceMilli }
  })
  return begin.catch(async (error) => {
    // Of two that came at the same moment, the other may have reserved what this one lacks.
    if (error instanceof InsufficientCreditsError) await throwIfKnown(store)
    throw error
  })
}

/** To be called well within each lease. False when the audit was given up meanwhile: then stop the work. */
export async function renewAudit(store: Store, audit: ChargedAudit, leaseSec: number): Promise<boolean> {
  return store.transaction(async (tx) => {
    const isRunning = await tx.audits.renew(audit.auditId, leaseSec)
    return isRunning && (await tx.ledger.renew(audit.reservationId, leaseSec))
  })
}

export interface AuditResult extends Omit<AuditOutcome, 'creditsUsedMilli'> {
  /** What was reserved, unless less was used. */
  creditsUsedMilli?: number | undefined
  /** What was found: cached with the payment and not before, so that a cancelled audit buys no discount. */
  findings?: readonly KeptFindings[] | undefined
}

/** Stores the result and takes the credits. Fails when the audit was given up meanwhile; then nothing has changed. */
export async function settleAudit(
  store: Store,
  { auditId, caller, reservationId, reservedMilli }: ChargedAudit,
  { findings = [], creditsUsedMilli = reservedMilli, ...outcome }: AuditResult,
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.audits.complete(auditId, { ...outcome, creditsUsedMilli })
    await tx.findings.keep(caller, findings)
    await tx.ledger.settle(reservationId, creditsUsedMilli, auditId)
  })
}

/** Gives the credits back and lets go of the audio. No error when that was done before. */
export async function giveUpAudit(store: Store, audit: ChargedAudit, failure: StoredFailure): Promise<void> {
  try {
    await store.transaction(async (tx) => {
      if (!(await tx.audits.fail(audit.auditId, failure))) throw new AuditNotRunningError(audit.auditId)
      await tx.ledger.release(audit.reservationId, failure.code, audit.auditId)
    })
  } catch (error) {
    if (error instanceof AuditNotRunningError || error instanceof ReservationClosedError) return
    throw error
  }
  await store.audio.dropUnreferenced(audit.caller)
}
