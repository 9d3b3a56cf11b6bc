// Whose audits, audio and findings: every query asks for it, so that nothing is found for anyone else.

/** An account, or the wallet that paid for one audit. */
export type Caller = `account:${string}` | `wallet:${string}`

export function accountCaller(accountId: string): Caller {
  return `account:${accountId}`
}

/** Addresses are written with capitals as a checksum; they mean the same without. */
export function walletCaller(address: string): Caller {
  return `wallet:${address.toLowerCase()}`
}
