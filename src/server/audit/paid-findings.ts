// What was found for a caller before, and what is found now. The latter is cached only with the payment.
import type { FindingsCache } from '../../audit/findings-cache.js'
import { canUnpack } from '../../audit/packed-findings.js'
import type { KeptFindings } from '../../store/findings.js'

export class PaidFindings implements FindingsCache {
  /** To be kept when the audit is settled. */
  readonly fresh: Omit<KeptFindings, 'contentSha256'>[] = []
  /** How often something was found. */
  hits = 0

  constructor(private readonly kept: ReadonlyMap<string, Uint8Array>) {}

  async get(key: string): Promise<Uint8Array | undefined> {
    const packed = this.kept.get(key)
    // Packed by another version of the runtime: listened to again.
    if (!packed || !canUnpack(packed)) return undefined
    this.hits++
    return packed
  }

  async set(key: string, packed: Uint8Array): Promise<void> {
    this.fresh.push({ key, bytes: packed })
  }
}
