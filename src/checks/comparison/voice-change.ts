// Does somebody else go on speaking in the middle of a file, and from when on?
import type { Interval } from '../../speech/speech-data.js'
import { defaultOptions } from '../check.js'
import type { PartPrint } from './listen.js'
import { oneVoiceLogOdds, type PlacedViews, placedViews, type VoiceJudge } from './voice-judge.js'
import { groupLogLikelihoodRatio, type PlacedVoice, placed } from './voice-model.js'

/** Prints on both sides of a change; fewer are as often a shout or a cough as another voice. */
const FEWEST_PARTS = 3
/**
 * Log odds of one voice on both sides below which it is another, at the default threshold. By 225 files of 20 s with a change and
 * 215 without, of voices that the model does not know: at -2, -0.5 and 1 found 194, 203 and 210, falsely 0, 0 and 1.
 */
const CHANGE_LOG_ODDS = -0.5
/** How far the limit moves with the logarithm of the threshold: smaller finds more. */
const LOG_ODDS_PER_STEP = 2
/** Smaller thresholds find no more: the logarithm of 0 would call everything a change. */
const LEAST_THRESHOLD = 0.01

/** The times at which the voice becomes another, in seconds. At most one is sought. */
export function voiceChangesSec(
  { parts, pauses }: { parts: PartPrint[]; pauses: Interval[] },
  judge: VoiceJudge,
  deviationThreshold: number,
): number[] {
  const limit =
    CHANGE_LOG_ODDS -
    LOG_ODDS_PER_STEP *
      Math.log(Math.max(deviationThreshold, LEAST_THRESHOLD) / defaultOptions.deviationThreshold)
  const change = likeliestChange(parts, judge)
  if (change === null || change.logOdds >= limit) return []
  const timeSec = atPause(betweenVoices(change.timeSec, parts, judge), pauses)
  return [Number(timeSec.toFixed(2))]
}

const OVERLAP_SEC = 0.01

/** Where the two sides are least alike; null where there are too few parts for two sides. */
function likeliestChange(parts: PartPrint[], judge: VoiceJudge): { timeSec: number; logOdds: number } | null {
  let best: { timeSec: number; logOdds: number } | null = null
  for (let split = FEWEST_PARTS; split + FEWEST_PARTS <= parts.length; split++) {
    // Neighbours overlap: parts that hold the split belong to neither side.
    const left = parts.slice(0, split)
    const right = parts.slice(split).filter(({ startSec }) => startSec >= left.at(-1)!.endSec - OVERLAP_SEC)
    if (right.length < FEWEST_PARTS) break
    const logOdds = oneVoiceLogOdds(judge, joined(judge, left), joined(judge, right), 'print')!
    if (best && logOdds >= best.logOdds) continue
    best = { logOdds, timeSec: (left.at(-1)!.endSec + right[0].startSec) / 2 }
  }
  return best
}

function joined(judge: VoiceJudge, parts: PartPrint[]): PlacedViews {
  const plain = parts[0].embedding.map(
    (_, d) => parts.reduce((sum, part) => sum + part.embedding[d], 0) / parts.length,
  )
  // Of a part that overlaps the one before, only what is new counts.
  const speechSec = parts.reduce((sum, part, index) => {
    const newSec = index === 0 ? part.speechSec : part.startSec - parts[index - 1].startSec
    return sum + Math.min(part.speechSec, newSec)
  }, 0)
  return placedViews(judge, { speechSec, views: { plain } })
}

const MOST_ROUNDS = 3
/** Parts that reach over the change by no more than this still belong to a side. */
const REACH_SEC = 0.3

/** Each part by itself is held against both voices, and the change lies where those of the one end and those of the other begin. */
function betweenVoices(roughSec: number, parts: PartPrint[], judge: VoiceJudge): number {
  const places = parts.map((part) => placed(judge.models.plain, part))
  const middles = parts.map(({ startSec, endSec }) => (startSec + endSec) / 2)
  let timeSec = roughSec
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const left = places.filter((_, index) => parts[index].endSec <= timeSec + REACH_SEC)
    const right = places.filter((_, index) => parts[index].startSec >= timeSec - REACH_SEC)
    if (left.length < 2 || right.length < 2) break
    const leanings = places.map((place) => leaning(place, left, right, judge))
    let leftward = leanings.reduce((sum, each) => sum - each, 0)
    let best = { sum: -Infinity, at: 1 }
    for (let at = 1; at < parts.length; at++) {
      leftward += 2 * leanings[at - 1]
      if (leftward > best.sum) best = { sum: leftward, at }
    }
    const nextSec = (middles[best.at - 1] + middles[best.at]) / 2
    if (nextSec === timeSec) break
    timeSec = nextSec
  }
  return timeSec
}

/** Above 0 where a part has rather the voice of the left side. */
function leaning(
  place: PlacedVoice,
  left: PlacedVoice[],
  right: PlacedVoice[],
  { models: { plain } }: VoiceJudge,
): number {
  const others = (side: PlacedVoice[]) => side.filter((other) => other !== place)
  return (
    groupLogLikelihoodRatio(plain, place, others(left)) - groupLogLikelihoodRatio(plain, place, others(right))
  )
}

/** Farther away a pause has nothing to do with the change. */
const PAUSE_WITHIN_SEC = 1

/** Speakers change where nobody speaks: in the middle of the longest pause near by, if there is one. */
function atPause(timeSec: number, pauses: Interval[]): number {
  const middle = ({ startSec, endSec }: Interval) => (startSec + endSec) / 2
  const lengthSec = ({ startSec, endSec }: Interval) => endSec - startSec
  const near = pauses.filter((pause) => Math.abs(middle(pause) - timeSec) <= PAUSE_WITHIN_SEC)
  const [longest] = near.sort((a, b) => lengthSec(b) - lengthSec(a))
  return longest ? middle(longest) : timeSec
}
