// From evidence in time to stretches of garble with a start and an end.
import { type GarbleCurve, STEP_SEC } from '../../../../speech/garble-network.js'
import { binarise, merged } from '../../binarise.js'
import { type Fault, takeStronger } from '../../issue.js'
import { parameters } from './parameters.js'

const { garbledFrom, shortReachSteps, shortestSec, surestEvidence, touchingSec } = parameters

export function garbleFaults(curve: GarbleCurve, evidence: Float32Array): Fault[] {
  const { logOdds, isSounding } = curve
  const isGarbled = (step: number) => logOdds[step] > 0 && isSounding[step] === 1
  const stretches = binarise(evidence, { offset: garbledFrom }).map(({ from, to }): Fault => {
    const [first, behind] = edges(from, to, evidence.length, isGarbled)
    const odds = Math.max(...evidence.subarray(from, to))
    const audibility = Math.min(1, odds / surestEvidence)
    return {
      type: 'garble',
      startSec: first * STEP_SEC,
      endSec: behind * STEP_SEC,
      severity: audibility,
      audibility,
      odds,
    }
  })
  return merged(stretches, touchingSec, takeStronger).filter(
    ({ startSec, endSec }) => endSec - startSec >= shortestSec,
  )
}

/** The garbled steps in and around those with evidence; where none sounds garbled (only the recogniser is sure), those with evidence. */
function edges(
  from: number,
  to: number,
  steps: number,
  isGarbled: (step: number) => boolean,
): [first: number, behind: number] {
  let first = Math.max(0, from - shortReachSteps)
  let behind = Math.min(steps, to + shortReachSteps)
  while (first < to && !isGarbled(first)) first++
  while (behind > from && !isGarbled(behind - 1)) behind--
  if (first >= behind) return [from, to]
  while (first > 0 && isGarbled(first - 1)) first--
  while (behind < steps && isGarbled(behind)) behind++
  return [first, behind]
}
