/** Pauses before each attempt but the first (Standard Webhooks 1.0.0, "Retry schedule"): 75.6 hours in all. */
export const RETRY_SEC: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]

/** By chance so much longer, that those which failed together do not come back together. */
const JITTER = 0.25
/** A receiver may ask for a longer pause, up to the longest of the schedule. */
const MOST_ASKED_SEC = 86_400

/**
 * How long to wait after that many attempts; undefined when there is none left. `askedSec`: what the receiver has asked for, if it has.
 */
export function pauseSec(
  attemptsMade: number,
  {
    retrySec,
    askedSec = 0,
    random = Math.random,
  }: {
    retrySec: readonly number[]
    askedSec?: number | undefined
    random?: () => number
  },
): number | undefined {
  const planned = retrySec[attemptsMade - 1]
  if (planned === undefined) return undefined
  return Math.max(planned, Math.min(askedSec, MOST_ASKED_SEC)) * (1 + JITTER * random())
}
