// Several detectors may find one cause: a dropout has clicks at its edges, a crackle is many clicks. One cause is one issue.
import { INTEGRATION_SEC } from '../../audio/psychoacoustics.js'
import { merged } from './binarise.js'
import type { JudgedFault } from './confidence.js'
import type { IssueDeclaration } from './detectors/declaration.js'
import { declarations } from './detectors/declared.js'
import { type IssueType, isNoticed, issueTypes, takeStronger } from './issue.js'
import { parameters } from './parameter.js'

export const weights = parameters({
  'Nearer than this two faults of one type sound like one: about the shortest syllable.': {
    touchingSec: [0.05, 's'],
  },
  'Lengths that differ by less are the same, as detectors do not place edges more exactly than this.': {
    sameLength: [0.2, 'share'],
  },
  'A click, or a burst in a hum, that stands out from what surrounds it by so much is a fault of its own.': {
    standsOutBy: [0.2, 'audibility'],
  },
  'Where a step of the offset sinks back it is no more than a click: one clear click within this of where static seems to begin, and no other in it. Of 45 planted hisses, buzzes and crackles each, none had such a click alone.':
    { stepWithinSec: [0.1, 's'] },
})
const { touchingSec, sameLength, standsOutBy, stepWithinSec } = weights

type Pair = readonly [preferred: IssueType, other: IssueType]
type Declared = IssueDeclaration & { readonly type: IssueType }

const declared = declarations.flatMap(({ issue }): Declared[] => (issue ? [issue] : []))

/** Which type explains which where they touch, and which can be either: the one that covers more is the cause. */
const explains = new Set(declared.flatMap(explanations))
const eitherWay = declared.flatMap(({ type, eitherWay }) => eitherWay.map((other) => [type, other] as Pair))
const seemsToBe = declared.flatMap(({ type, seemsToBe = {} }) =>
  Object.entries(seemsToBe).map(([other, where]) => ({ type, other, where })),
)
const backgrounds = declared.filter(({ isBackground }) => isBackground).map(({ type }) => type)

function explanations({ type, explains, explainedBy = [] }: Declared): string[] {
  return [...explains.map((other) => `${type} ${other}`), ...explainedBy.map((other) => `${other} ${type}`)]
}

/** One fault for each cause, by time. */
export function joinFaults(faults: readonly JudgedFault[]): JudgedFault[] {
  const all = withoutSteps(mergeTypes(faults))
  const byType = issueTypes.map((type) => all.filter((fault) => fault.type === type))
  return all.filter((fault) => !byType.some((others) => isExplainedByOne(fault, others)))
}

/** Leaves out faults that only seem to be there because the offset steps beside them. */
function withoutSteps(faults: JudgedFault[]): JudgedFault[] {
  const causes = new Map(seemsToBe.map(({ type }) => [type, faults.filter((each) => each.type === type)]))
  return faults.filter((fault) =>
    seemsToBe.every(({ type, other, where }) => {
      if (fault.type !== other) return true
      const beside = causes.get(type) ?? []
      const within = between(beside, fault.startSec - stepWithinSec, fault.endSec + stepWithinSec)
      const first = within.filter(({ startSec }) => startSec < fault.startSec + stepWithinSec)
      const last = within.filter(({ startSec }) => startSec > fault.endSec - stepWithinSec)
      if ([...first, ...(where === 'eitherSide' ? last : [])].some(({ isStep }) => isStep)) return false
      const isSinkingBack =
        where === 'after' &&
        within.length === 1 &&
        first.length === 1 &&
        // Clicks that touch have become one by now: a crackle.
        lengthSec(first[0]) < touchingSec &&
        isNoticed(first[0])
      return !isSinkingBack
    }),
  )
}

/** Whether one of the faults that touch it explains it; `others` are of one type. */
function isExplainedByOne(fault: JudgedFault, others: JudgedFault[]): boolean {
  return between(others, fault.startSec - touchingSec, fault.endSec + touchingSec).some((other) =>
    isExplained(fault, other),
  )
}

/** The faults that reach into a stretch of time. Faults of one type lie apart and in order, so a binary search finds them. */
function between(faults: JudgedFault[], fromSec: number, toSec: number): JudgedFault[] {
  let first = 0
  let end = faults.length
  while (first < end) {
    const middle = (first + end) >> 1
    if (faults[middle].endSec < fromSec) first = middle + 1
    else end = middle
  }
  while (end < faults.length && faults[end].startSec <= toSec) end++
  return faults.slice(first, end)
}

/** Overlapping and touching faults of one type become one, as strong as the strongest of them. */
function mergeTypes(faults: readonly JudgedFault[]): JudgedFault[] {
  return issueTypes
    .flatMap((type) =>
      merged(
        faults.filter((fault) => fault.type === type),
        touchingSec,
        takeStronger,
      ),
    )
    .sort(byTime)
}

function isExplained(fault: JudgedFault, other: JudgedFault): boolean {
  if (fault.isStep) return false
  const isOver = fault.audibility > other.audibility + standsOutBy
  // A fault that people notice is not explained by one that they do not notice; rather the other way round.
  const isLessNoticed = isNoticed(fault) && !isNoticed(other)
  if (explains.has(`${other.type} ${fault.type}`) && !isLessNoticed) {
    const isInside =
      fault.startSec > other.startSec + touchingSec && fault.endSec < other.endSec - touchingSec
    return !isInside || !isOver
  }
  // A short fault that nobody notices, beside one that is noticed, is part of that one.
  if (seemsToBe.some(({ type, other: seeming }) => type === other.type && seeming === fault.type))
    return isNoticed(other) && !isNoticed(fault) && lengthSec(fault) < INTEGRATION_SEC
  const pair = eitherWay.find((types) => types.includes(fault.type) && types.includes(other.type))
  if (!pair || fault.type === other.type || !overlap(fault, other)) return false
  // A room that hums may crackle as well.
  const isItsOwn = (isLessNoticed && !isLoss(fault)) || (isOver && backgrounds.includes(other.type))
  return !isItsOwn && causeOf(pair, fault, other) === other
}

/** Lost sound is called a dropout or a silence, depending only on its length. */
function isLoss({ type }: JudgedFault): boolean {
  return type === 'silence' || type === 'dropout'
}

function causeOf([first]: Pair, one: JudgedFault, other: JudgedFault): JudgedFault {
  const [preferred, second] = one.type === first ? [one, other] : [other, one]
  return lengthSec(preferred) >= (1 - sameLength) * lengthSec(second) ? preferred : second
}

/** Two faults overlap where they share at least half of the shorter one: edges that touch are not enough. */
function overlap(one: JudgedFault, other: JudgedFault): boolean {
  const sharedSec = Math.min(one.endSec, other.endSec) - Math.max(one.startSec, other.startSec)
  return sharedSec >= 0.5 * Math.min(lengthSec(one), lengthSec(other))
}

function lengthSec({ startSec, endSec }: JudgedFault): number {
  return endSec - startSec
}

function byTime(one: JudgedFault, other: JudgedFault): number {
  return one.startSec - other.startSec || one.endSec - other.endSec
}
