import type { BatchTrait } from '../batch-trait.js'
import type { CheckReport, TrackReport } from '../check.js'
import type { QualityCheckName } from './detectors/declared.js'
import type { AllReported } from './detectors/weighed.js'
import type { AudibilityLabel, Issue } from './issue.js'

export interface IssueSummary {
  total: number
  severe: number
  noticeable: number
  garbleCount: number
  staticCount: number
  silenceCount: number
  worstLabel: AudibilityLabel | 'none'
}

/** With what each detector that measures reports. */
export type QualityTrack = TrackReport &
  AllReported & {
    /** 0 to 100, one decimal. */
    score: number
    issueCount: number
    /** That of the surest of its issues that a listener notices; null where there is none. */
    confidence: number | null
    issueSummary: IssueSummary
    /** By time. */
    issues: Issue[]
  }

export interface QualityReport extends CheckReport {
  /** Keys of `qualityChecks` that were off: what they look for is not in the report. */
  disabledChecks: QualityCheckName[]
  /** What most files of the batch share: no reason to regenerate one of them. */
  batchTraits: BatchTrait[]
  tracks: QualityTrack[]
}
