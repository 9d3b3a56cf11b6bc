// Voices that are kept for later audits, as the rooms behind the audit may know them.
import { createHash } from 'node:crypto'
import { comparison } from '../checks/comparison/comparison.js'
import { referenceFault, writtenVoice } from '../checks/comparison/kept-voice.js'
import type { ComparisonFindings } from '../checks/comparison/listen.js'
import { FileError } from './errors.js'
import { canonicalJson, checkIdentity } from './findings-cache.js'
import type { ListenRequest } from './listen-task.js'
import { unpackFindings } from './packed-findings.js'
import type { TranscriberModel } from './pool.js'

/** A voice that an earlier recording was kept of. */
export interface KeptVoice {
  /** As `keptVoiceOf` made it. */
  print: string
}

/** What is asked of a recording that a voice is kept of: all that any accuracy compares by. */
export const keptVoiceRequest: ListenRequest = { check: 'comparison', options: { accuracy: 'highest' } }

/**
 * Prints of another model are of another kind, and nothing can be compared with them. Models that judge prints, or that look for
 * something else in the file, do not matter to what is kept.
 */
export function printModelOf(model: TranscriberModel): string {
  return createHash('sha256')
    .update(canonicalJson(checkIdentity({ ...comparison, models: [] }, model)))
    .digest('hex')
}

/** The print and how much speech it is made of. Fails with a FileError that says why it cannot be a reference. */
export function keptVoiceOf(packed: Uint8Array): KeptVoice & { speechSec: number } {
  mustBeReference(packed)
  const findings = unpackFindings(packed) as ComparisonFindings
  return { print: writtenVoice(findings), speechSec: findings.voice!.speechSec }
}

/** Fails with a FileError unless there is a voice in it to hold others against. `packed`: what comparison has found in it. */
export function mustBeReference(packed: Uint8Array): void {
  const fault = referenceFault(unpackFindings(packed) as ComparisonFindings)
  if (fault !== null) throw new FileError('no_voice', fault)
}
