import type { FileFindings } from '../../check.js'
import type { FittingFiles } from '../fitting-file.js'
import type { ScriptFindings } from '../listen.js'

/** A batch, with what is already known of each file by itself. */
export interface ScriptedBatch {
  files: readonly FileFindings<ScriptFindings>[]
  /** For each file whether it has a script and does not say it, or not all of it. */
  misses: readonly boolean[]
  fitting: FittingFiles
}
