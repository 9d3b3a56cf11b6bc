// Requests whose price was told and whose files are kept until it is paid or has expired. Room for them is limited: whoever
// sends more than their share loses what they sent first, and when all room is taken nothing more is kept.
import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { Caller } from './caller.js'
import type { Database } from './database.js'
import { leaseFrom } from './ledger.js'
import { keptFiles, keptRequests } from './schema.js'

export interface KeptFile {
  name: string
  sha256: string
  byteCount: number
}

export interface KeptRequest {
  /** Of the quote. */
  id: string
  sender: Caller
  query: object
  fields: [name: string, value: string][]
  files: KeptFile[]
}

export interface RoomForRequests {
  /** For all together. */
  mostBytes: number
  mostBytesPerSender: number
}

/** Any number will do, as long as nothing else in the same database locks by it. */
const ROOM_LOCK = 4_711_082_027

export function keptRequestsOn(db: Database) {
  return {
    /** Makes room and notes the files, before they are put. False when there is no room. */
    async begin(
      { files, ...request }: KeptRequest,
      { lifeSec, mostBytes, mostBytesPerSender }: RoomForRequests & { lifeSec: number },
    ): Promise<boolean> {
      const byteCount =
        files.reduce((sum, file) => sum + file.byteCount, 0) +
        request.fields.reduce((sum, [, value]) => sum + Buffer.byteLength(value), 0)
      if (byteCount > Math.min(mostBytes, mostBytesPerSender)) return false
      return db.transaction(async (tx) => {
        // One at a time, else many at once would all find the same room.
        await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(ROOM_LOCK))})`)
        const own = await tx
          .select({ id: keptRequests.id, byteCount: keptRequests.byteCount })
          .from(keptRequests)
          .where(eq(keptRequests.sender, request.sender))
          .orderBy(asc(keptRequests.createdAt))
        let ownBytes = own.reduce((sum, each) => sum + each.byteCount, 0)
        const dropped: string[] = []
        for (const oldest of own) {
          if (ownBytes + byteCount <= mostBytesPerSender) break
          dropped.push(oldest.id)
          ownBytes -= oldest.byteCount
        }
        if (dropped.length > 0) await tx.delete(keptRequests).where(inArray(keptRequests.id, dropped))
        const [all] = await tx
          .select({ bytes: sql<number>`coalesce(sum(${keptRequests.byteCount}), 0)`.mapWith(Number) })
          .from(keptRequests)
        if (all!.bytes + byteCount > mostBytes) return false
        await tx.insert(keptRequests).values({ ...request, byteCount, expiresAt: leaseFrom(lifeSec) })
        await tx.insert(keptFiles).values(
          files.map((file, position) => ({
            ...file,
            position,
            caller: request.sender,
            requestId: request.id,
          })),
        )
        return true
      })
    },

    /** Every file lies there: from now on it can be found. False when it was dropped meanwhile. */
    async finish(id: string): Promise<boolean> {
      const finished = await db
        .update(keptRequests)
        .set({ isWhole: true })
        .where(eq(keptRequests.id, id))
        .returning({ id: keptRequests.id })
      return finished.length > 0
    },

    /** Undefined when it was never kept, or is not any more. */
    async find(id: string): Promise<KeptRequest | undefined> {
      const [found] = await db
        .select()
        .from(keptRequests)
        .where(
          and(
            eq(keptRequests.id, id),
            eq(keptRequests.isWhole, true),
            gt(keptRequests.expiresAt, sql`now()`),
          ),
        )
      if (!found) return undefined
      const files = await db
        .select({ name: keptFiles.name, sha256: keptFiles.sha256, byteCount: keptFiles.byteCount })
        .from(keptFiles)
        .where(eq(keptFiles.requestId, id))
        .orderBy(asc(keptFiles.position))
      const { query, fields, sender } = found
      return { id, query, fields, files, sender: sender as Caller }
    },

    /** Its files are unreferenced then. Gives whose they were. */
    async delete(id: string): Promise<Caller | undefined> {
      const [deleted] = await db
        .delete(keptRequests)
        .where(eq(keptRequests.id, id))
        .returning({ sender: sql<Caller>`${keptRequests.sender}` })
      return deleted?.sender
    },

    /** Those whose time is over and, where no other process can be at it, those that a killed one has not finished. */
    async deleteOver(isExclusive: boolean): Promise<void> {
      await db
        .delete(keptRequests)
        .where(
          or(
            lt(keptRequests.expiresAt, sql`now()`),
            isExclusive ? eq(keptRequests.isWhole, false) : undefined,
          ),
        )
    },
  }
}
