import { percentBeside } from '../../report/beside-limit.js'
import { defaultOptions, type FileFindings, type FlagReason, type Judgement, type Options } from '../check.js'
import { checkScore, fileCounts } from '../score.js'
import {
  asSentence,
  isSpeechless,
  SPEECHLESS_DEVIATION,
  speechlessNote,
  speechlessReason,
  speechlessSummary,
} from '../speechless.js'
import { median, rounded } from '../statistics.js'
import type { PaceFindings } from './findings.js'
import type { PaceReport, PaceTrack } from './report.js'

/** So few words tell nothing about the pace. */
export const FEWEST_WORDS = 5

/** From this many words on a file is judged in full; below, the text decides more than the speaker. */
const ENOUGH_WORDS = 20
/**
 * Plain differences of so much are what the default threshold of 0.15 stands for. Files of one steady voice differ by 4 %
 * (standard deviation, 20 to 30 words; 3 % at 50), in proportion to their pace: faster copies scatter more than slower ones,
 * so the middle between files as they are and files changed by 20 % lies nearer on the fast side.
 */
const TELLING_FASTER = 0.09
const TELLING_SLOWER = 0.11
const TELLING_DEVIATION = defaultOptions.deviationThreshold
/** From here on the deviation is the plain difference again. */
const PLAIN_FROM = 0.3

const SECONDS_PER_MINUTE = 60

const TOO_FEW_WORDS = 'Too few words to judge the pace.'

export function judgePace(
  batch: FileFindings<PaceFindings>[],
  { deviationThreshold }: Pick<Options, 'deviationThreshold'>,
): Judgement<PaceReport> {
  const judged = batch.map(({ findings }) => findings).filter(isJudged)
  const medianRate = median(judged.map(rate))
  const differences = batch.map(({ findings }) =>
    medianRate !== null && isJudged(findings) ? difference(findings, medianRate) : null,
  )
  const tracks = batch.map(({ file, findings }, index): PaceTrack => {
    const plain = differences[index]
    const speech = findings.presence
    const nothingSaid = isSpeechless(speech)
    // Nobody speaks: as slow as can be.
    const silent = nothingSaid ? -SPEECHLESS_DEVIATION : null
    const deviation = plain === null ? silent : rounded(deviationOf(plain, findings.wordCount), 4)
    return {
      file,
      wordsPerMinute: findings.wordCount === 0 ? null : rounded(wordsPerMinute(findings), 1),
      wordCount: findings.wordCount,
      speechSec: rounded(findings.speechSec, 3),
      deviation,
      flagged: Math.abs(deviation ?? 0) > deviationThreshold,
      judged: deviation !== null,
      longestPauseSec: rounded(findings.longestPauseSec, 3),
      speech,
      ...(nothingSaid ? { note: speechlessNote(speech) } : deviation === null ? { note: TOO_FEW_WORDS } : {}),
    }
  })
  const saying = batch.map(({ findings }) => findings).filter(({ wordCount }) => wordCount > 0)
  const medianWpm = median((judged.length > 0 ? judged : saying).map(wordsPerMinute))
  const medianWordsPerMinute = medianWpm === null ? null : rounded(medianWpm, 1)
  return {
    report: {
      score: checkScore(
        tracks.map(({ flagged, deviation }) =>
          deviation === null ? null : fileCounts(flagged, Math.abs(deviation), deviationThreshold),
        ),
      ),
      summary: summaryOf(tracks, medianWordsPerMinute),
      medianWordsPerMinute,
      tracks,
    },
    reasons: tracks.map((track) => reasonsOf(track, deviationThreshold)),
  }
}

function isJudged({ wordCount, runningSec, typicalSec }: PaceFindings): boolean {
  return wordCount >= FEWEST_WORDS && runningSec > 0 && typicalSec > 0
}

function wordsPerMinute({ wordCount, speechSec }: PaceFindings): number {
  return speechSec > 0 ? (wordCount / speechSec) * SECONDS_PER_MINUTE : 0
}

/** How fast, against an ordinary speaker of the same words: long words do not make a file slow. */
function rate({ typicalSec, runningSec }: PaceFindings): number {
  return typicalSec / runningSec
}

/** The plain difference, as a fraction of the median. */
function difference(findings: PaceFindings, medianRate: number): number {
  return rate(findings) / medianRate - 1
}

/**
 * What a difference is worth against the threshold: less in a short file, where the means of its phones are less certain by
 * the square root of their number, and in the range of doubt a little more than its size, so that the default threshold parts
 * files best. It is never off by more than 0.06 for that, and from 0.3 on not at all.
 */
export function deviationOf(plainDifference: number, wordCount: number): number {
  const certain = plainDifference * Math.min(1, Math.sqrt(wordCount / ENOUGH_WORDS))
  const size = Math.abs(certain)
  const telling = certain > 0 ? TELLING_FASTER : TELLING_SLOWER
  if (size >= PLAIN_FROM) return certain
  if (size <= telling) return certain * (TELLING_DEVIATION / telling)
  const share = (size - telling) / (PLAIN_FROM - telling)
  return Math.sign(certain) * (TELLING_DEVIATION + share * (PLAIN_FROM - TELLING_DEVIATION))
}

/** By the number that was held against the threshold, and no other. */
function reasonsOf({ flagged, speech, deviation }: PaceTrack, deviationThreshold: number): FlagReason[] {
  if (!flagged || deviation === null) return []
  if (isSpeechless(speech)) return [speechlessReason(speech, 'no pace to measure')]
  const size = percentBeside(deviation, deviationThreshold)
  return [{ message: `spoken ${size} % ${deviation > 0 ? 'faster' : 'slower'} than the batch` }]
}

function summaryOf(tracks: PaceTrack[], medianWordsPerMinute: number | null): string {
  const speechless = speechlessSummary(tracks.map(({ speech }) => speech))
  if (medianWordsPerMinute === null) return asSentence(speechless ?? 'no word can be made out in any file')
  const silent = tracks.filter(({ speech, flagged }) => isSpeechless(speech) && flagged).length
  const uneven = tracks.filter(({ flagged }) => flagged).length - silent
  const median = `a median of ${Math.round(medianWordsPerMinute)} words per minute`
  const said = speechless === null ? '' : `; ${speechless}`
  if (tracks.every(({ deviation, speech }) => deviation === null || isSpeechless(speech)))
    return `Too few words to compare the pace${said}.`
  if (uneven === 0) return `The files keep one pace, ${median}${said}.`
  return `${uneven} of ${tracks.length} files ${uneven === 1 ? 'does' : 'do'} not keep the pace of the batch, ${median}${said}.`
}
