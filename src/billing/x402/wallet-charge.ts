// An audit paid by a wallet: verify, reserve, work, settle, answer. The result is stored before money is asked for and handed
// out after it has come, so that a crash at any moment leaves neither a payment without a result nor the reverse.
import type { NewAudit } from '../../store/audits.js'
import { withheldCaller } from '../../store/caller.js'
import { AuditNotRunningError } from '../../store/errors.js'
import { type NewPayment, payerOf, type StoredPayment } from '../../store/payments.js'
import type { Store } from '../../store/store.js'
import { type Charge, KnownRequestError } from '../audit-charge.js'
import type { Facilitator, Settlement } from './facilitator.js'
import type { Payment } from './payment.js'

/** The payer did not pay, for certain. The result is withheld. */
export class SettlementRefusedError extends Error {
  override readonly name = 'SettlementRefusedError'
}

/** The authorisation is taken by another request. */
export class PaymentTakenError extends Error {
  override readonly name = 'PaymentTakenError'
}

/** The chain says no more of an authorisation than that it cannot be used any more. */
export function usedElsewhere(payTo: string): string {
  return `The authorisation is used up on the chain: a transfer was made with it outside this service, or its wallet has cancelled it. This service made no transfer with it and gives nothing for it. If USDC has come to ${payTo} by it, ask whoever runs this service for it; else sign a new one.`
}

export interface AuditToPay extends Omit<NewAudit, 'reservationId' | 'id'> {
  priceMilli: number
  payment: NewPayment
  /** Under which the payer does not want to buy the same twice, with whatever payment. */
  idempotencyKey?: string | undefined
}

/** Reserves the authorisation for this audit. Fails with a PaymentTakenError or a KnownRequestError; then nothing has changed. */
export async function beginPaidAudit(
  store: Store,
  facilitator: Facilitator,
  { priceMilli, payment, idempotencyKey, ...audit }: AuditToPay,
): Promise<Charge> {
  const { auditId, requestSha256 } = payment
  const caller = payerOf(payment)
  await store.transaction(async (tx) => {
    if (!(await tx.payments.reserve(payment))) throw new PaymentTakenError()
    await tx.audits.start(caller, { ...audit, id: auditId })
    if (idempotencyKey === undefined) return
    const known = await tx.idempotency.claim(caller, idempotencyKey, requestSha256, auditId)
    if (known) throw new KnownRequestError(known)
  })
  let isOpen = false
  return {
    auditId,
    caller,
    reservedMilli: priceMilli,
    isFixed: true,
    renew: (leaseSec) => store.audits.renew(auditId, leaseSec),

    async settle({ findings = [], creditsUsedMilli = priceMilli, ...outcome }) {
      await store.transaction(async (tx) => {
        await tx.audits.withhold(auditId, { ...outcome, creditsUsedMilli })
        await tx.findings.keep(withheldCaller(auditId), findings)
        if (!(await tx.payments.beginSettling(auditId))) throw new AuditNotRunningError(auditId)
      })
      // From here on only the chain knows whether it is paid, until it has said so.
      isOpen = true
      const settlement = await settle(facilitator, payment).catch(async (error) => {
        // Whoever asks next, here or elsewhere, need not wait for the lease to end.
        await store.audits.renew(auditId, 0).catch(() => {})
        throw error
      })
      if (settlement.is !== 'settled') {
        isOpen = false
        throw refusalOf(settlement, payment)
      }
      await handOut(store, payment, settlement.transactionHash)
    },

    async giveUp(failure) {
      if (isOpen) return
      await store.audits.fail(auditId, failure)
      await store.audio.dropUnreferenced(caller)
    },
  }
}

/**
 * Ends a settlement that was cut off, by asking for it again: the contract takes an authorisation once only. That it is used
 * up counts as paid, and so does one that has expired meanwhile, of which nobody can say: a payer may so get an audit for
 * nothing, where the reverse would take money for nothing. Fails with a FacilitatorDownError or a SettlementRefusedError.
 */
export async function resumeSettlement(
  store: Store,
  facilitator: Facilitator,
  payment: StoredPayment,
): Promise<void> {
  const settlement = await settle(facilitator, payment)
  if (settlement.is === 'refused' && !settlement.isExpired) {
    const error = refusalOf(settlement, payment)
    await store.audits.fail(payment.auditId, { code: 'payment_required', message: error.message })
    await store.audio.dropUnreferenced(payerOf(payment))
    throw error
  }
  await handOut(store, payment, settlement.is === 'settled' ? settlement.transactionHash : null)
}

async function settle(facilitator: Facilitator, { payload, requirements }: NewPayment): Promise<Settlement> {
  const payment = payload as Payment
  const settlement = await facilitator.settle(payment, requirements)
  if (settlement.is !== 'refused' || settlement.isExpired) return settlement
  // Some facilitators say only that the transfer failed. Whether one was made before is then in the reason to refuse another.
  const verdict = await facilitator.verify(payment, requirements)
  return !verdict.isValid && verdict.isUsed ? { is: 'used' } : settlement
}

function refusalOf(settlement: Exclude<Settlement, { is: 'settled' }>, { requirements }: NewPayment) {
  const why =
    settlement.is === 'used'
      ? `The payment could not be settled. ${usedElsewhere((requirements as { payTo: string }).payTo)} The result is withheld.`
      : `The payment could not be settled (${settlement.reason}). The result is withheld and nothing was charged.`
  return new SettlementRefusedError(why)
}

/** The result is the payer's, and so is the discount for what was found. */
async function handOut(store: Store, payment: NewPayment, transactionHash: string | null): Promise<void> {
  const { auditId, quoteId } = payment
  const sender = await store.transaction(async (tx) => {
    // False when another process has found it settled: then all is done.
    if (!(await tx.payments.settled(auditId, transactionHash))) return undefined
    await tx.audits.publish(auditId)
    await tx.findings.move(withheldCaller(auditId), payerOf(payment))
    return tx.keptRequests.delete(quoteId)
  })
  // What fails here is made up for by the next recovery; the payer has paid and gets the result.
  if (sender) await store.audio.dropUnreferenced(sender).catch(() => {})
}
