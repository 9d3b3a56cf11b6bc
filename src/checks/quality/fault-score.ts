// How good a file is, judged by its faults alone.
import { type Fault, NOTICEABLE_FROM } from './issue.js'

export interface Counted {
  faults: Fault[]
  durationSec: number
  speechSec: number
  snrDb: number | null
  clipPercentage: number
  bandwidth: { cutoffHz: number | null; spectralCentroidHz: number; bandwidthRatio: number }
}

/** What a fault at the edge of the noticeable takes, and each further one of what is left. */
const NOTICEABLE_COST = 0.16

/** 0 to 100. Each fault takes its share of what the ones before left: the first is the one that makes a file faulty. */
export function scoreOf({ faults }: Counted): number {
  const left = faults.reduce(
    (rest, { audibility }) => rest * (1 - Math.min(0.9, (NOTICEABLE_COST * audibility) / NOTICEABLE_FROM)),
    1,
  )
  return 100 * left
}
