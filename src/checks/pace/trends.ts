// Speech that gets faster or slower, inside a file and along a batch.
import { percentBeside } from '../../report/beside-limit.js'
import { clock } from '../../report/clock.js'
import { FEWEST_POINTS } from '../movement.js'
import { rounded } from '../statistics.js'
import {
  type BatchTrend,
  heldAgainst,
  sureBatchMovement,
  sureMovement,
  type Trend,
  type TrendLimits,
  trendLimit,
} from '../trend.js'
import type { TrendTraits } from '../trend-habits.js'
import type { PacePart } from './findings.js'

export type PaceTrend = Trend<'pace', 'wpm'>
export type PaceBatchTrend = BatchTrend<'pace', 'wpm'>

/** Natural logarithm: parts of a dozen words of the steadiest voice differ by so much, and whole files by so much. */
const LEAST_SPREAD = 0.05
const LEAST_SPREAD_OF_FILES = 0.03
/** As shares of the pace at the beginning. */
const LIMITS: TrendLimits = { told: 0.15, flagged: 0.2 }
/** Along a batch no file is flagged for it. */
const TOLD_OF_BATCH = 0.1

const TIME_DECIMALS = 2
const DECIMALS = 1
const SHARE_DECIMALS = 4

/** How what most files do is told. */
export const trendTraits: TrendTraits<'pace'> = {
  pace: {
    up: { name: 'paceRises', does: 'get faster towards their end' },
    down: { name: 'paceSinks', does: 'get slower towards their end' },
  },
}

/** Whether there is enough of a file to show that. */
export function shownKinds(parts: readonly PacePart[]): 'pace'[] {
  return parts.length >= FEWEST_POINTS ? ['pace'] : []
}

/** `wordsPerMinute` and `rate`: of the whole file, so that what its parts do against an ordinary reader can be told in words. */
export function paceTrendsOf(
  { parts, wordsPerMinute, rate }: { parts: readonly PacePart[]; wordsPerMinute: number; rate: number },
  deviationThreshold: number,
): PaceTrend[] {
  const movement = sureMovement(
    parts.map(({ startSec, endSec, runningSec, typicalSec }) => ({
      startSec,
      endSec,
      value: Math.log(typicalSec / runningSec),
    })),
    LEAST_SPREAD,
  )
  if (!movement) return []
  const size = shareOf(movement.from, movement.to)
  if (Math.abs(size) < LIMITS.told) return []
  const startSec = rounded(parts[0].startSec, TIME_DECIMALS)
  const endSec = rounded(parts.at(-1)!.endSec, TIME_DECIMALS)
  const inWords = (logRate: number) => rounded((wordsPerMinute * Math.exp(logRate)) / rate, DECIMALS)
  const shown = percentBeside(size, trendLimit(LIMITS, deviationThreshold))
  return [
    {
      kind: 'pace',
      startSec,
      endSec,
      from: inWords(movement.from),
      to: inWords(movement.to),
      unit: 'wpm',
      ...heldAgainst(Math.abs(size), LIMITS, deviationThreshold),
      message: `gets ${shown} % ${size > 0 ? 'faster' : 'slower'} from ${clock(startSec)} to ${clock(endSec)}`,
    },
  ]
}

/** `rates`: against an ordinary reader of the same words, null where a file is not judged. */
export function paceBatchTrendsOf(
  files: readonly string[],
  rates: readonly (number | null)[],
  { medianRate, medianWordsPerMinute }: { medianRate: number; medianWordsPerMinute: number },
): PaceBatchTrend[] {
  const movement = sureBatchMovement(
    rates.map((rate) => rate && Math.log(rate)),
    LEAST_SPREAD_OF_FILES,
  )
  if (!movement) return []
  const size = shareOf(movement.from, movement.to)
  if (Math.abs(size) < TOLD_OF_BATCH) return []
  const inWords = (logRate: number) =>
    rounded((medianWordsPerMinute * Math.exp(logRate)) / medianRate, DECIMALS)
  return [
    {
      kind: 'pace',
      firstFile: files[movement.first],
      lastFile: files[movement.last],
      from: inWords(movement.from),
      to: inWords(movement.to),
      unit: 'wpm',
      message: `the files get ${Math.round(100 * Math.abs(size))} % ${size > 0 ? 'faster' : 'slower'} from the first to the last`,
    },
  ]
}

function shareOf(logFrom: number, logTo: number): number {
  return rounded(Math.exp(logTo - logFrom) - 1, SHARE_DECIMALS)
}
