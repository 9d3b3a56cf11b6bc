import { builtChecks } from '../audit/checks.js'
import { DiskCache, defaultCache } from '../audit/disk-cache.js'
import { type Audit, type AuditProgress, audit as auditFiles } from '../audit/engine.js'
import type { FindingsCache } from '../audit/findings-cache.js'
import type { AuditFile, AuditRequest } from '../audit/request.js'
import { type AudioSource, withFiles } from './audio-source.js'
import { type Pool, withPool } from './pool.js'

/** What is left out is as on the command line. */
export interface AuditOptions extends Partial<Omit<AuditRequest, 'referenceVoices'>> {
  /**
   * A recording of a voice as it should be, or several, by name of the voice: files that should have the voice are held against
   * them. Without `voices` there is one name, of the voice that all files should have.
   */
  referenceVoices?: Readonly<Record<string, AudioSource | readonly AudioSource[]>>
  /** Of createPool; without it one is opened for this audit alone, and its models with it. */
  pool?: Pool
  /** Where findings are cached: a folder, or false. Default: AUDIO_AUDIT_CACHE, else ~/.cache/audio-audit. */
  cache?: string | false
  /** Ends the audit, which then fails with the reason of the signal. */
  signal?: AbortSignal
  /** Told whenever a file has come a step further. */
  onProgress?: (progress: AuditProgress) => void
}

/**
 * Audits a batch in this process: which files should be regenerated, why, and at which second. Fails with an AuditError that
 * names every file and option that is wrong, or with a ModelError when the weights are not as they were published.
 */
export async function audit(sources: readonly AudioSource[], options: AuditOptions = {}): Promise<Audit> {
  const { pool, cache, signal, onProgress, checks = builtChecks, referenceVoices = {}, ...request } = options
  signal?.throwIfAborted()
  const named = Object.entries(referenceVoices).map(([voice, of]) => ({ voice, of: listOf(of) }))
  return withFiles([...sources, ...named.flatMap(({ of }) => of)], (all) =>
    withPool(pool, ({ listening, judging }) =>
      auditFiles(
        all.slice(0, sources.length),
        {
          ...request,
          checks: [...checks],
          referenceVoices: namedFiles(named, all.slice(sources.length)),
        },
        {
          pool: listening,
          judging,
          cache: cacheOf(cache),
          ...(signal && { signal }),
          ...(onProgress && { onProgress }),
        },
      ),
    ),
  )
}

function listOf(sources: AudioSource | readonly AudioSource[]): readonly AudioSource[] {
  return Array.isArray(sources) ? sources : [sources as AudioSource]
}

/** `files`: of all voices, in their order. */
function namedFiles(
  named: readonly { voice: string; of: readonly unknown[] }[],
  files: readonly AuditFile[],
): Record<string, AuditFile[]> {
  const left = [...files]
  return Object.fromEntries(named.map(({ voice, of }) => [voice, left.splice(0, of.length)]))
}

function cacheOf(cache: string | false | undefined): FindingsCache | undefined {
  if (cache === false) return undefined
  return cache === undefined ? defaultCache() : new DiskCache(cache)
}
