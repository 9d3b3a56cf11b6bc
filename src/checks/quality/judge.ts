import { type FileFindings, type Judgement, type Options, score } from '../check.js'
import { isSpeechless, SPEECHLESS_DEVIATION } from '../speechless.js'
import { rounded } from '../statistics.js'
import type { QualityCheckName } from './detectors/declared.js'
import { audibilityLabels, detectorOf, type Fault, type Issue, labelOf } from './issue.js'
import { joinFaults } from './join.js'
import type { QualityFindings } from './listen.js'
import type { IssueSummary, QualityReport, QualityTrack } from './quality-report.js'
import { reasonsOf, summaryOf } from './report.js'
import { scoreOf } from './score.js'
import { reportedOf, weigh } from './weigh.js'

type Asked = Readonly<Record<QualityCheckName, boolean>>

/** However clean the sound: a speech file without speech is the worst there is. */
const SPEECHLESS_SCORE = 100 * (1 - SPEECHLESS_DEVIATION)

export function judgeQuality(
  batch: FileFindings<QualityFindings>[],
  { deviationThreshold, qualityChecks }: Pick<Options, 'deviationThreshold' | 'qualityChecks'>,
): Judgement<QualityReport> {
  const judged = batch.map(({ file, findings }) =>
    judgeFile(file, findings, qualityChecks, deviationThreshold),
  )
  const tracks = judged.map(({ track }) => track)
  return {
    report: {
      score: score(tracks.reduce((sum, track) => sum + track.score, 0) / Math.max(1, tracks.length)),
      summary: summaryOf(tracks),
      tracks,
    },
    reasons: judged.map(({ track, ...why }) => (track.flagged ? reasonsOf(track, why) : [])),
  }
}

function judgeFile(
  file: string,
  { faults: heard, measures, presence, durationSec }: QualityFindings,
  asked: Asked,
  deviationThreshold: number,
): { track: QualityTrack; durationSec: number; poorBecause: string[] } {
  // Joined before what was not asked for is left out: the click at the edge of a dropout is no click because nobody asks
  // for dropouts.
  const faults = joinFaults(heard).filter(({ type }) => asked[detectorOf[type]])
  const { steps, poorBecause } = weigh(measures, asked)
  const fileScore = score(isSpeechless(presence) ? SPEECHLESS_SCORE : scoreOf(faults, steps))
  const issues = faults.map(issueOf)
  const { figures, groups } = reportedOf(measures)
  return {
    track: {
      file,
      score: fileScore,
      // Of the score as reported, so that anybody can check it; the rest is what binary fractions leave over.
      flagged: 100 - fileScore > 100 * deviationThreshold + 1e-6,
      ...figures,
      issueCount: issues.length,
      issueSummary: summarise(issues),
      issues,
      ...groups,
      speech: presence,
    },
    durationSec,
    poorBecause,
  }
}

function issueOf({ type, startSec, endSec, severity, audibility }: Fault): Issue {
  return {
    timeSec: rounded(startSec, 3),
    endSec: rounded(endSec, 3),
    durationMs: Math.round(1000 * (endSec - startSec)),
    type,
    severity: rounded(severity, 3),
    audibility: rounded(audibility, 3),
    audibilityLabel: labelOf(audibility),
  }
}

/** The contract counts three types by name. */
function summarise(issues: Issue[]): IssueSummary {
  const labelled = (label: string) => issues.filter(({ audibilityLabel }) => audibilityLabel === label).length
  const typed = (wanted: Issue['type']) => issues.filter(({ type }) => type === wanted).length
  return {
    total: issues.length,
    severe: labelled('severe'),
    noticeable: labelled('noticeable'),
    garbleCount: typed('garble'),
    staticCount: typed('static'),
    silenceCount: typed('silence'),
    worstLabel: audibilityLabels.findLast((label) => labelled(label) > 0) ?? 'none',
  }
}
