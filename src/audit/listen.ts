import type { Stage } from '../speech/track.js'
import type { Listened, ListenRequest } from './listen-task.js'

export interface TranscribeOptions {
  /** Cancels the file: at once while it waits its turn, between two pieces of work once it is being listened to. */
  signal?: AbortSignal
  /** Longest file that is taken; a longer one is refused. */
  maxDurationSec?: number
  /** Told when a stage begins. */
  onStage?: (stage: Stage) => void
  /** Told when a file that is being listened to gives way to another caller's, and when it goes on. */
  onRest?: (isResting: boolean) => void
  /** For whom. Callers take turns, however many files each has. */
  caller?: string | undefined
}

export interface ListenOptions extends TranscribeOptions {
  /** Of the content, where it is known already: by it the file is found on other machines. */
  sha256?: string | undefined
}

/**
 * Listens to one file for the checks asked for, on the next free worker; fails as `transcribe` does. But a file that ends its
 * worker is tried once more, and after that, or when it takes too long, it is a FileError: not_analysable.
 */
export type Listen = (file: string, requests: ListenRequest[], options?: ListenOptions) => Promise<Listened>
