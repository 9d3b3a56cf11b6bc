// Does somebody else go on speaking in the middle of a file?
import { defaultOptions } from '../check.js'
import type { PartPrint } from './listen.js'
import { oneVoiceLogOdds, type PlacedViews, placedViews, type VoiceJudge } from './voice-judge.js'

/** Prints on both sides of a change; fewer are as often a shout or a cough as another voice. */
const FEWEST_PARTS = 2
/** Log odds of one voice on both sides below which it is another, at the default threshold. */
const CHANGE_LOG_ODDS = -2
/** How far the limit moves with the logarithm of the threshold: smaller finds more. */
const LOG_ODDS_PER_STEP = 2
/** Smaller thresholds find no more: the logarithm of 0 would call everything a change. */
const LEAST_THRESHOLD = 0.01

/** The times at which the voice becomes another, in seconds: where the two sides are least alike. At most one is sought. */
export function voiceChangesSec(parts: PartPrint[], judge: VoiceJudge, deviationThreshold: number): number[] {
  const limit =
    CHANGE_LOG_ODDS -
    LOG_ODDS_PER_STEP *
      Math.log(Math.max(deviationThreshold, LEAST_THRESHOLD) / defaultOptions.deviationThreshold)
  let least = Infinity
  let timeSec = 0
  for (let split = FEWEST_PARTS; split + FEWEST_PARTS <= parts.length; split++) {
    // Neighbours overlap: the part that holds the split belongs to neither side.
    const left = parts.slice(0, split)
    const right = parts.slice(split).filter(({ startSec }) => startSec >= left.at(-1)!.endSec - OVERLAP_SEC)
    if (right.length < FEWEST_PARTS) break
    const odds = oneVoiceLogOdds(judge, joined(judge, left), joined(judge, right), 'print')!
    if (odds >= least) continue
    least = odds
    timeSec = (left.at(-1)!.endSec + right[0].startSec) / 2
  }
  return least < limit ? [Number(timeSec.toFixed(2))] : []
}

const OVERLAP_SEC = 0.01

function joined(judge: VoiceJudge, parts: PartPrint[]): PlacedViews {
  const plain = parts[0].embedding.map(
    (_, d) => parts.reduce((sum, part) => sum + part.embedding[d], 0) / parts.length,
  )
  // Half overlapping: every second part is new speech.
  const speechSec = parts.reduce((sum, part) => sum + part.speechSec, 0) / 2 + parts[0].speechSec / 2
  return placedViews(judge, { speechSec, views: { plain } })
}
