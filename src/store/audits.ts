// Audits from their start to their end. Every question names the caller, and what is another's looks like what is not there.
import { and, desc, eq, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm'
import { type AuditSort, isNamed, sorting } from './audit-order.js'
import { accountOf, type Caller, withheldCaller } from './caller.js'
import { cursorAt, placeAt } from './cursor.js'
import type { Database } from './database.js'
import { decisionsOn } from './decisions.js'
import { AuditNotRunningError } from './errors.js'
import { findingsOn } from './findings.js'
import { leaseFrom } from './ledger.js'
import {
  type AuditState,
  auditContents,
  auditFiles,
  audits,
  findings,
  idempotencyKeys,
  payments,
  type StoredFailure,
  webhookDeliveries,
} from './schema.js'
import { isSameHash, newId, sha256Of } from './tokens.js'
import { announceEnd } from './webhook-events.js'

export interface NewAuditFile {
  name: string
  sha256: string
  byteCount: number
  mediaType: string
}

export interface NewAudit {
  /** 32 hex digits; made here when left out. */
  id?: string | undefined
  source: 'api' | 'web' | 'cli'
  selectedAnalyses: string[]
  accuracy: string
  files: NewAuditFile[]
  /** Hashes of recordings that its files are held against: what is found in them goes with the audit, too. */
  referenceContents?: readonly string[] | undefined
  /** Unless renewed, the audit counts as cut off after that. */
  leaseSec: number
  reservationId?: string | undefined
  /** The key that it is made with. */
  keyId?: string | undefined
  /** Where its end is told, beside the endpoints of the account. */
  webhookUrl?: string | undefined
  createdAt?: Date | undefined
}

export interface AuditOutcome {
  /** JSON of the full result, as the caller gets it. */
  resultJson: string
  /** What the overview shows of it, so that nobody need read megabytes for them. */
  score: number
  summary: string
  regenCount: number
  creditsUsedMilli: number
  /** The token whose bearer may see this one audit; only its hash is kept. */
  reportToken?: string | undefined
}

export interface StoredAudit {
  id: string
  caller: Caller
  name: string | null
  source: string
  selectedAnalyses: string[]
  accuracy: string
  fileNames: string[]
  fileCount: number
  regenCount: number
  creditsUsedMilli: number
  score: number
  summary: string
  /** JSON of what was stored as `result`, unparsed. */
  resultJson: string
  createdAt: Date
  audioDeletedAt: Date | null
  /** Null while its reportUrl works. */
  reportRevokedAt: Date | null
}

export interface AuditStatus {
  id: string
  state: AuditState
  fileCount: number
  /** Null while it waits for its turn. */
  beganAt: Date | null
  /** Of one that runs: what was last written down, which may be seconds ago. */
  filesDone: number
  timeLeftSec: number | null
  failure: StoredFailure | null
  createdAt: Date
  finishedAt: Date | null
}

/** One that has no result: it runs, waits, or has failed. */
export interface UnfinishedAudit extends AuditStatus {
  name: string | null
  selectedAnalyses: string[]
  fileNames: string[]
}

export interface StoredFile extends NewAuditFile {
  caller: Caller
  position: number
}

/** What is told of an audit without its result. */
export type BriefAudit = Omit<StoredAudit, 'resultJson'>

export interface LinkedFile extends StoredFile {
  /** What links to it are signed for, beside the audit. */
  reportRevokedAt: Date | null
}

/** One of many: megabytes of results that are only handed on stay the bytes that they are. */
export interface ListedAudit extends BriefAudit {
  resultJson: Buffer
}

export interface AuditPage<Audit = StoredAudit> {
  audits: Audit[]
  nextCursor?: string
}

/** A page of which results are read on the way, a few megabytes at a time. */
export interface AuditListing {
  audits: AsyncIterable<ListedAudit>
  nextCursor?: string
}

export interface PageAsked {
  limit: number
  cursor?: string | undefined
  /** Part of the name of the audit or of one of its files. */
  search?: string | undefined
  /** Newest first unless told; "score" has the lowest first, "regenerate" those with most files to regenerate. */
  sort?: AuditSort | undefined
}

/** Rows of one statement: to write 500 takes whoever answers requests a tenth of a second. */
const FILES_AT_ONCE = 50

/**
 * Bytes of results that one statement reads, unless a single one has more: a page of a hundred audits of 500 files has 250
 * megabytes, and while the embedded database reads nothing else is answered.
 */
const RESULT_BYTES_AT_ONCE = 4_000_000

/** What is not finished is looked at by people, and ends or is deleted after some days. */
const MOST_UNFINISHED = 100

/** Columns of finished audits; a CHECK sees to it that none of them is null then. */
const listed = {
  id: audits.id,
  caller: sql<Caller>`${audits.caller}`,
  name: audits.name,
  source: audits.source,
  selectedAnalyses: audits.selectedAnalyses,
  accuracy: audits.accuracy,
  fileNames: audits.fileNames,
  fileCount: audits.fileCount,
  regenCount: sql<number>`${audits.regenCount}`,
  creditsUsedMilli: sql<number>`${audits.creditsUsedMilli}`.mapWith(Number),
  createdAt: audits.createdAt,
  audioDeletedAt: audits.audioDeletedAt,
  score: sql<number>`${audits.score}`,
  summary: sql<string>`${audits.summary}`.mapWith(audits.summary),
  reportRevokedAt: audits.reportRevokedAt,
}
const whole = { ...listed, resultJson: sql<string>`${audits.result}` }

export function auditsOn(db: Database) {
  const ofCaller = (caller: Caller, id: string) => and(eq(audits.caller, caller), eq(audits.id, id))

  async function pageOf(
    caller: Caller,
    { limit, cursor, search, sort = 'newest' }: PageAsked,
  ): Promise<AuditPage<SizedAudit>> {
    const after = cursor === undefined ? undefined : placeAt(cursor)
    const { order, behind, rankOf } = sorting[sort]
    const rows = await db
      .select({ ...listed, resultBytes: sql<number>`octet_length(${audits.result})`.mapWith(Number) })
      .from(audits)
      .where(
        and(eq(audits.caller, caller), eq(audits.state, 'done'), isNamed(search), after && behind(after)),
      )
      .orderBy(...order)
      // One more than asked for tells whether there is another page.
      .limit(limit + 1)
    return {
      audits: rows.slice(0, limit),
      ...(rows.length > limit && {
        nextCursor: cursorAt({ ...rows[limit - 1], value: rankOf?.(rows[limit - 1]) }),
      }),
    }
  }

  async function resultsOf(ids: string[]): Promise<Map<string, Buffer>> {
    if (ids.length === 0) return new Map()
    const query = db
      .select({ id: audits.id, resultJson: whole.resultJson })
      .from(audits)
      .where(inArray(audits.id, ids))
    if (!db.rowsAsBytes) {
      return new Map((await query).map(({ id, resultJson }) => [id, Buffer.from(resultJson)]))
    }
    const rows = await db.rowsAsBytes(query.toSQL())
    return new Map(rows.map(([id, resultJson]) => [String(id), resultJson]))
  }

  async function* withResults(wanted: SizedAudit[]): AsyncGenerator<ListedAudit> {
    for (const some of groupedBySize(wanted)) {
      const results = await resultsOf(some.map(({ id }) => id))
      for (const { resultBytes: _, ...audit } of some) {
        const resultJson = results.get(audit.id)
        // Undefined when it was deleted between the queries.
        if (resultJson) yield { ...audit, resultJson }
      }
    }
  }

  return {
    async start(
      caller: Caller,
      { id = newId(), files, referenceContents = [], leaseSec, ...about }: NewAudit,
    ): Promise<string> {
      await db.transaction(async (tx) => {
        await tx.insert(audits).values({
          ...about,
          id,
          caller,
          fileNames: files.map(({ name }) => name),
          fileCount: files.length,
          leaseUntil: leaseFrom(leaseSec),
        })
        for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
          const some = files.slice(from, from + FILES_AT_ONCE)
          await tx
            .insert(auditFiles)
            .values(some.map((file, at) => ({ ...file, position: from + at, caller, auditId: id })))
        }
        const positions = positionsByContent(files)
        for (const sha256 of referenceContents) if (!positions.has(sha256)) positions.set(sha256, [])
        const contents = [...positions]
        for (let from = 0; from < contents.length; from += FILES_AT_ONCE) {
          const some = contents.slice(from, from + FILES_AT_ONCE)
          await tx
            .insert(auditContents)
            .values(some.map(([sha256, positions]) => ({ auditId: id, caller, sha256, positions })))
        }
      })
      return id
    },

    /** False when it is no longer running: then the work is for nothing. */
    async renew(id: string, leaseSec: number): Promise<boolean> {
      const renewed = await db
        .update(audits)
        .set({ leaseUntil: leaseFrom(leaseSec) })
        .where(and(eq(audits.id, id), eq(audits.state, 'running')))
        .returning({ id: audits.id })
      return renewed.length > 0
    },

    /** How far one is that runs, for who asks another process. */
    async keepProgress(
      id: string,
      { filesDone, timeLeftSec }: { filesDone: number; timeLeftSec: number | undefined },
    ): Promise<void> {
      await db
        .update(audits)
        .set({
          filesDone,
          timeLeftSec: timeLeftSec ?? null,
          beganAt: sql`coalesce(${audits.beganAt}, now())`,
        })
        .where(and(eq(audits.id, id), eq(audits.state, 'running')))
    },

    /** False when there is no such audit. An empty name takes the old one away. */
    async rename(caller: Caller, id: string, name: string): Promise<boolean> {
      const renamed = await db
        .update(audits)
        .set({ name: name === '' ? null : name })
        .where(ofCaller(caller, id))
        .returning({ id: audits.id })
      return renamed.length > 0
    },

    /** Fails with an AuditNotRunningError. */
    async complete(id: string, outcome: AuditOutcome): Promise<void> {
      await db.transaction(async (tx) => {
        const own = auditsOn(tx)
        await own.withhold(id, outcome)
        await own.publish(id)
      })
    },

    /** Stores the result where nobody sees it yet. Fails with an AuditNotRunningError. */
    async withhold(id: string, { resultJson, reportToken, ...brief }: AuditOutcome): Promise<void> {
      const withheld = await db
        .update(audits)
        .set({
          ...brief,
          result: resultJson,
          reportTokenSha256: reportToken === undefined ? null : sha256Of(reportToken),
        })
        .where(and(eq(audits.id, id), eq(audits.state, 'running')))
        .returning({ id: audits.id })
      if (withheld.length === 0) throw new AuditNotRunningError(id)
    },

    /** Hands out what was withheld. Fails with an AuditNotRunningError. */
    async publish(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        const [done] = await tx
          .update(audits)
          .set({ state: 'done', finishedAt: sql`now()` })
          .where(and(eq(audits.id, id), eq(audits.state, 'running')))
          .returning(ended)
        if (!done) throw new AuditNotRunningError(id)
        const { score, regenCount, creditsUsedMilli } = done
        await announce(tx, done, 'audit.completed', {
          status: 'done',
          score,
          regenCount,
          creditsUsed: creditsUsedMilli / MILLI_PER_CREDIT,
        })
      })
    },

    /** Its audio is let go, and the same request may be sent again under its key. False when it was not running. */
    async fail(id: string, failure: StoredFailure): Promise<boolean> {
      return db.transaction(async (tx) => {
        const failed = await tx
          .update(audits)
          .set({
            state: 'failed',
            failure,
            finishedAt: sql`now()`,
            audioDeletedAt: sql`now()`,
            // What was withheld from a payer who did not pay.
            result: null,
          })
          .where(and(eq(audits.id, id), eq(audits.state, 'running')))
          .returning(ended)
        if (failed.length === 0) return false
        // Its message may name files.
        await announce(tx, failed[0], 'audit.failed', { status: 'failed', error: { code: failure.code } })
        await letGoOfContents(tx, failed[0].caller, id)
        await tx.delete(auditFiles).where(eq(auditFiles.auditId, id))
        await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.auditId, id))
        await tx.delete(payments).where(and(eq(payments.auditId, id), ne(payments.state, 'settled')))
        await tx.delete(findings).where(eq(findings.caller, withheldCaller(id)))
        return true
      })
    },

    /**
     * Running audits that nobody has renewed in time; all running ones where no other process can be at them. Not those
     * whose payer may have paid already: what becomes of them is for the payment to say.
     */
    async abandoned(isExclusive: boolean): Promise<{ id: string; reservationId: string | null }[]> {
      return db
        .select({ id: audits.id, reservationId: audits.reservationId })
        .from(audits)
        .where(
          and(
            eq(audits.state, 'running'),
            isExclusive ? undefined : lt(audits.leaseUntil, sql`now()`),
            notExists(
              db
                .select({ one: sql`1` })
                .from(payments)
                .where(and(eq(payments.auditId, audits.id), eq(payments.state, 'settling'))),
            ),
          ),
        )
    },

    /** Finished audits, newest first. Fails with an InvalidCursorError. */
    async page(caller: Caller, asked: PageAsked): Promise<AuditPage> {
      const { audits: listed, ...next } = await this.listing(caller, asked)
      const audits: StoredAudit[] = []
      for await (const audit of listed) audits.push({ ...audit, resultJson: String(audit.resultJson) })
      return { ...next, audits }
    },

    /** The same with results as bytes, read on the way. */
    async listing(caller: Caller, asked: PageAsked): Promise<AuditListing> {
      const { audits: wanted, ...next } = await pageOf(caller, asked)
      return { ...next, audits: withResults(wanted) }
    },

    /** The same without results. */
    overview: pageOf,

    /** Those that run, wait or have failed, newest first. */
    async unfinished(caller: Caller, search?: string): Promise<UnfinishedAudit[]> {
      return db
        .select({
          ...statusListed,
          name: audits.name,
          selectedAnalyses: audits.selectedAnalyses,
          fileNames: audits.fileNames,
        })
        .from(audits)
        .where(and(eq(audits.caller, caller), ne(audits.state, 'done'), isNamed(search)))
        .orderBy(desc(audits.createdAt), desc(audits.id))
        .limit(MOST_UNFINISHED)
    },

    async get(caller: Caller, id: string): Promise<StoredAudit | undefined> {
      const [audit] = await db
        .select(whole)
        .from(audits)
        .where(and(ofCaller(caller, id), eq(audits.state, 'done')))
      return audit
    },

    async status(caller: Caller, id: string): Promise<AuditStatus | undefined> {
      const [audit] = await db.select(statusListed).from(audits).where(ofCaller(caller, id))
      return audit
    },

    /** Whether it was made with that key, whatever state it is in. */
    async isMadeWith(keyId: string, id: string): Promise<boolean> {
      const found = await db
        .select({ id: audits.id })
        .from(audits)
        .where(and(eq(audits.id, id), eq(audits.keyId, keyId)))
      return found.length > 0
    },

    /** Whose an audit is that can be seen by the token of its report, whatever state it is in. */
    async callerByReport(id: string): Promise<Caller | undefined> {
      const [found] = await db
        .select({ caller: listed.caller })
        .from(audits)
        .where(and(eq(audits.id, id), isNull(audits.reportRevokedAt)))
      return found?.caller
    },

    /** For whoever holds the token of its report, with no key. */
    async byReportToken(id: string, token: string): Promise<StoredAudit | undefined> {
      const [found] = await db
        .select({ ...whole, tokenSha256: audits.reportTokenSha256 })
        .from(audits)
        .where(and(eq(audits.id, id), eq(audits.state, 'done'), isNull(audits.reportRevokedAt)))
      if (!found?.tokenSha256 || !isSameHash(found.tokenSha256, sha256Of(token))) return undefined
      const { tokenSha256: _, ...audit } = found
      return audit
    },

    /** False when there is no such audit or its report was revoked before. */
    async revokeReport(caller: Caller, id: string): Promise<boolean> {
      const revoked = await db
        .update(audits)
        .set({ reportRevokedAt: sql`now()` })
        .where(and(ofCaller(caller, id), isNull(audits.reportRevokedAt)))
        .returning({ id: audits.id })
      return revoked.length > 0
    },

    /** One file of an audit whose audio is still there. No caller: for links that are signed for one audit. */
    async file(id: string, position: number): Promise<LinkedFile | undefined> {
      const { auditId: _, ...columns } = filesListed
      const [file] = await db
        .select({ ...columns, reportRevokedAt: audits.reportRevokedAt })
        .from(auditFiles)
        .innerJoin(audits, eq(audits.id, auditFiles.auditId))
        .where(and(eq(auditFiles.auditId, id), eq(auditFiles.position, position)))
      return file
    },

    /** Deletes one that has ended, with what was found in and decided about contents that no other is about; its audio is unreferenced then. False when there is no such audit. */
    async delete(caller: Caller, id: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const ended = await tx
          .select({ id: audits.id })
          .from(audits)
          .where(and(ofCaller(caller, id), ne(audits.state, 'running')))
          .for('update')
        if (ended.length === 0) return false
        await letGoOfContents(tx, caller, id)
        await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.auditId, id))
        await tx.delete(audits).where(ofCaller(caller, id))
        return true
      })
    },

    /** Failed audits have no result that anybody would want to keep. */
    async deleteFailedOlderThan(days: number): Promise<void> {
      await db
        .delete(audits)
        .where(and(eq(audits.state, 'failed'), lt(audits.createdAt, sql`now() - ${days} * interval '1 day'`)))
    },

    /** Lets go of the audio of audits older than that; results stay. Gives the number of audits. */
    async forgetAudioOlderThan(days: number): Promise<number> {
      return db.transaction(async (tx) => {
        const old = await tx
          .update(audits)
          .set({ audioDeletedAt: sql`now()` })
          .where(
            and(
              isNull(audits.audioDeletedAt),
              sql`${audits.state} <> 'running'`,
              lt(audits.createdAt, sql`now() - ${days} * interval '1 day'`),
            ),
          )
          .returning({ id: audits.id })
        await tx.execute(
          sql`DELETE FROM ${auditFiles} USING ${audits} WHERE ${auditFiles.auditId} = ${audits.id} AND ${audits.audioDeletedAt} IS NOT NULL`,
        )
        return old.length
      })
    },
  }
}

const statusListed = {
  id: audits.id,
  state: audits.state,
  fileCount: audits.fileCount,
  beganAt: audits.beganAt,
  filesDone: audits.filesDone,
  timeLeftSec: audits.timeLeftSec,
  failure: audits.failure,
  createdAt: audits.createdAt,
  finishedAt: audits.finishedAt,
}

const MILLI_PER_CREDIT = 1000

/** What is told of one that has ended. */
const ended = {
  id: audits.id,
  caller: listed.caller,
  source: audits.source,
  fileCount: audits.fileCount,
  score: listed.score,
  regenCount: listed.regenCount,
  creditsUsedMilli: listed.creditsUsedMilli,
  webhookUrl: audits.webhookUrl,
  createdAt: audits.createdAt,
  finishedAt: audits.finishedAt,
}

type EndedRow = Pick<StoredAudit, 'id' | 'caller' | 'source' | 'fileCount' | 'createdAt'> & {
  webhookUrl: string | null
  finishedAt: Date | null
}

/** In the transaction in which it ends. */
async function announce(
  tx: Database,
  { id: auditId, caller, source, fileCount, webhookUrl, createdAt, finishedAt }: EndedRow,
  event: 'audit.completed' | 'audit.failed',
  figures: object,
): Promise<void> {
  const accountId = accountOf(caller)
  if (accountId === undefined) return
  const data = { auditId, ...figures, fileCount, source, createdAt, finishedAt }
  await announceEnd(tx, { auditId, accountId, webhookUrl, event, data })
}

type SizedAudit = BriefAudit & { resultBytes: number }

/** In their order, as many together as may be read at once. */
function groupedBySize(wanted: readonly SizedAudit[]): SizedAudit[][] {
  const groups: SizedAudit[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const audit of wanted) {
    if (bytes + audit.resultBytes > RESULT_BYTES_AT_ONCE) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)!.push(audit)
    bytes += audit.resultBytes
  }
  return groups
}

/** Of an audit that goes, in the transaction in which it does. */
async function letGoOfContents(tx: Database, caller: Caller, id: string): Promise<void> {
  const gone = await tx
    .delete(auditContents)
    .where(eq(auditContents.auditId, id))
    .returning({ sha256: auditContents.sha256 })
  const contents = gone.map(({ sha256 }) => sha256)
  await findingsOn(tx).dropUnreferenced(caller, contents)
  await decisionsOn(tx).dropUnreferenced(caller, contents)
}

function positionsByContent(files: readonly NewAuditFile[]): Map<string, number[]> {
  const positions = new Map<string, number[]>()
  for (const [position, { sha256 }] of files.entries()) {
    positions.set(sha256, [...(positions.get(sha256) ?? []), position])
  }
  return positions
}

const filesListed = {
  auditId: auditFiles.auditId,
  caller: sql<Caller>`${auditFiles.caller}`,
  position: auditFiles.position,
  name: auditFiles.name,
  sha256: auditFiles.sha256,
  byteCount: auditFiles.byteCount,
  mediaType: auditFiles.mediaType,
}
