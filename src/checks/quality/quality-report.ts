import type { CheckReport, TrackReport } from '../check.js'
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

export interface QualityTrack extends TrackReport {
  /** 0 to 100, one decimal. */
  score: number
  /** 0 where there is no speech to tell it by. */
  snrDb: number
  issueCount: number
  issueSummary: IssueSummary
  /** By time. */
  issues: Issue[]
  clipping: { clipCount: number; clipPercentage: number }
  /** `cutoffHz` is null when the recording fills its sample rate. */
  bandwidth: { cutoffHz: number | null; spectralCentroidHz: number; bandwidthRatio: number }
}

export interface QualityReport extends CheckReport {
  tracks: QualityTrack[]
}
