// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// Derived from the detectors by "npm run derive"; do not edit.
import type { MeasuresOf, ReportedOf } from './detector.js'
import { weighed as clipping } from './clipping/weighed.js'
import { weighed as bandwidth } from './bandwidth/weighed.js'
import { weighed as snr } from './snr/weighed.js'

/** What the measures of each detector that measures mean. */
export const weighed = { clipping, bandwidth, snr } as const

export type AllMeasures = { [Name in keyof typeof weighed]: MeasuresOf<(typeof weighed)[Name]> }
export type AllReported = ReportedOf<typeof clipping> & ReportedOf<typeof bandwidth> & ReportedOf<typeof snr>
