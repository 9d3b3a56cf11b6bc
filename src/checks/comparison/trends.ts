// Slow changes inside a file: a voice that drifts, a pitch that creeps, a level that sinks, through the file or in its last words.
import { besideLimit } from '../../report/beside-limit.js'
import { clock } from '../../report/clock.js'
import type { Interval } from '../../speech/speech-data.js'
import type { PlacedLevel } from '../../speech/speech-levels.js'
import { FEWEST_POINTS } from '../movement.js'
import { median, rounded } from '../statistics.js'
import { heldAgainst, sureMovement, type Trend, type TrendLimits, trendLimit } from '../trend.js'
import type { TrendTraits } from '../trend-habits.js'
import type { ComparisonFindings } from './listen.js'
import type { VoicePoint } from './voice-curve.js'

export type TrendKind = 'voice' | 'pitch' | 'level'
export type TrendUnit = 'similarity' | 'semitones' | 'dB'
export type ComparisonTrend = Trend<TrendKind, TrendUnit>

/** In nats, semitones and dB: parts of speech vary by no less, even where few of them happen to lie on a line. */
const LEAST_SPREADS: Readonly<Record<TrendKind, number>> = { voice: 1, pitch: 0.5, level: 1 }
const LIMITS = {
  /** How far the logarithm of the odds falls that the voice is that of the beginning; its similarity falls late, and then all at once. */
  voice: { told: 4, flagged: 6 },
  pitch: { told: 2.5, flagged: 4 },
  level: { told: 4, flagged: 5 },
  /** Below what is usual at the ends of the file's other phrases. */
  lastWords: { told: 8, flagged: 10 },
} as const satisfies Record<string, TrendLimits>

/** Fewer phrases show no way of ending them. */
const FEWEST_OTHER_PHRASES = 4
/** Last words are also softer by this than the softest end of another phrase. */
const BELOW_SOFTEST_DB = 3

const DECIMALS = 2
const SIMILARITY_DECIMALS = 3

/** How what most files do is told. A voice that becomes more like its beginning does not drift. */
const drifting = { name: 'voiceDrifts', does: 'drift away from the voice that they begin with' }
export const trendTraits: TrendTraits<TrendKind> = {
  voice: { up: drifting, down: drifting },
  pitch: {
    up: { name: 'pitchRises', does: 'rise in pitch towards their end' },
    down: { name: 'pitchSinks', does: 'sink in pitch towards their end' },
  },
  level: {
    up: { name: 'levelRises', does: 'get louder towards their end' },
    down: { name: 'levelSinks', does: 'get softer towards their end' },
  },
}

/** What may move in a file. */
interface Moving extends Pick<ComparisonFindings, 'levels' | 'phraseEnds' | 'pitches'> {
  /** Empty where the file is too short to drift. */
  curve: readonly VoicePoint[]
}

/** The kinds of change that there is enough of a file to show. */
export function shownKinds({ levels, phraseEnds, pitches, curve }: Moving): TrendKind[] {
  const isShown: Record<TrendKind, boolean> = {
    voice: curve.length > 0,
    pitch: pitches.length >= FEWEST_POINTS,
    level: levels.length >= FEWEST_POINTS || phraseEnds.length > FEWEST_OTHER_PHRASES,
  }
  return (Object.keys(isShown) as TrendKind[]).filter((kind) => isShown[kind])
}

export function trendsOf(
  { levels, phraseEnds, pitches, curve }: Moving,
  deviationThreshold: number,
): ComparisonTrend[] {
  const changes = [
    voiceChange(curve),
    pitchChange(pitches),
    levelChange(levels) ?? lastWordsChange(phraseEnds),
  ]
  return changes.flatMap((change) => (change ? toldTrend(change, deviationThreshold) : []))
}

/** A change that is no chance, whatever its size. */
interface SureChange extends Interval {
  kind: TrendKind
  unit: TrendUnit
  from: number
  to: number
  /** What is held against the limits, where it is not how far `from` and `to` lie apart. */
  size?: number
  limits: TrendLimits
  /** Its message, from its size and its times in words. */
  words: (size: string, times: string) => string
}

function voiceChange(curve: readonly VoicePoint[]): SureChange | null {
  const movement = sureMovement(
    curve.map(({ logOdds, ...times }) => ({ ...times, value: logOdds })),
    LEAST_SPREADS.voice,
  )
  // A voice that becomes more like its beginning does not drift.
  if (!movement || movement.to > movement.from) return null
  return {
    kind: 'voice',
    unit: 'similarity',
    ...timesOf(curve),
    from: similarityOf(movement.from),
    to: similarityOf(movement.to),
    size: movement.from - movement.to,
    limits: LIMITS.voice,
    words: (_, times) => `the voice drifts away from how it begins, ${times}`,
  }
}

function pitchChange(pitches: ComparisonFindings['pitches']): SureChange | null {
  const movement = sureMovement(
    pitches.map(({ semitones, ...times }) => ({ ...times, value: semitones })),
    LEAST_SPREADS.pitch,
  )
  if (!movement) return null
  const { from, to } = movement
  return {
    kind: 'pitch',
    unit: 'semitones',
    ...timesOf(pitches),
    from,
    to,
    limits: LIMITS.pitch,
    words: (size, times) => `the pitch ${to > from ? 'rises' : 'sinks'} by ${size} semitones ${times}`,
  }
}

function levelChange(levels: readonly PlacedLevel[]): SureChange | null {
  const movement = sureMovement(
    levels.map(({ levelDb, ...times }) => ({ ...times, value: levelDb })),
    LEAST_SPREADS.level,
  )
  if (!movement) return null
  const { from, to } = movement
  return {
    kind: 'level',
    unit: 'dB',
    ...timesOf(levels),
    from,
    to,
    limits: LIMITS.level,
    words: (size, times) => `gets ${size} dB ${to > from ? 'louder' : 'softer'} ${times}`,
  }
}

/** Every sentence falls a little at its end; here the last one falls by far more than the others do. */
function lastWordsChange(ends: readonly PlacedLevel[]): SureChange | null {
  const last = ends.at(-1)
  const others = ends.slice(0, -1).map(({ levelDb }) => levelDb)
  if (!last || others.length < FEWEST_OTHER_PHRASES) return null
  if (last.levelDb > Math.min(...others) - BELOW_SOFTEST_DB) return null
  return {
    kind: 'level',
    unit: 'dB',
    ...timesOf([last]),
    from: median(others)!,
    to: last.levelDb,
    limits: LIMITS.lastWords,
    words: (size, times) => `the last words are ${size} dB softer than the other phrases end, ${times}`,
  }
}

/** None where it is too small to be worth a word. */
function toldTrend(change: SureChange, deviationThreshold: number): ComparisonTrend[] {
  const { kind, unit, startSec, endSec, limits, words } = change
  const decimals = unit === 'similarity' ? SIMILARITY_DECIMALS : DECIMALS
  const [from, to] = [rounded(change.from, decimals), rounded(change.to, decimals)]
  const size = change.size ?? Math.abs(to - from)
  if (size < limits.told) return []
  return [
    {
      kind,
      startSec,
      endSec,
      from,
      to,
      unit,
      ...heldAgainst(size, limits, deviationThreshold),
      message: words(
        besideLimit(size, trendLimit(limits, deviationThreshold), 1),
        `from ${clock(startSec)} to ${clock(endSec)}`,
      ),
    },
  ]
}

/** From log odds. */
export function similarityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

function timesOf(parts: readonly Interval[]): Interval {
  return {
    startSec: rounded(parts[0].startSec, DECIMALS),
    endSec: rounded(parts.at(-1)!.endSec, DECIMALS),
  }
}
