/** A stretch in which the signal is lost, as sample indices. */
export interface Loss {
  from: number
  to: number
  /** How loud it would have been there, in dB against the speech. */
  lostDb: number
}
