import type { Check } from '../check.js'
import { judgeQuality } from './judge.js'
import { listenForQuality, type QualityFindings, type QualityListenOptions } from './listen.js'
import type { QualityReport } from './quality-report.js'

/** What is wrong with the sound of each file, where, and how audible? */
export const quality: Check<QualityFindings, QualityReport, QualityListenOptions> = {
  name: 'quality',
  version: 11,
  readsTranscript: true,
  listenOptions: ({ qualityChecks }) => ({ garble: qualityChecks.garble }),
  listen: listenForQuality,
  judge: judgeQuality,
}
