// A slow change that most files of a batch make is the way of the voice that speaks them: it is told once, as a trait of the batch,
// and a file is flagged for what it does beyond that.
import { type BatchTrait, FEWEST_FILES_WITH_HABITS, HABIT_SHARE, sharedSentence } from './batch-trait.js'
import { median, rounded } from './statistics.js'
import type { Trend } from './trend.js'

/** How a kind of change is told where most files make it: what the files do, "get softer towards their end". */
export interface TrendTrait {
  name: string
  does: string
}
export type TrendTraits<Kind extends string> = Readonly<Record<Kind, { up: TrendTrait; down: TrendTrait }>>

export interface MovingFile<Kind extends string, Told> {
  trends: readonly Told[]
  /** The kinds of change that there is enough of the file to show. */
  shownKinds: readonly Kind[]
}

export interface TrendHabits<Told> {
  traits: BatchTrait[]
  /** For each file: its changes, each held against the threshold by what it is beyond the habit. */
  trends: Told[][]
}

const ADVICE = 'Generate shorter passages and join them: each begins as the first one does.'
const SHARE_DECIMALS = 3
const DECIMALS = 4

export function trendHabits<Kind extends string, Told extends Trend<Kind, string>>(
  files: readonly MovingFile<Kind, Told>[],
  told: TrendTraits<Kind>,
  deviationThreshold: number,
): TrendHabits<Told> {
  const traits: BatchTrait[] = []
  /** What the file in the middle of those that share a habit does. */
  const usual = new Map<TrendTrait, number>()
  for (const kind of Object.keys(told) as Kind[])
    for (const trait of new Set([told[kind].up, told[kind].down])) {
      const able = files.filter(({ shownKinds }) => shownKinds.includes(kind))
      const sharing = able.flatMap(({ trends }) => trends.find((each) => traitOf(each, told) === trait) ?? [])
      if (able.length < FEWEST_FILES_WITH_HABITS || sharing.length < HABIT_SHARE * able.length) continue
      usual.set(trait, median(sharing.map(({ deviation }) => deviation))!)
      traits.push({
        name: trait.name,
        files: sharing.length,
        share: rounded(sharing.length / able.length, SHARE_DECIMALS),
        summary: sharedSentence(sharing.length, able.length, trait.does),
        advice: ADVICE,
      })
    }
  const beyondHabit = (trend: Told): Told => {
    const by = usual.get(traitOf(trend, told))
    if (by === undefined) return trend
    const deviation = rounded(Math.max(0, trend.deviation - by), DECIMALS)
    return { ...trend, deviation, flagged: deviation > deviationThreshold }
  }
  return { traits, trends: files.map(({ trends }) => trends.map(beyondHabit)) }
}

function traitOf<Kind extends string>(
  { kind, from, to }: Trend<Kind, string>,
  told: TrendTraits<Kind>,
): TrendTrait {
  return to > from ? told[kind].up : told[kind].down
}
