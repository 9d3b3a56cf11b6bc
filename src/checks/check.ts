// What a check is. Everything about one check lives in its folder; the rest of the house knows only this.

import type { ModelName } from '../speech/models.js'
import type { SpeechPresence } from '../speech/speech-presence.js'
import type { Track } from '../speech/track.js'
import type { TrackPart } from '../speech/track-identity.js'
import { type QualityCheckName, qualityCheckNames } from './quality/detectors/declared.js'

export { type QualityCheckName, qualityCheckNames }

/** In the order in which reports list them. */
export const checkNames = ['comparison', 'quality', 'pace', 'scriptAccuracy'] as const
export type CheckName = (typeof checkNames)[number]

export const accuracies = ['standard', 'high', 'highest'] as const
export type Accuracy = (typeof accuracies)[number]

/** What the caller can set for a batch, complete. */
export interface Options {
  /** 0 to 1; smaller flags more, in every check. */
  deviationThreshold: number
  accuracy: Accuracy
  qualityChecks: Record<QualityCheckName, boolean>
}

export const defaultOptions: Readonly<Options> = {
  deviationThreshold: 0.15,
  accuracy: 'standard',
  qualityChecks: Object.fromEntries(
    qualityCheckNames.map((name) => [name, true]),
  ) as Options['qualityChecks'],
}

/** What listen options may be: they are part of a cache key, so they must have one way of being written. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface FileFindings<Findings> {
  file: string
  findings: Findings
  /** What the file should say, where the caller told. */
  script?: string | undefined
  /** The voice that the file should have, where the caller told. */
  castVoice?: string | undefined
  /** Who should speak when, where the script says so and it is known when that is said. */
  labelledParts?: readonly LabelledPart[] | undefined
}

/** A part of a file that the script gives to a speaker. */
export interface LabelledPart {
  /** The name of the speaker, as the script has it. */
  label: string
  startSec: number
  endSec: number
}

/** A recording of a voice as it should be: files that should have the voice are held against it, and it is not judged itself. */
export interface ReferenceFindings<Findings> {
  /** As the caller calls it. */
  voice: string
  findings: Findings
}

/** Why a file should be regenerated: what a person would hear, and where. */
export interface FlagReason {
  message: string
  deviation?: number
}

export interface TrackReport {
  file: string
  flagged: boolean
  /** Whether the file could be judged at all; one that could not is neither good nor bad. */
  judged: boolean
  /** Whether anybody speaks in the file, or what it holds instead. */
  speech: SpeechPresence
}

export interface CheckReport {
  /** 0 to 100, one decimal. */
  score: number
  /** A sentence or a few. */
  summary: string
  /** One per file, in the order of the batch. */
  tracks: TrackReport[]
}

/**
 * What is wrong with a batch as a whole, so that no single file can be blamed for it: nobody speaks in most files, no voice is the
 * batch's own, two names of the cast are one voice, most files share a fault, or one file is there under several names.
 */
export const batchAlarmKinds = [
  'nobodySpeaks',
  'severalVoices',
  'sharedVoice',
  'sharedFault',
  'identicalFiles',
] as const
export type BatchAlarmKind = (typeof batchAlarmKinds)[number]

export interface BatchAlarm {
  kind: BatchAlarmKind
  /** One sentence: what it is. */
  message: string
  /** What to do about it, where that can be said. */
  advice?: string
  /** Those that it is about, in the order of the batch. */
  files: string[]
}

export interface Judgement<Report> {
  report: Report
  /** For each file of the batch why it is flagged; empty when it is not. */
  reasons: FlagReason[][]
  /** What the check has to say of the batch as a whole. */
  alarms?: BatchAlarm[]
}

export interface Check<Findings, Report extends CheckReport, ListenOptions extends Json = null> {
  readonly name: CheckName
  /**
   * Raise it when the code of `listen` gives something else for the same file: cached findings are stale then.
   * test/audit/golden.test.ts says when that was forgotten. What stands below counts by itself.
   */
  readonly version: number
  /** What `listen` asks of the track: its versions and models count too. */
  readonly asks: readonly TrackPart[]
  /** Whether `listen` asks for the transcript of every file in which somebody speaks, not only of some. */
  readonly alwaysTranscribes?: true
  /** Models that `listen` itself uses. */
  readonly models?: readonly ModelName[]
  /** Numbers that `listen` depends on. */
  readonly parameters?: Json
  /**
   * The part of the options that `listen` depends on. Findings are cached by it, and `listen` is given nothing else: an
   * option that is not in here, such as the threshold, can be changed without listening to the file again.
   */
  listenOptions(options: Options, script: string | undefined, castVoice?: string): ListenOptions
  /**
   * Listens to one file, on a worker thread. Findings are plain data: what JSON can hold, and typed arrays. What it takes is imported
   * when it is called: those who only name checks or judge do without the detectors and the model runtime.
   */
  listen(track: Track, options: ListenOptions): Promise<Findings>
  /** Judges the batch: pure, instant arithmetic over findings. `references`: none but for a check that compares voices. */
  judge(
    batch: FileFindings<Findings>[],
    options: Options,
    references?: readonly ReferenceFindings<Findings>[],
  ): Judgement<Report>
}

/** Any check, when it does not matter which. */
export type SomeCheck = Check<unknown, CheckReport, Json>

/** A score as reported: 0 to 100, one decimal. */
export function score(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)) * 10) / 10
}
