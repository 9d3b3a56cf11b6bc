import type { GatheredFile } from './gather.js'

/** A file that is about to be sent. */
export interface PlannedFile extends GatheredFile {
  /** As it will be called in the audit. */
  name: string
  script: string
  /** Whose voice it should have, in a batch with a cast; empty where nobody said. */
  voice: string
}

/** A voice as it should sound: a recording of it, or one that the account keeps. */
export type PlannedReference = { voice: string } & ReferenceSource
export type ReferenceSource = { file: File } | { keptName: string }
