import { type FlagReason, type HeardFile, type Judgement, type Options, score } from '../check.js'
import type { PaceFindings, PaceReport, PaceTrack } from './pace.js'

/** So few words tell nothing about the pace. */
export const FEWEST_WORDS = 5

/** A change of tempo up to this goes unnoticed (H. Quené, "On the just noticeable difference for tempo in speech", 2007). */
const UNNOTICED = 0.05
/** At this deviation nothing is left of a file's score. */
const HOPELESS = 0.5

const SECONDS_PER_MINUTE = 60

export function judgePace(
  batch: HeardFile<PaceFindings>[],
  { deviationThreshold }: Pick<Options, 'deviationThreshold'>,
): Judgement<PaceReport> {
  const judged = batch.map(({ findings }) => findings).filter(isJudged)
  const medianRate = median(judged.map(rate))
  const tracks = batch.map(({ file, findings }): PaceTrack => {
    const deviation =
      isJudged(findings) && medianRate ? rounded(deviationFrom(medianRate, findings), 4) : null
    const nothingSaid = findings.wordCount === 0
    return {
      file,
      wordsPerMinute: nothingSaid ? null : rounded(wordsPerMinute(findings), 1),
      wordCount: findings.wordCount,
      speechSec: rounded(findings.speechSec, 3),
      deviation,
      flagged: nothingSaid || Math.abs(deviation ?? 0) > deviationThreshold,
      longestPauseSec: rounded(findings.longestPauseSec, 3),
      ...(deviation === null
        ? { note: nothingSaid ? 'Nothing is said.' : 'Too few words to judge the pace.' }
        : {}),
    }
  })
  const saying = batch.map(({ findings }) => findings).filter(({ wordCount }) => wordCount > 0)
  const medianWpm = median((judged.length > 0 ? judged : saying).map(wordsPerMinute))
  const medianWordsPerMinute = medianWpm === null ? null : rounded(medianWpm, 1)
  return {
    report: {
      score: scoreOf(tracks),
      summary: summaryOf(tracks, medianWordsPerMinute),
      medianWordsPerMinute,
      tracks,
    },
    reasons: tracks.map(reasonsOf),
  }
}

function isJudged({ wordCount, speechSec }: PaceFindings): boolean {
  return wordCount >= FEWEST_WORDS && speechSec > 0
}

function wordsPerMinute({ wordCount, speechSec }: PaceFindings): number {
  return speechSec > 0 ? (wordCount / speechSec) * SECONDS_PER_MINUTE : 0
}

/** How fast, against an ordinary speaker of the same words: long words do not make a file slow. */
function rate({ typicalSec, speechSec }: PaceFindings): number {
  return typicalSec / speechSec
}

function deviationFrom(medianRate: number, findings: PaceFindings): number {
  return rate(findings) / medianRate - 1
}

function reasonsOf(track: PaceTrack): FlagReason[] {
  if (!track.flagged) return []
  return [
    {
      message:
        track.deviation === null
          ? 'nothing is said'
          : `spoken ${fasterOrSlower(track.deviation)} than the batch`,
    },
  ]
}

function fasterOrSlower(deviation: number): string {
  return `${Math.round(100 * Math.abs(deviation))} % ${deviation > 0 ? 'faster' : 'slower'}`
}

function scoreOf(tracks: PaceTrack[]): number {
  const scores = tracks
    .filter(({ deviation, flagged }) => deviation !== null || flagged)
    .map(({ deviation }) =>
      deviation === null
        ? 0
        : Math.min(1, Math.max(0, (HOPELESS - Math.abs(deviation)) / (HOPELESS - UNNOTICED))),
    )
  if (scores.length === 0) return 100
  return score((100 * scores.reduce((sum, each) => sum + each, 0)) / scores.length)
}

function summaryOf(tracks: PaceTrack[], medianWordsPerMinute: number | null): string {
  if (medianWordsPerMinute === null) return 'Nothing is said in any file.'
  const silent = tracks.filter(({ wordCount }) => wordCount === 0).length
  const uneven = tracks.filter(({ flagged }) => flagged).length - silent
  const median = `a median of ${Math.round(medianWordsPerMinute)} words per minute`
  const said = silent === 0 ? '' : `; nothing is said in ${silent} ${silent === 1 ? 'file' : 'files'}`
  if (tracks.every(({ deviation }) => deviation === null)) return `Too few words to compare the pace${said}.`
  if (uneven === 0) return `The files keep one pace, ${median}${said}.`
  return `${uneven} of ${tracks.length} files ${uneven === 1 ? 'does' : 'do'} not keep the pace of the batch, ${median}${said}.`
}

function median(values: number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
