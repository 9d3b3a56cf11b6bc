import { type FileFindings, type Judgement, type Options, score } from '../check.js'
import { checkScore, fileCounts } from '../score.js'
import { isSpeechless, SPEECHLESS_DEVIATION } from '../speechless.js'
import { rounded } from '../statistics.js'
import { type JudgedFault, withConfidence } from './confidence.js'
import { type QualityCheckName, qualityCheckNames } from './detectors/declared.js'
import { type Evidence, Habits } from './habits.js'
import { audibilityLabels, detectorOf, type Fault, type Issue, labelOf, MOST_WHEN_UNSURE } from './issue.js'
import { joinFaults } from './join.js'
import type { QualityFindings } from './listen.js'
import type { IssueSummary, QualityReport, QualityTrack } from './quality-report.js'
import { reasonsOf, summaryOf } from './report.js'
import { scoreOf } from './score.js'
import { type MeasureWeight, reportedOf, weigh } from './weigh.js'

type Asked = Readonly<Record<QualityCheckName, boolean>>

/** However clean the sound: a speech file without speech is the worst there is. */
const SPEECHLESS_SCORE = 100 * (1 - SPEECHLESS_DEVIATION)

export function judgeQuality(
  batch: FileFindings<QualityFindings>[],
  { deviationThreshold, qualityChecks }: Pick<Options, 'deviationThreshold' | 'qualityChecks'>,
): Judgement<QualityReport> {
  const files = batch.map(({ file, findings }) => ({
    file,
    findings,
    ...evidenceOf(findings, qualityChecks),
  }))
  const habits = Habits.of(files.filter(({ findings }) => !isSpeechless(findings.presence)))
  const judged = files.map((each) => judgeFile(each, habits, deviationThreshold))
  const tracks = judged.map(({ track }) => track)
  return {
    report: {
      score: checkScore(
        judged.map(({ track, ownScore }) =>
          fileCounts(track.flagged, 1 - ownScore / 100, deviationThreshold),
        ),
      ),
      summary: summaryOf(tracks, habits.traits),
      disabledChecks: qualityCheckNames.filter((name) => !qualityChecks[name]),
      batchTraits: [...habits.traits],
      tracks,
    },
    reasons: judged.map(({ track, ...why }) => (track.flagged ? reasonsOf(track, why) : [])),
    alarms: habits.sharedFaults.map(({ trait, sharing }) => ({
      kind: 'sharedFault',
      message: trait.summary,
      advice: trait.advice,
      files: files.filter((each) => sharing.has(each)).map(({ file }) => file),
    })),
  }
}

/** What a file is judged by, of what was asked for. */
function evidenceOf({ faults, measures }: QualityFindings, asked: Asked): Evidence {
  return {
    // Joined before what was not asked for is left out: the click at the edge of a dropout is no click because nobody asks
    // for dropouts.
    faults: joinFaults(faults.map(withConfidence)).filter(({ type }) => asked[detectorOf[type]]),
    measures: weigh(measures, asked),
  }
}

interface Judged {
  track: QualityTrack
  /** How it sounds by itself, whatever the others do: the score of the batch is made of it. */
  ownScore: number
  durationSec: number
  poorBecause: string[]
}

function judgeFile(
  { file, findings, faults, measures }: Evidence & { file: string; findings: QualityFindings },
  habits: Habits,
  deviationThreshold: number,
): Judged {
  const { presence, durationSec } = findings
  const traits = faults.map((fault) => habits.traitOf(fault))
  const beyond = measures.map((measure) => habits.beyond(measure))
  const fileScore = scoreWithout(faults, (_, index) => traits[index] !== null, beyond, presence)
  const issues = faults.map((fault, index) => issueOf(fault, traits[index]?.name ?? null))
  const { figures, groups } = reportedOf(findings.measures)
  return {
    track: {
      file,
      score: fileScore,
      // Of the score as reported, so that anybody can check it; the rest is what binary fractions leave over.
      flagged: 100 - fileScore > 100 * deviationThreshold + 1e-6,
      judged: true,
      ...figures,
      issueCount: issues.length,
      confidence: confidenceOf(issues),
      issueSummary: summarise(issues),
      issues,
      ...groups,
      speech: presence,
    },
    ownScore: scoreWithout(faults, (_, index) => traits[index]?.isHarmless === true, measures, presence),
    durationSec,
    poorBecause: beyond.flatMap(({ reason }) => reason ?? []),
  }
}

/** A fault that is no more than a habit counts as one that nobody notices. */
function scoreWithout(
  faults: readonly Fault[],
  isHabit: (fault: Fault, index: number) => boolean,
  measures: readonly MeasureWeight[],
  presence: QualityFindings['presence'],
): number {
  if (isSpeechless(presence)) return score(SPEECHLESS_SCORE)
  const counted = faults.map((fault, index) =>
    isHabit(fault, index) ? { ...fault, audibility: Math.min(fault.audibility, MOST_WHEN_UNSURE) } : fault,
  )
  return score(
    scoreOf(
      counted,
      measures.flatMap(({ steps }) => steps),
    ),
  )
}

function issueOf(
  { type, startSec, endSec, severity, audibility, confidence }: JudgedFault,
  trait: string | null,
): Issue {
  return {
    timeSec: rounded(startSec, 3),
    endSec: rounded(endSec, 3),
    durationMs: Math.round(1000 * (endSec - startSec)),
    type,
    severity: rounded(severity, 3),
    audibility: rounded(audibility, 3),
    audibilityLabel: labelOf(audibility),
    confidence: rounded(confidence, 2),
    trait,
  }
}

function confidenceOf(issues: Issue[]): number | null {
  const noticed = issues.filter(({ audibilityLabel }) => audibilityLabel !== 'subtle')
  return noticed.length === 0 ? null : Math.max(...noticed.map(({ confidence }) => confidence))
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
