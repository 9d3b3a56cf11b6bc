import { type HeardFile, type Judgement, type Options, type QualityCheckName, score } from '../check.js'
import { isSpeechless, SPEECHLESS_DEVIATION } from '../speechless.js'
import { rounded } from '../statistics.js'
import { audibilityLabels, type Fault, type Issue, labelOf, subCheckOf } from './issue.js'
import { joinFaults } from './join.js'
import type { QualityFindings } from './listen.js'
import type { IssueSummary, QualityReport, QualityTrack } from './quality-report.js'
import { reasonsOf, summaryOf } from './report.js'
import { type ScoreInput, scoreOf } from './score.js'

type Asked = Record<QualityCheckName, boolean>

/** Without speech there is no signal over the noise. */
const NO_SPEECH_SNR_DB = 0

/** However clean the sound: a speech file without speech is the worst there is. */
const SPEECHLESS_SCORE = 100 * (1 - SPEECHLESS_DEVIATION)

export function judgeQuality(
  batch: HeardFile<QualityFindings>[],
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
    reasons: judged.map(({ track, input }) => (track.flagged ? reasonsOf(track, input) : [])),
  }
}

function judgeFile(
  file: string,
  findings: QualityFindings,
  asked: Asked,
  deviationThreshold: number,
): { track: QualityTrack; input: ScoreInput } {
  // Joined before what was not asked for is left out: the click at the edge of a dropout is no click because nobody asks
  // for dropouts.
  const faults = joinFaults(findings.faults).filter(({ type }) => asked[subCheckOf[type]])
  const input = counted(findings, faults, asked)
  const fileScore = score(isSpeechless(findings.presence) ? SPEECHLESS_SCORE : scoreOf(input))
  const issues = faults.map(issueOf)
  const { snrDb, clipping, bandwidth } = findings
  return {
    track: {
      file,
      score: fileScore,
      // Of the score as reported, so that anybody can check it; the rest is what binary fractions leave over.
      flagged: 100 - fileScore > 100 * deviationThreshold + 1e-6,
      snrDb: rounded(snrDb ?? NO_SPEECH_SNR_DB, 1),
      issueCount: issues.length,
      issueSummary: summarise(issues),
      issues,
      clipping: { clipCount: clipping.clipCount, clipPercentage: rounded(clipping.clipPercentage, 4) },
      bandwidth: {
        cutoffHz: bandwidth.cutoffHz === null ? null : Math.round(bandwidth.cutoffHz),
        spectralCentroidHz: Math.round(bandwidth.spectralCentroidHz),
        bandwidthRatio: rounded(bandwidth.bandwidthRatio, 3),
      },
      speech: findings.presence,
    },
    input,
  }
}

/** What was not asked for does not count: neither its faults nor its figures. */
function counted(findings: QualityFindings, faults: Fault[], asked: Asked): ScoreInput {
  const { durationSec, speechSec, snrDb, modulatedSnrDb, clipping, bandwidth } = findings
  return {
    faults,
    durationSec,
    speechSec,
    snrDb: asked.snr ? snrDb : null,
    modulatedSnrDb: asked.snr ? modulatedSnrDb : null,
    clipPercentage: asked.clipping ? clipping.clipPercentage : 0,
    bandwidth: asked.bandwidth ? bandwidth : { ...bandwidth, cutoffHz: null, bandwidthRatio: 1 },
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

function summarise(issues: Issue[]): IssueSummary {
  const labelled = (label: string) => issues.filter(({ audibilityLabel }) => audibilityLabel === label).length
  const typed = (wanted: string) => issues.filter(({ type }) => type === wanted).length
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
