// What `import 'audio-audit'` gives. docs/library.md is made of it by "npm run derive"; a test holds the list of names.
export { AuditError, type AuditErrorCode, type AuditErrorDetail } from '../audit/audit-error.js'
export {
  type Accuracy,
  type CheckName,
  checkNames,
  type QualityCheckName,
  qualityCheckNames,
} from '../audit/checks.js'
export type { Audit, AuditProgress, Reason, Timing, TrackToRegenerate } from '../audit/engine.js'
export { DecodeError, FileError, ModelError } from '../audit/errors.js'
export type { Interval, Stage, TranscriberModel, Transcription, Word } from '../audit/pool.js'
export { auditAsCsv } from '../report/audit-csv.js'
export type { AudioSource } from './audio-source.js'
export { type AuditOptions, audit } from './audit.js'
export { createPool, type Pool, type PoolOptions } from './pool.js'
export { type TranscribeOptions, transcribe } from './transcribe.js'
