/** An account by its id or name; left out, the only one that there is. */
export interface WhichAccount {
  account?: string | undefined
}
