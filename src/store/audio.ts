// Stored audio: blobs, and the rows that say which there are. A blob lives as long as a file of an audit, of a request that waits
// for its payment, or of something that is only listened to refers to it.
//
// The order of steps is what makes it safe: an audit with its files is stored before their blobs are put, and a blob is
// removed only while its row is locked and nothing refers to it. Whoever puts the same content meanwhile waits for the
// row, and then sees that the blob is gone and writes it again.
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { type BlobContent, type BlobKey, type Blobs, type ByteRange, placeOf } from './blobs.js'
import type { Caller } from './caller.js'
import type { Database } from './database.js'
import { leaseFrom } from './ledger.js'
import { auditFiles, blobs as blobRows, keptFiles, passingAudio, waveforms } from './schema.js'
import { newId } from './tokens.js'

export interface OwnedBlobKey extends BlobKey {
  caller: Caller
}

/** No copy takes as long. */
const UNFINISHED_FOR_MS = 24 * 3_600_000
/** No upload is listened to for as long, however long it waits. */
const PASSES_WITHIN_SEC = 24 * 3600
/** Places that are looked up together when strays are sought. */
const PLACES_AT_ONCE = 500

export class Audio {
  constructor(
    private readonly db: Database,
    private readonly blobs: Blobs,
  ) {}

  /** Copies in a file of an audit that was started, or of a request that is kept. What the caller has stored before is not copied again. */
  async put(key: OwnedBlobKey, file: string): Promise<void> {
    if (!(await this.note(key)))
      throw new Error('no audit that was started and no request that is kept refers to this audio')
    if (await this.blobs.has(key)) return
    await this.blobs.put(key, file)
    // The audit may have ended while the copy was made, and its clean-up has then found nothing to remove.
    if (!(await this.isNoted(key))) await this.blobs.delete(placeOf(key))
  }

  /**
   * Puts files that are only listened to, where workers find them while `work` goes on. Then they are gone, unless something else
   * refers to them.
   */
  async passing<Result>(
    caller: Caller,
    files: readonly { sha256: string; path: string }[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const pathOf = new Map(files.map(({ sha256, path }) => [sha256, path]))
    if (pathOf.size === 0) return work()
    const id = newId()
    const expiresAt = leaseFrom(PASSES_WITHIN_SEC)
    await this.db
      .insert(passingAudio)
      .values([...pathOf.keys()].map((sha256) => ({ id, caller, sha256, expiresAt })))
    try {
      for (const [sha256, path] of pathOf) await this.put({ caller, sha256 }, path)
      return await work()
    } finally {
      await this.db.delete(passingAudio).where(eq(passingAudio.id, id))
      await this.dropUnreferenced(caller)
    }
  }

  /** What a killed process has not let go of: all where no other process can be at work, else what has expired. */
  async endPassing(isExclusive: boolean): Promise<void> {
    await this.db.delete(passingAudio).where(isExclusive ? undefined : lt(passingAudio.expiresAt, sql`now()`))
  }

  get(key: OwnedBlobKey, range?: ByteRange): Promise<BlobContent | undefined> {
    return this.blobs.get(key, range)
  }

  /** What `keepWaveform` has kept in the same version. */
  async waveform({ caller, sha256 }: OwnedBlobKey, version: number): Promise<string | undefined> {
    const [kept] = await this.db
      .select({ json: waveforms.json })
      .from(waveforms)
      .where(and(eq(waveforms.caller, caller), eq(waveforms.sha256, sha256), eq(waveforms.version, version)))
    return kept?.json
  }

  /** For as long as the audio itself; not at all when that is gone meanwhile. */
  async keepWaveform({ caller, sha256 }: OwnedBlobKey, version: number, json: string): Promise<void> {
    // The lock waits for whoever is removing the row.
    await this.db.execute(sql`
      INSERT INTO ${waveforms} (caller, sha256, version, json)
      SELECT caller, sha256, ${version}::integer, ${json} FROM ${blobRows}
      WHERE ${blobRows.caller} = ${caller} AND ${blobRows.sha256} = ${sha256} FOR KEY SHARE
      ON CONFLICT (caller, sha256) DO UPDATE SET version = excluded.version, json = excluded.json`)
  }

  /** Removes all blobs that nothing refers to, of one caller or of all. Gives their number. */
  async dropUnreferenced(caller?: Caller): Promise<number> {
    const loose = await this.db
      .select({ caller: sql<Caller>`${blobRows.caller}`, sha256: blobRows.sha256 })
      .from(blobRows)
      .where(and(caller === undefined ? undefined : eq(blobRows.caller, caller), this.isUnreferenced()))
    let dropped = 0
    for (const key of loose) if (await this.drop(key)) dropped++
    return dropped
  }

  /** Removes copies that were never finished and, when nobody else can be at work, what lies there without a row. */
  async dropLeftovers(isExclusive: boolean): Promise<void> {
    await this.blobs.sweepUnfinished(isExclusive ? 0 : UNFINISHED_FOR_MS)
    if (!isExclusive || !this.blobs.list) return
    let places: string[] = []
    for await (const place of this.blobs.list()) {
      if (places.push(place) < PLACES_AT_ONCE) continue
      await this.dropStrays(places)
      places = []
    }
    await this.dropStrays(places)
  }

  private async dropStrays(places: string[]): Promise<void> {
    const noted = await this.notedPlaces(places)
    for (const place of places) if (!noted.has(place)) await this.blobs.delete(place)
  }

  private async drop(key: OwnedBlobKey): Promise<boolean> {
    return this.db.transaction(async (tx) => {
      // Locked in a statement of its own: the next one then sees every audit that was there before the lock.
      await tx.select().from(blobRows).where(this.isRowOf(key)).for('update')
      const removed = await tx
        .delete(blobRows)
        .where(and(this.isRowOf(key), this.isUnreferenced()))
        .returning({ sha256: blobRows.sha256 })
      if (removed.length === 0) return false
      // Inside the transaction: when it is cut off here the row stays, and the next round comes back to it.
      await this.blobs.delete(placeOf(key))
      return true
    })
  }

  private async note({ caller, sha256 }: OwnedBlobKey): Promise<boolean> {
    // An update rather than nothing on conflict: it waits for whoever is removing the row.
    const { rows } = await this.db.execute(sql`
      INSERT INTO ${blobRows} (caller, sha256)
      SELECT ${caller}, ${sha256}
      WHERE EXISTS (SELECT FROM ${auditFiles} WHERE ${auditFiles.caller} = ${caller} AND ${auditFiles.sha256} = ${sha256})
        OR EXISTS (SELECT FROM ${keptFiles} WHERE ${keptFiles.caller} = ${caller} AND ${keptFiles.sha256} = ${sha256})
        OR EXISTS (SELECT FROM ${passingAudio} WHERE ${passingAudio.caller} = ${caller} AND ${passingAudio.sha256} = ${sha256})
      ON CONFLICT (caller, sha256) DO UPDATE SET created_at = ${blobRows}.created_at
      RETURNING 1 AS noted`)
    return rows.length > 0
  }

  private async isNoted(key: OwnedBlobKey): Promise<boolean> {
    const rows = await this.db.select({ sha256: blobRows.sha256 }).from(blobRows).where(this.isRowOf(key))
    return rows.length > 0
  }

  private async notedPlaces(places: string[]): Promise<Set<string>> {
    if (places.length === 0) return new Set()
    const hashes = places.map((place) => place.slice(place.lastIndexOf('/') + 1))
    const rows = await this.db.select().from(blobRows).where(inArray(blobRows.sha256, hashes))
    return new Set(rows.map(placeOf))
  }

  private isRowOf({ caller, sha256 }: OwnedBlobKey) {
    return and(eq(blobRows.caller, caller), eq(blobRows.sha256, sha256))
  }

  private isUnreferenced() {
    const refersFrom = (files: typeof auditFiles | typeof keptFiles | typeof passingAudio) =>
      this.db
        .select({ one: sql`1` })
        .from(files)
        .where(and(eq(files.caller, blobRows.caller), eq(files.sha256, blobRows.sha256)))
    return and(...[auditFiles, keptFiles, passingAudio].map((files) => notExists(refersFrom(files))))
  }
}
