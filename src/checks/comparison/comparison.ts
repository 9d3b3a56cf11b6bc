import type { Accuracy, Check } from '../check.js'
import { judgeComparison } from './judge.js'
import type { ComparisonFindings } from './listen.js'
import type { ComparisonReport } from './report.js'

/** Does every file have the same voice, at the same volume? */
export const comparison: Check<ComparisonFindings, ComparisonReport, { accuracy: Accuracy }> = {
  name: 'comparison',
  version: 8,
  asks: ['sound', 'presence', 'voicePrint'],
  // Overlap is looked for where the one tells several voices, by the other.
  models: ['voice', 'garble'],
  listenOptions: ({ accuracy }) => ({ accuracy }),
  listen: async (track, { accuracy }) => (await import('./listen.js')).listenForVoice(track, accuracy),
  judge: (batch, options, references) => judgeComparison(batch, options, undefined, references),
}
