import { accountsOn } from './accounts.js'
import { apiKeysOn } from './api-keys.js'
import { auditsOn } from './audits.js'
import type { Database } from './database.js'
import { decisionsOn } from './decisions.js'
import { findingsOn } from './findings.js'
import { idempotencyOn } from './idempotency.js'
import { keptRequestsOn } from './kept-requests.js'
import { keptVoicesOn } from './kept-voices.js'
import { ledgerOn } from './ledger.js'
import { paymentsOn } from './payments.js'
import { quotesOn } from './quotes.js'
import { secretsOn } from './secrets.js'
import { sessionsOn } from './sessions.js'
import { webhookDeliveriesOn } from './webhook-deliveries.js'
import { webhookEndpointsOn } from './webhook-endpoints.js'

/** All that can be asked of the database, or of one transaction on it. */
export function queriesOn(db: Database) {
  return {
    accounts: accountsOn(db),
    apiKeys: apiKeysOn(db),
    audits: auditsOn(db),
    decisions: decisionsOn(db),
    findings: findingsOn(db),
    idempotency: idempotencyOn(db),
    keptRequests: keptRequestsOn(db),
    keptVoices: keptVoicesOn(db),
    ledger: ledgerOn(db),
    payments: paymentsOn(db),
    quotes: quotesOn(db),
    secrets: secretsOn(db),
    sessions: sessionsOn(db),
    webhookDeliveries: webhookDeliveriesOn(db),
    webhookEndpoints: webhookEndpointsOn(db),
  }
}

export type Queries = ReturnType<typeof queriesOn>
