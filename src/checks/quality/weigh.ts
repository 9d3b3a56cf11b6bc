// What the measures of a file mean, whichever detector took them.
import { declarations, type QualityCheckName } from './detectors/declared.js'
import type { Weighed } from './detectors/detector.js'
import { type AllMeasures, type AllReported, weighed } from './detectors/weighed.js'

interface Measure {
  name: QualityCheckName
  measures: unknown
  weighed: Weighed<unknown, Record<string, unknown>>
  reasonOrder: number
}

/** In the order of the list. */
function measuresIn(all: AllMeasures): Measure[] {
  return declarations.flatMap((declaration) => {
    const { name } = declaration
    if (!(name in weighed)) return []
    const key = name as keyof typeof weighed
    const reasonOrder = 'reasonOrder' in declaration ? declaration.reasonOrder : 0
    return [{ name, measures: all[key], weighed: weighed[key] as Measure['weighed'], reasonOrder }]
  })
}

/** How much one detector's measures lower a listener's opinion, and why the file sounds poor by them; null where it does not. */
export interface MeasureWeight {
  name: QualityCheckName
  steps: number[]
  reason: string | null
}

/** In the order of the reasons; what was not asked for does not count. */
export function weigh(all: AllMeasures, asked: Readonly<Record<QualityCheckName, boolean>>): MeasureWeight[] {
  return measuresIn(all)
    .filter(({ name }) => asked[name])
    .toSorted((one, other) => one.reasonOrder - other.reasonOrder)
    .map(({ name, measures, weighed }) => ({
      name,
      steps: weighed.steps(measures),
      reason: weighed.reason(measures),
    }))
}

/** As the report lists them: single figures, and groups of figures. */
export function reportedOf(all: AllMeasures): { figures: AllReported; groups: AllReported } {
  const reported = measuresIn(all).flatMap(({ measures, weighed }) =>
    Object.entries(weighed.reported(measures)),
  )
  const isGroup = ([, value]: [string, unknown]) => typeof value === 'object' && value !== null
  return {
    figures: Object.fromEntries(reported.filter((each) => !isGroup(each))) as AllReported,
    groups: Object.fromEntries(reported.filter(isGroup)) as AllReported,
  }
}
