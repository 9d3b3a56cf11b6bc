// Whose audits, audio and findings: every query asks for it, so that nothing is found for anyone else.
import { sha256Of } from './tokens.js'

/**
 * An account, or the wallet that paid for one audit. The other two own what is nobody's yet: files that wait for a payment,
 * and findings of an audit that is not paid yet.
 */
export type Caller = `account:${string}` | `wallet:${string}` | `sender:${string}` | `withheld:${string}`

export function accountCaller(accountId: string): Caller {
  return `account:${accountId}`
}

/** Undefined where it is none. */
export function accountOf(caller: Caller): string | undefined {
  return caller.startsWith('account:') ? caller.slice('account:'.length) : undefined
}

/** Addresses are written with capitals as a checksum; they mean the same without. */
export function walletCaller(address: string): Caller {
  return `wallet:${address.toLowerCase()}`
}

/** Whoever has asked for a price from there; of the address only a hash is kept. */
export function senderCaller(address: string): Caller {
  return `sender:${sha256Of(address)}`
}

/** What an audit has found, until it is paid. */
export function withheldCaller(auditId: string): Caller {
  return `withheld:${auditId}`
}
