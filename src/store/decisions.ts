// What people have decided about issues, by caller and content: the same file is not asked about again in the next audit.
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Caller } from './caller.js'
import { holdCustody, isUnaudited } from './custody.js'
import type { Database } from './database.js'
import { auditContents, auditFiles, audits, type DecisionChoice, decisions } from './schema.js'

export { type DecisionChoice, decisionChoices } from './schema.js'

export interface NewDecision {
  contentSha256: string
  /** Place of the file in the audit that it was made in. */
  position: number
  check: string
  /** The type of the issue, or the name of the check where it tells no type. */
  kind: string
  /** As the result tells it; null for the file as a whole. */
  timeSec: number | null
  endSec: number | null
  /** Null where the check tells none. */
  confidence: number | null
  decision: DecisionChoice
  note: string
}

export interface StoredDecision extends NewDecision {
  /** The audit that it was made in; null once that was deleted. */
  auditId: string | null
  createdAt: Date
}

/** One of an export, with the name that its file has in an audit that is still there. */
export interface NamedDecision extends StoredDecision {
  file: string | null
}

/** By which they are told apart and put in order. */
export type DecisionKey = Pick<NewDecision, 'contentSha256' | 'check' | 'kind' | 'timeSec'>

/** Rows of one statement: see findings.ts. */
const ROWS_AT_ONCE = 50
const CONTENTS_AT_ONCE = 200

const listed = {
  contentSha256: decisions.contentSha256,
  position: decisions.position,
  check: decisions.checkName,
  kind: decisions.kind,
  timeSec: decisions.timeSec,
  endSec: decisions.endSec,
  confidence: decisions.confidence,
  decision: decisions.decision,
  note: decisions.note,
  auditId: decisions.auditId,
  createdAt: decisions.createdAt,
}

/** In a key nothing may be null. */
const placeAt = ({ timeSec }: Pick<NewDecision, 'timeSec'>) => (timeSec === null ? '' : String(timeSec))

export function decisionsOn(db: Database) {
  const order = [decisions.contentSha256, decisions.checkName, decisions.kind, decisions.place]

  /** The names of their files: in the audit that each was made in or, where that is gone, in another one of the content. */
  async function named(caller: Caller, rows: StoredDecision[]): Promise<NamedDecision[]> {
    const orphans = [...new Set(rows.filter((row) => row.auditId === null).map((row) => row.contentSha256))]
    const others =
      orphans.length === 0
        ? []
        : await db
            .select()
            .from(auditContents)
            .where(and(eq(auditContents.caller, caller), inArray(auditContents.sha256, orphans)))
    const placed = rows.map((row) => {
      if (row.auditId !== null) return { row, auditId: row.auditId, position: row.position }
      const other = others.find(({ sha256, positions }) => sha256 === row.contentSha256 && positions)
      return { row, auditId: other?.auditId, position: other?.positions?.[0] }
    })
    const ids = [...new Set(placed.flatMap(({ auditId }) => auditId ?? []))]
    const found =
      ids.length === 0
        ? []
        : await db
            .select({ id: audits.id, fileNames: audits.fileNames })
            .from(audits)
            .where(and(eq(audits.caller, caller), inArray(audits.id, ids)))
    const names = new Map(found.map(({ id, fileNames }) => [id, fileNames]))
    return placed.map(({ row, auditId = '', position = -1 }) => ({
      ...row,
      file: names.get(auditId)?.[position] ?? null,
    }))
  }

  return {
    /**
     * Keeps them in the place of earlier ones about the same. False, and nothing is kept, when the caller has no such audit or
     * it is not about one of the contents.
     */
    async keep(caller: Caller, auditId: string, made: readonly NewDecision[]): Promise<boolean> {
      return db.transaction(async (tx) => {
        // First the audit, then the custody, as whoever deletes it: in another order the two could wait for each other.
        const found = await tx
          .select({ id: audits.id })
          .from(audits)
          .where(and(eq(audits.caller, caller), eq(audits.id, auditId)))
          .for('key share')
        if (found.length === 0) return false
        await holdCustody(tx, caller)
        const about = await tx
          .select({ sha256: auditContents.sha256 })
          .from(auditContents)
          .where(and(eq(auditContents.caller, caller), eq(auditContents.auditId, auditId)))
        const contents = new Set(about.map(({ sha256 }) => sha256))
        if (made.some(({ contentSha256 }) => !contents.has(contentSha256))) return false
        // A statement may not touch a row twice: the last one counts.
        const rows = new Map(
          made.map(({ check, ...one }) => {
            const row = { ...one, checkName: check, place: placeAt(one), caller, auditId }
            return [[one.contentSha256, check, one.kind, row.place].join(' '), row]
          }),
        )
        const distinct = [...rows.values()]
        for (let from = 0; from < distinct.length; from += ROWS_AT_ONCE) {
          await tx
            .insert(decisions)
            .values(distinct.slice(from, from + ROWS_AT_ONCE))
            .onConflictDoUpdate({
              target: [decisions.caller, ...order],
              set: {
                auditId: sql`excluded.audit_id`,
                position: sql`excluded.position`,
                endSec: sql`excluded.end_sec`,
                confidence: sql`excluded.confidence`,
                decision: sql`excluded.decision`,
                note: sql`excluded.note`,
                createdAt: sql`now()`,
              },
            })
        }
        return true
      })
    },

    /** All about the contents of an audit, also those made in another audit of the same content. */
    async ofAudit(caller: Caller, auditId: string): Promise<StoredDecision[]> {
      return db
        .select(listed)
        .from(decisions)
        .innerJoin(
          auditContents,
          and(
            eq(auditContents.caller, decisions.caller),
            eq(auditContents.sha256, decisions.contentSha256),
            eq(auditContents.auditId, auditId),
          ),
        )
        .where(eq(decisions.caller, caller))
        .orderBy(...order.map((column) => asc(column)))
    },

    /** The content of each file of an audit, by its place; a file whose content nobody knows any more is left out. */
    async contentsOf(caller: Caller, auditId: string): Promise<Map<number, string>> {
      const rows = await db
        .select({ sha256: auditContents.sha256, positions: auditContents.positions })
        .from(auditContents)
        .where(and(eq(auditContents.caller, caller), eq(auditContents.auditId, auditId)))
      const contents = new Map<number, string>()
      for (const { sha256, positions } of rows) {
        for (const position of positions ?? []) contents.set(position, sha256)
      }
      if (rows.every(({ positions }) => positions)) return contents
      // Written by a server of an earlier version.
      const files = await db
        .select({ position: auditFiles.position, sha256: auditFiles.sha256 })
        .from(auditFiles)
        .where(and(eq(auditFiles.caller, caller), eq(auditFiles.auditId, auditId)))
      for (const { position, sha256 } of files) contents.set(position, sha256)
      return contents
    },

    /** All of a caller, as many at a time as asked for; `after` is the last one of the page before. */
    async page(
      caller: Caller,
      { limit, after }: { limit: number; after?: DecisionKey | undefined },
    ): Promise<NamedDecision[]> {
      const isAfter =
        after &&
        sql`(${sql.join(order, sql`, `)}) > (${after.contentSha256}, ${after.check}, ${after.kind}, ${placeAt(after)})`
      const rows = await db
        .select(listed)
        .from(decisions)
        .where(and(eq(decisions.caller, caller), isAfter))
        .orderBy(...order.map((column) => asc(column)))
        .limit(limit)
      return named(caller, rows)
    },

    /** Drops those about contents that no audit of the caller is about any more. See the same in findings.ts. */
    async dropUnreferenced(caller: Caller, contents: readonly string[]): Promise<void> {
      await holdCustody(db, caller)
      for (let from = 0; from < contents.length; from += CONTENTS_AT_ONCE) {
        await db
          .delete(decisions)
          .where(
            and(
              eq(decisions.caller, caller),
              inArray(decisions.contentSha256, contents.slice(from, from + CONTENTS_AT_ONCE)),
              isUnaudited(decisions.caller, decisions.contentSha256),
            ),
          )
      }
    },
  }
}
