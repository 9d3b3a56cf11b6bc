import type { Check } from '../check.js'
import { judgeQuality } from './judge.js'
import {
  listenForQuality,
  type QualityFindings,
  type QualityListenOptions,
  qualityListenOptions,
} from './listen.js'
import type { QualityReport } from './quality-report.js'

/** What is wrong with the sound of each file, where, and how audible? */
export const quality: Check<QualityFindings, QualityReport, QualityListenOptions> = {
  name: 'quality',
  version: 12,
  readsTranscript: true,
  listenOptions: ({ qualityChecks }) => qualityListenOptions(qualityChecks),
  listen: listenForQuality,
  judge: judgeQuality,
}
