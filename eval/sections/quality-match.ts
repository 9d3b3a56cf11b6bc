// Which planted defect an issue is, and how well it is placed.
import type { Issue, IssueType } from '../../src/checks/quality/issue.js'
import type { Planted } from '../plant/planter.js'
import { plantings } from '../plant/planters/all.js'

export interface Match {
  planted: Planted
  /** Issues of the right type at the place. */
  issues: Issue[]
  /** Null when not found. */
  startErrorSec: number | null
  endErrorSec: number | null
  /** Issues of other types at the place: what it was taken for, as well or instead. */
  takenFor: IssueType[]
}

export function matchIssues(planted: Planted[], issues: Issue[]): Match[] {
  return planted.map((each) => {
    const there = issues.filter((issue) => isAt(issue, each))
    const right = there.filter(({ type }) => isRightType(type, each))
    const isFound = right.length > 0
    return {
      planted: each,
      issues: right,
      startErrorSec: isFound ? Math.min(...right.map(({ timeSec }) => timeSec)) - each.startSec : null,
      endErrorSec: isFound ? Math.max(...right.map(({ endSec }) => endSec)) - each.endSec : null,
      takenFor: there.filter((issue) => !right.includes(issue)).map(({ type }) => type),
    }
  })
}

/** Issues that no planted defect explains. */
export function falseIssues(planted: Planted[], issues: Issue[]): Issue[] {
  return issues.filter((issue) => !planted.some((each) => isAt(issue, each) && isRightType(issue.type, each)))
}

function isRightType(type: IssueType, { type: wanted, alsoTypes = [] }: Planted): boolean {
  return type === wanted || alsoTypes.includes(type)
}

function isAt({ timeSec, endSec }: Issue, { type, startSec, endSec: plantedEndSec }: Planted): boolean {
  const toleranceSec = plantings[type].toleranceSec
  return endSec >= startSec - toleranceSec && timeSec <= plantedEndSec + toleranceSec
}

/** A person who listens to the file would notice it: anything that is not labelled subtle. */
export function isNoticed({ audibilityLabel }: Issue): boolean {
  return audibilityLabel !== 'subtle'
}

export function medianSize(values: (number | null)[]): number | null {
  const sizes = values
    .filter((value) => value !== null)
    .map(Math.abs)
    .sort((a, b) => a - b)
  return sizes.length === 0 ? null : sizes[sizes.length >> 1]
}
