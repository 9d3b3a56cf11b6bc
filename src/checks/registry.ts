import type { CheckName, SomeCheck } from './check.js'
import { comparison } from './comparison/comparison.js'
import { pace } from './pace/pace.js'
import { quality } from './quality/quality.js'
import { scriptAccuracy } from './script-accuracy/script-accuracy.js'

/** Every check that there is, in the order of reports. */
const registry = { comparison, quality, pace, scriptAccuracy }

export const checks: Readonly<Partial<Record<CheckName, SomeCheck>>> = registry

export const builtChecks = Object.keys(registry) as CheckName[]

type ReportOf<Built> = Built extends { judge(...args: never[]): { report: infer Report } } ? Report : never

/** The reports of an audit; a check that was not asked for has none. */
export type CheckReports = { [Name in keyof typeof registry]?: ReportOf<(typeof registry)[Name]> }
