import type { Check, Json } from '../check.js'
import { declarations } from './detectors/declared.js'
import { detectorParameters } from './detectors/parameters.js'
import { parameters as frontEnd } from './front-end/parameters.js'
import { scale } from './issue.js'
import { judgeQuality } from './judge.js'
import type { QualityFindings } from './listen.js'
import { type QualityListenOptions, qualityListenOptions } from './listen-options.js'
import type { QualityReport } from './quality-report.js'

/** What is wrong with the sound of each file, where, and how audible? */
export const quality: Check<QualityFindings, QualityReport, QualityListenOptions> = {
  name: 'quality',
  version: 17,
  asks: ['sound', 'presence', 'transcript', 'voiceActivity'],
  models: declarations.flatMap(({ models }) => [...models]),
  parameters: { frontEnd, scale, detectors: detectorParameters } as unknown as Json,
  listenOptions: ({ qualityChecks }) => qualityListenOptions(qualityChecks),
  listen: async (track, options) => (await import('./listen.js')).listenForQuality(track, options),
  judge: judgeQuality,
}
