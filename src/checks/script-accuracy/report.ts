import type { CheckReport, LabelledPart, TrackReport } from '../check.js'
import type { Difference } from './differences.js'
import type { Repetition } from './repetitions.js'
import type { ScriptTime } from './script-times.js'
import type { SpokenTag } from './spoken-tags.js'

export interface ScriptTrack extends TrackReport {
  /** As recognised, the recogniser's mistakes included. */
  transcript: string
  /** Start and end of each word of the transcript (split at spaces), in seconds. */
  wordTimesSec: [number, number][]
  /** Whether it was compared with a script; else only repetitions and spoken directions are looked for. */
  hasScript: boolean
  /**
   * How near the file is to what it should say, 0 to 100, one decimal: 70 after one word of content that is surely wrong, however long
   * the file, next to 0 after a lost sentence. A file is flagged by it.
   */
  score: number
  /** 0 to 100. */
  accuracy: number
  /** Words that the voice got wrong for each word that it should say. */
  wordErrorRate: number
  tags: { found: number; spoken: SpokenTag[] }
  /** By time. */
  differences: Difference[]
  /** Differences of which nobody knows whether the voice made them: a person should listen. */
  doubtful: number
  repetitions: Repetition[]
  /** The end of the script is not said. */
  truncated: boolean
  /** What is to be said of the script, its words parted by single spaces; absent without one, and where it was not compared. */
  script?: string
  /** Start and end of each of these words, in seconds; null where it is not said. Absent where the script is of something else. */
  scriptTimesSec?: ScriptTime[]
  /** Who should speak when, where the script names speakers at the beginning of lines. */
  speakers?: LabelledPart[]
  /** What is wrong with the script itself: it is of another file, in another language, or too much to be compared. */
  note?: string
}

/**
 * What can be wrong between the files and scripts of a batch, the most important first: files that say each other's scripts, one
 * script said by several files, one that goes on in the next file, one that no file says, one recording under several names,
 * files without a script where others have one.
 */
export const batchFindingKinds = [
  'wrongOrder',
  'saidTwice',
  'split',
  'scriptNotSaid',
  'sameSound',
  'withoutScript',
] as const
export type BatchFindingKind = (typeof batchFindingKinds)[number]

export interface BatchFinding {
  kind: BatchFindingKind
  /** A sentence or two, with what to do about it. */
  message: string
  /** All files that it is about; of `wrongOrder` each says the script of the next, of the others in the order of the batch. */
  files: string[]
}

export interface ScriptReport extends CheckReport {
  /** Tags spoken aloud in all files together. */
  spokenTagCount: number
  /** The most important first. */
  batchFindings: BatchFinding[]
  tracks: ScriptTrack[]
}
