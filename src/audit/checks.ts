// What the rooms behind the audit may know of the checks: their names, what can be set, and what their reports hold. How
// files are listened to and judged stays in src/checks.
export {
  type Accuracy,
  accuracies,
  type BatchAlarmKind,
  batchAlarmKinds,
  type CheckName,
  checkNames,
  defaultOptions,
  type Json,
  type QualityCheckName,
  qualityCheckNames,
} from '../checks/check.js'
export type { FigureDeclaration, GroupDeclaration } from '../checks/quality/detectors/declaration.js'
export { declarations } from '../checks/quality/detectors/declared.js'
export type { AllReported } from '../checks/quality/detectors/weighed.js'
export { audibilityLabels, issueTypes } from '../checks/quality/issue.js'
export { builtChecks } from '../checks/registry.js'
export type { Difference } from '../checks/script-accuracy/differences.js'
export { type BatchFinding, batchFindingKinds, type ScriptTrack } from '../checks/script-accuracy/report.js'
export { speechPresences } from '../speech/speech-presence.js'
