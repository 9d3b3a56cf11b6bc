// From evidence in time to stretches of garble with a start and an end.
import { type GarbleCurve, STEP_SEC } from '../../../../speech/garble-ear.js'
import type { Interval } from '../../../../speech/heard.js'
import type { Fault } from '../../issue.js'
import { parameters } from './parameters.js'

const {
  blurSteps,
  edgeLogOdds,
  garbledFrom,
  leastAudibility,
  mostAudibility,
  shortestSec,
  surestEvidence,
  touchingSec,
} = parameters

export function garbleFaults(curve: GarbleCurve, evidence: Float32Array): Fault[] {
  return joined(stretchesOf(curve, evidence))
    .filter(({ startSec, endSec }) => endSec - startSec >= shortestSec)
    .map(({ startSec, endSec, most }) => {
      const share = Math.min(1, (most - garbledFrom) / (surestEvidence - garbledFrom))
      const audibility = leastAudibility + share * (mostAudibility - leastAudibility)
      return { type: 'garble', startSec, endSec, severity: audibility, audibility }
    })
}

interface Stretch extends Interval {
  most: number
}

function stretchesOf({ logOdds, isSounding }: GarbleCurve, evidence: Float32Array): Stretch[] {
  const isGarbled = (step: number) => logOdds[step] > edgeLogOdds && isSounding[step] === 1
  const found: Stretch[] = []
  for (let from = 0; from < evidence.length; from++) {
    if (evidence[from] < garbledFrom) continue
    let to = from
    let most = evidence[from]
    while (to < evidence.length && evidence[to] >= garbledFrom) most = Math.max(most, evidence[to++])
    const [first, last] = edges(from, to, evidence.length, isGarbled)
    found.push({ startSec: first * STEP_SEC, endSec: last * STEP_SEC, most })
    from = to
  }
  return found
}

/** The garbled steps in and around those with evidence; without any (the recogniser alone is sure) these themselves. */
function edges(
  from: number,
  to: number,
  steps: number,
  isGarbled: (step: number) => boolean,
): [first: number, behind: number] {
  let first = Math.max(0, from - blurSteps)
  let behind = Math.min(steps, to + blurSteps)
  while (first < to && !isGarbled(first)) first++
  while (behind > from && !isGarbled(behind - 1)) behind--
  if (first >= behind) return [from, to]
  while (first > 0 && isGarbled(first - 1)) first--
  while (behind < steps && isGarbled(behind)) behind++
  return [first, behind]
}

function joined(stretches: Stretch[]): Stretch[] {
  const out: Stretch[] = []
  for (const stretch of stretches) {
    const last = out.at(-1)
    if (last && stretch.startSec - last.endSec < touchingSec) {
      last.endSec = Math.max(last.endSec, stretch.endSec)
      last.most = Math.max(last.most, stretch.most)
    } else out.push({ ...stretch })
  }
  return out
}
