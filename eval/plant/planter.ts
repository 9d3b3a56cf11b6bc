// What a planted defect is, and what the planters of all kinds are given.
import type { IssueType } from '../../src/checks/quality/issue.js'
import type { Interval } from '../../src/speech/speech-data.js'

/** How a listener would call it; each kind says in numbers what that means for it. */
export const strengths = ['just', 'clear', 'gross'] as const
export type Strength = (typeof strengths)[number]

export interface Planted extends Interval {
  type: IssueType
  variant: string
  /** What it may rightly be called instead: a hole of 70 ms is a silence to one listener and a dropout to another. */
  alsoTypes?: IssueType[]
}

/** Clean speech, one channel at its own rate, and where somebody speaks in it. */
export interface Site {
  samples: Float32Array
  sampleRateHz: number
  speech: Interval[]
  random: () => number
  /** Speech of somebody else at the same rate, for two voices at once. */
  otherVoice?: Float32Array | undefined
  /** Where something else was planted already. */
  avoid?: Interval[] | undefined
}

export interface Plantation {
  samples: Float32Array
  planted: Planted[]
}

/** Null where the file gives no place for it. */
export type Planter = (site: Site, strength: Strength) => Plantation | null

/** All about planting one type of issue. */
export interface Planting {
  /** By variant. */
  planters: Record<string, Planter>
  /** Variants that leave every other time in the file as it is, so that several go into one file. */
  keepsTimes?: string[] | 'all'
  /** How far beside the defect an issue still is meant for it: the bar on the start error, a few times over. */
  toleranceSec: number
}

export type Range = readonly [least: number, most: number]

export function between(random: () => number, [least, most]: Range): number {
  return least + random() * (most - least)
}

/** Evenly over the orders of magnitude. */
export function betweenLog(random: () => number, [least, most]: Range): number {
  return least * (most / least) ** random()
}

export function oneOf<T>(random: () => number, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)]
}
