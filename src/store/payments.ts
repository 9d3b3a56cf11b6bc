// Payments from wallets. A row reserves one authorisation for one audit before any work is done; it goes with a failure of
// the audit (see audits.fail), and stays for good once money may have moved.
//
// reserved: the work goes on, nobody has been asked for money
// settling: the result lies in the audit, withheld; the money may have moved
// settled:  the money has moved and the result is the payer's
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { walletCaller } from './caller.js'
import type { Database } from './database.js'
import { audits, type PaymentState, payments } from './schema.js'

/** What a token contract takes once only. All in lower case. */
export interface AuthorisationKey {
  network: string
  asset: string
  payer: string
  nonce: string
}

export interface NewPayment extends AuthorisationKey {
  auditId: string
  quoteId: string
  requestSha256: string
  /** In the smallest unit of the asset. */
  amount: string
  /** As it was sent: a settlement that was cut off is asked for again with it. */
  payload: object
  requirements: object
}

export interface StoredPayment extends NewPayment {
  state: PaymentState
  /** Null until settled, and where the settlement was seen only after the fact. */
  transactionHash: string | null
}

const shown = {
  network: payments.network,
  asset: payments.asset,
  payer: payments.payer,
  nonce: payments.nonce,
  auditId: payments.auditId,
  quoteId: payments.quoteId,
  requestSha256: payments.requestSha256,
  amount: payments.amount,
  payload: payments.payload,
  requirements: payments.requirements,
  state: payments.state,
  transactionHash: payments.transactionHash,
}

export function paymentsOn(db: Database) {
  const isKey = ({ network, asset, payer, nonce }: AuthorisationKey) =>
    and(
      eq(payments.network, network),
      eq(payments.asset, asset),
      eq(payments.payer, payer),
      eq(payments.nonce, nonce),
    )
  const hasState = (auditId: string, state: PaymentState) =>
    and(eq(payments.auditId, auditId), eq(payments.state, state))

  return {
    /** False when the authorisation is taken: of many at once one succeeds. */
    async reserve(payment: NewPayment): Promise<boolean> {
      const reserved = await db
        .insert(payments)
        .values(payment)
        .onConflictDoNothing()
        .returning({ nonce: payments.nonce })
      return reserved.length > 0
    },

    async find(key: AuthorisationKey): Promise<StoredPayment | undefined> {
      const [found] = await db.select(shown).from(payments).where(isKey(key))
      return found
    },

    async ofAudit(auditId: string): Promise<StoredPayment | undefined> {
      const [found] = await db.select(shown).from(payments).where(eq(payments.auditId, auditId))
      return found
    },

    /** False when it was given up meanwhile: then nobody may be asked for money. */
    async beginSettling(auditId: string): Promise<boolean> {
      const begun = await db
        .update(payments)
        .set({ state: 'settling' })
        .where(hasState(auditId, 'reserved'))
        .returning({ nonce: payments.nonce })
      return begun.length > 0
    },

    /** False when it is settled already, or was given up. */
    async settled(auditId: string, transactionHash: string | null): Promise<boolean> {
      const settled = await db
        .update(payments)
        .set({ state: 'settled', transactionHash, settledAt: sql`now()` })
        .where(hasState(auditId, 'settling'))
        .returning({ nonce: payments.nonce })
      if (settled.length > 0) return true
      if (transactionHash === null) return false
      // Somebody has seen only that it is paid; this one knows by which transaction.
      await db
        .update(payments)
        .set({ transactionHash })
        .where(and(hasState(auditId, 'settled'), isNull(payments.transactionHash)))
      return false
    },

    /** Where nobody is at it any more, so that it is open whether the money has moved; all where no other process can be. */
    async unclear(isExclusive: boolean): Promise<StoredPayment[]> {
      return db
        .select(shown)
        .from(payments)
        .innerJoin(audits, eq(audits.id, payments.auditId))
        .where(
          and(eq(payments.state, 'settling'), isExclusive ? undefined : lt(audits.leaseUntil, sql`now()`)),
        )
    },
  }
}

export const payerOf = ({ payer }: AuthorisationKey) => walletCaller(payer)
