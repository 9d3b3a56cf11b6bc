import { percentBeside } from '../../report/beside-limit.js'
import { type CastPart, castParts, othersInWords, partOfEach } from '../cast-parts.js'
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
import { type MovingFile, trendHabits } from '../trend-habits.js'
import type { PaceFindings } from './findings.js'
import type { PaceReport, PaceTrack } from './report.js'
import {
  type PaceBatchTrend,
  type PaceTrend,
  paceBatchTrendsOf,
  paceTrendsOf,
  shownKinds,
  trendTraits,
} from './trends.js'

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
const ALONE_IN_CAST = 'There is no other file of this voice to compare its pace with.'
/** Of a voice of the cast: one file alone has no other to be held against. */
const FEWEST_OF_VOICE = 2

export function judgePace(
  batch: FileFindings<PaceFindings>[],
  { deviationThreshold }: Pick<Options, 'deviationThreshold'>,
): Judgement<PaceReport> {
  const judged = batch.map(({ findings }) => findings).filter(isJudged)
  const medianRate = median(judged.map(rate))
  const parts = castParts(batch)
  const partOf = partOfEach(parts)
  const usualRates = usualRatesOf(batch, parts)
  const differences = batch.map(({ findings }, index) => {
    const usual = usualRates.get(partOf[index]) ?? null
    return usual !== null && isJudged(findings) ? difference(findings, usual) : null
  })
  const habits = trendHabits(
    batch.map(({ findings }) => movingFile(findings, deviationThreshold)),
    trendTraits,
    deviationThreshold,
  )
  const tracks = batch.map(({ file, findings }, index): PaceTrack => {
    const plain = differences[index]
    const speech = findings.presence
    const nothingSaid = isSpeechless(speech)
    // Nobody speaks: as slow as can be.
    const silent = nothingSaid ? -SPEECHLESS_DEVIATION : null
    const deviation = plain === null ? silent : rounded(deviationOf(plain, findings.wordCount), 4)
    const trends = habits.trends[index]
    return {
      file,
      wordsPerMinute: findings.wordCount === 0 ? null : rounded(wordsPerMinute(findings), 1),
      wordCount: findings.wordCount,
      speechSec: rounded(findings.speechSec, 3),
      deviation,
      flagged: isOff({ deviation }, deviationThreshold) || trends.some(({ flagged }) => flagged),
      judged: deviation !== null,
      longestPauseSec: rounded(findings.longestPauseSec, 3),
      ...(trends.length > 0 ? { trends } : {}),
      speech,
      ...noteOf(findings, deviation),
    }
  })
  const saying = batch.map(({ findings }) => findings).filter(({ wordCount }) => wordCount > 0)
  const medianWpm = median((judged.length > 0 ? judged : saying).map(wordsPerMinute))
  const medianWordsPerMinute = medianWpm === null ? null : rounded(medianWpm, 1)
  const batchTrends =
    medianRate === null || medianWpm === null
      ? []
      : paceBatchTrendsOf(
          batch.map(({ file }) => file),
          // As if the voices of a cast were equally fast: a quick one that comes last is no change.
          differences.map((each) => each && (1 + each) * medianRate),
          { medianRate, medianWordsPerMinute: medianWpm },
        )
  return {
    report: {
      score: checkScore(
        tracks.map(({ flagged, deviation }) =>
          deviation === null ? null : fileCounts(flagged, Math.abs(deviation), deviationThreshold),
        ),
      ),
      summary: [
        summaryOf(tracks, {
          medianWordsPerMinute,
          deviationThreshold,
          batchTrends,
          hasCast: parts.some(({ voice }) => voice !== undefined),
        }),
        ...habits.traits.map(({ summary }) => summary),
      ].join(' '),
      medianWordsPerMinute,
      ...(batchTrends.length > 0 ? { batchTrends } : {}),
      ...(habits.traits.length > 0 ? { batchTraits: habits.traits } : {}),
      tracks,
    },
    reasons: tracks.map((track, index) => reasonsOf(track, partOf[index], deviationThreshold)),
  }
}

/** How fast the file in the middle of each part is; of a voice of the cast with one file alone nobody can say. */
function usualRatesOf(
  batch: readonly FileFindings<PaceFindings>[],
  parts: readonly CastPart[],
): Map<CastPart, number | null> {
  return new Map(
    parts.map((part) => {
      const rates = part.members
        .map((member) => batch[member].findings)
        .filter(isJudged)
        .map(rate)
      const isAlone = part.voice !== undefined && rates.length < FEWEST_OF_VOICE
      return [part, isAlone ? null : median(rates)]
    }),
  )
}

/** Why a file is not judged. */
function noteOf(findings: PaceFindings, deviation: number | null): { note?: string } {
  if (isSpeechless(findings.presence)) return { note: speechlessNote(findings.presence) }
  if (deviation !== null) return {}
  return { note: isJudged(findings) ? ALONE_IN_CAST : TOO_FEW_WORDS }
}

function movingFile(findings: PaceFindings, deviationThreshold: number): MovingFile<'pace', PaceTrend> {
  if (!isJudged(findings)) return { trends: [], shownKinds: [] }
  const { parts } = findings
  return {
    trends: paceTrendsOf(
      { parts, wordsPerMinute: wordsPerMinute(findings), rate: rate(findings) },
      deviationThreshold,
    ),
    shownKinds: shownKinds(parts),
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

/** By the numbers that were held against the threshold, and no others. */
function reasonsOf(
  { speech, deviation, trends = [] }: PaceTrack,
  part: CastPart,
  deviationThreshold: number,
): FlagReason[] {
  const reasons: FlagReason[] = []
  if (isOff({ deviation }, deviationThreshold)) {
    if (isSpeechless(speech)) return [speechlessReason(speech, 'no pace to measure')]
    const size = percentBeside(deviation!, deviationThreshold)
    const direction = deviation! > 0 ? 'faster' : 'slower'
    reasons.push({ message: `spoken ${size} % ${direction} than ${othersInWords(part)}` })
  }
  for (const { flagged, message } of trends) if (flagged) reasons.push({ message })
  return reasons
}

/** Whether the file as a whole is too fast or too slow. */
function isOff({ deviation }: Pick<PaceTrack, 'deviation'>, deviationThreshold: number): boolean {
  return Math.abs(deviation ?? 0) > deviationThreshold
}

interface Figures {
  medianWordsPerMinute: number | null
  deviationThreshold: number
  batchTrends: readonly PaceBatchTrend[]
  hasCast: boolean
}

function summaryOf(
  tracks: PaceTrack[],
  { medianWordsPerMinute, deviationThreshold, batchTrends, hasCast }: Figures,
): string {
  const speechless = speechlessSummary(tracks.map(({ speech }) => speech))
  if (medianWordsPerMinute === null) return asSentence(speechless ?? 'no word can be made out in any file')
  const uneven = tracks.filter(
    (track) => isOff(track, deviationThreshold) && !isSpeechless(track.speech),
  ).length
  const moving = tracks.filter(({ trends = [] }) => trends.some(({ flagged }) => flagged)).length
  const median = `a median of ${Math.round(medianWordsPerMinute)} words per minute`
  const said = [
    ...(moving > 0
      ? [`${moving} ${moving === 1 ? 'file gets' : 'files get'} faster or slower on the way`]
      : []),
    ...batchTrends.map(({ message }) => message),
    ...(speechless === null ? [] : [speechless]),
  ]
    .map((part) => `; ${part}`)
    .join('')
  if (tracks.every(({ deviation, speech }) => deviation === null || isSpeechless(speech)))
    return `Too few words to compare the pace${said}.`
  if (uneven === 0)
    return `${hasCast ? 'Each voice keeps its pace, in all' : 'The files keep one pace,'} ${median}${said}.`
  const whose = hasCast ? 'of their voice, in all' : 'of the batch,'
  return `${uneven} of ${tracks.length} files ${uneven === 1 ? 'does' : 'do'} not keep the pace ${whose} ${median}${said}.`
}
