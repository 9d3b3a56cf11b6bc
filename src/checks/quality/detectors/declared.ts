// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// Derived from the detectors by "npm run derive"; do not edit.
import { declaration as garble } from './garble/declaration.js'
import { declaration as silenceGaps } from './silenceGaps/declaration.js'
import { declaration as staticNoise } from './staticNoise/declaration.js'
import { declaration as clicks } from './clicks/declaration.js'
import { declaration as dropouts } from './dropouts/declaration.js'
import { declaration as clipping } from './clipping/declaration.js'
import { declaration as bandwidth } from './bandwidth/declaration.js'
import { declaration as snr } from './snr/declaration.js'
import { declaration as truncation } from './truncation/declaration.js'
import { declaration as hum } from './hum/declaration.js'
import { declaration as trailingSounds } from './trailingSounds/declaration.js'

/** Every detector, in the order of lists. */
export const declarations = [garble, silenceGaps, staticNoise, clicks, dropouts, clipping, bandwidth, snr, truncation, hum, trailingSounds] as const

/** The keys of `qualityChecks`. */
export const qualityCheckNames = ['garble', 'silenceGaps', 'staticNoise', 'clicks', 'dropouts', 'clipping', 'bandwidth', 'snr', 'truncation', 'hum', 'trailingSounds'] as const
export type QualityCheckName = (typeof qualityCheckNames)[number]

export const issueTypes = ['garble', 'silence', 'static', 'click', 'dropout', 'clipping', 'truncation', 'hum', 'trailingSound'] as const
export type IssueType = (typeof issueTypes)[number]
