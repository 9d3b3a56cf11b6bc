/**
 * What an API key may be used for: to run audits, and do as one likes with those made with the same key; to read all
 * audits and the credits of the account; to manage its keys and webhooks, and to delete or withdraw any audit.
 */
export const keyScopes = ['audit', 'read', 'manage'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Of a key that is not the first of its account, where nobody says otherwise. */
export const usualScopes: readonly KeyScope[] = ['audit', 'read']
