// An audit paid by a wallet: verify, reserve, work, settle, answer. The result is stored before money is asked for and handed
// out after it has come, so that a crash at any moment leaves neither a payment without a result nor the reverse.
import type { NewAudit } from '../../store/audits.js'
import { AuditNotRunningError } from '../../store/errors.js'
import { type NewPayment, payerOf, type StoredPayment } from '../../store/payments.js'
import type { Store } from '../../store/store.js'
import type { Charge } from '../audit-charge.js'
import type { Facilitator } from './facilitator.js'
import type { Payment } from './payment.js'

/** The payer did not pay, for certain. The result is withheld. */
export class SettlementRefusedError extends Error {
  override readonly name = 'SettlementRefusedError'

  constructor(readonly reason: string) {
    super(`The payment could not be settled (${reason}).`)
  }
}

/** The authorisation is taken by another request. */
export class PaymentTakenError extends Error {
  override readonly name = 'PaymentTakenError'
}

export interface AuditToPay extends Omit<NewAudit, 'reservationId' | 'id'> {
  priceMilli: number
  payment: NewPayment
}

/** Reserves the authorisation for this audit. Fails with a PaymentTakenError, and then nothing has changed. */
export async function beginPaidAudit(
  store: Store,
  facilitator: Facilitator,
  { priceMilli, payment, ...audit }: AuditToPay,
): Promise<Charge> {
  const { auditId } = payment
  const caller = payerOf(payment)
  await store.transaction(async (tx) => {
    if (!(await tx.payments.reserve(payment))) throw new PaymentTakenError()
    await tx.audits.start(caller, { ...audit, id: auditId })
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
        if (!(await tx.payments.beginSettling(auditId))) throw new AuditNotRunningError(auditId)
      })
      // From here on only the chain knows whether it is paid, until it has said so.
      isOpen = true
      const settlement = await facilitator.settle(payment.payload as Payment, payment.requirements)
      if (settlement.is !== 'settled') {
        isOpen = false
        throw new SettlementRefusedError(settlement.is === 'used' ? 'authorisation used' : settlement.reason)
      }
      await store.transaction(async (tx) => {
        // False when another process has found it settled: then the result is out already.
        if (await tx.payments.settled(auditId, settlement.transactionHash)) await tx.audits.publish(auditId)
        await tx.findings.keep(caller, findings)
      })
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
  { auditId, payload, requirements, ...key }: StoredPayment,
): Promise<void> {
  const refused = async (reason: string) => {
    const error = new SettlementRefusedError(reason)
    await store.audits.fail(auditId, { code: 'payment_required', message: error.message })
    await store.audio.dropUnreferenced(payerOf(key))
    throw error
  }
  const payment = payload as Payment
  const settlement = await facilitator.settle(payment, requirements)
  if (settlement.is === 'refused' && !settlement.isExpired) {
    // Some facilitators say only that the transfer failed. Whether it was made before is then in the reason to refuse another.
    const verdict = await facilitator.verify(payment, requirements)
    if (verdict.isValid || !verdict.isUsed) await refused(settlement.reason)
  }
  const hash = settlement.is === 'settled' ? settlement.transactionHash : null
  await store.transaction(async (tx) => {
    // False when another process was faster: then all is done.
    if (await tx.payments.settled(auditId, hash)) await tx.audits.publish(auditId)
  })
}
