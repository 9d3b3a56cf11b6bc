// Slow changes along a batch, in the order of its files: engines drift from one file to the next, too.
import { castParts } from '../cast-parts.js'
import type { FileFindings } from '../check.js'
import { median, rounded } from '../statistics.js'
import { type BatchTrend, sureBatchMovement } from '../trend.js'
import type { CastVerdict } from './cast.js'
import type { ComparisonFindings } from './listen.js'
import type { ComparedVoices } from './similarities.js'
import { similarityOf, type TrendKind, type TrendUnit } from './trends.js'

export type ComparisonBatchTrend = BatchTrend<TrendKind, TrendUnit>

/** Files vary by no less, in nats, semitones and dB. */
const LEAST_SPREADS: Readonly<Record<TrendKind, number>> = { voice: 1, pitch: 0.4, level: 0.5 }
/** Smaller changes are not worth a word. They may be smaller than inside a file: no file is flagged for them. */
const TOLD: Readonly<Record<TrendKind, number>> = { voice: 0.2, pitch: 2, level: 3 }
/** They say what the voice was like at first. */
const FIRST_FILES = 5
/** A likeness nearer to 0 or 1 is no surer than this. */
const LEAST_DOUBT = 1e-6
const DECIMALS = 2
const SHOWN_DECIMALS = 1

interface Voices extends Pick<ComparedVoices, 'likeness'> {
  /** Files with enough speech. */
  judged: readonly number[]
  cast: CastVerdict | null
}

export function batchTrendsOf(
  batch: readonly FileFindings<ComparisonFindings>[],
  { judged, cast, likeness }: Voices,
): ComparisonBatchTrend[] {
  const first = judged.slice(0, FIRST_FILES)
  const enough = new Set(judged)
  const voices = batch.map((_, index) => (enough.has(index) ? logOddsOf(likeness(index, first)) : null))
  // In a cast every file may have another voice, of another level.
  if (cast) return trendOf('level', 'dB', levelsBesideVoices(batch))
  return [
    ...trendOf('voice', 'similarity', voices, similarityOf),
    ...trendOf(
      'pitch',
      'semitones',
      batch.map(({ findings }) => findings.pitchSemitones),
    ),
    ...trendOf(
      'level',
      'dB',
      batch.map(({ findings }) => findings.loudnessLufs),
    ),
  ]

  function trendOf(
    kind: TrendKind,
    unit: TrendUnit,
    values: readonly (number | null)[],
    inUnit = (value: number) => value,
  ): ComparisonBatchTrend[] {
    const movement = sureBatchMovement(values, LEAST_SPREADS[kind])
    if (!movement) return []
    const from = rounded(inUnit(movement.from), DECIMALS)
    const to = rounded(inUnit(movement.to), DECIMALS)
    // A voice that becomes more like that of the first files does not drift.
    if (Math.abs(to - from) < TOLD[kind] || (kind === 'voice' && to > from)) return []
    const [firstFile, lastFile] = [movement.first, movement.last].map((index) => batch[index].file)
    return [{ kind, firstFile, lastFile, from, to, unit, message: messageOf(kind, from, to) }]
  }
}

/** Levels as if all voices of the cast were equally loud. */
function levelsBesideVoices(batch: readonly FileFindings<ComparisonFindings>[]): (number | null)[] {
  const all = batch.map(({ findings }) => findings.loudnessLufs)
  const levelOf = (members: readonly number[]) => median(members.flatMap((member) => all[member] ?? [])) ?? 0
  const middle = levelOf([...batch.keys()])
  const levels = [...all]
  for (const { members } of castParts(batch)) {
    const own = levelOf(members)
    for (const member of members) {
      const level = all[member]
      if (level !== null) levels[member] = level - own + middle
    }
  }
  return levels
}

function messageOf(kind: TrendKind, from: number, to: number): string {
  const size = Math.abs(to - from).toFixed(SHOWN_DECIMALS)
  const words: Record<TrendKind, string> = {
    voice: 'the voice drifts',
    pitch: `the pitch ${to > from ? 'rises' : 'sinks'} by ${size} semitones`,
    level: `the files get ${size} dB ${to > from ? 'louder' : 'softer'}`,
  }
  return `${words[kind]} from the first file to the last`
}

function logOddsOf(likeness: number | null): number | null {
  if (likeness === null) return null
  const within = Math.min(1 - LEAST_DOUBT, Math.max(LEAST_DOUBT, likeness))
  return Math.log(within / (1 - within))
}
