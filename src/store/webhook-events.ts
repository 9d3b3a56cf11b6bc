// Events are written down for every endpoint that wants them, in the transaction in which they happen: what has happened is told,
// and nothing is told that has not.
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.js'
import { webhookDeliveries, webhookEndpoints } from './schema.js'
import type { WebhookEvent } from './webhook-names.js'

export interface EndedAudit {
  auditId: string
  accountId: string
  /** Where the request wants its end told, too. */
  webhookUrl: string | null
  event: 'audit.completed' | 'audit.failed'
  /** Plain figures: names of files and what was said in them stay in the audit. */
  data: object
}

const wants = (event: WebhookEvent) =>
  sql`${webhookEndpoints.disabledAt} IS NULL AND ${webhookEndpoints.url} IS NOT NULL
    AND ${webhookEndpoints.events}::jsonb @> to_jsonb(${event}::text)`

/** As `newId` makes them. */
const freshId = sql`replace(gen_random_uuid()::text, '-', '')`

export async function announceEnd(
  tx: Database,
  { auditId, accountId, webhookUrl, event, data }: EndedAudit,
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${webhookDeliveries} (id, endpoint_id, account_id, event, data, audit_id, url)
    SELECT ${freshId}, ${webhookEndpoints.id}, ${webhookEndpoints.accountId}, ${event}, ${JSON.stringify(data)}, ${auditId},
      CASE WHEN ${webhookEndpoints.url} IS NULL THEN ${webhookUrl}::text END
    FROM ${webhookEndpoints} WHERE ${webhookEndpoints.accountId} = ${accountId}
      AND (${wants(event)} OR (${webhookEndpoints.url} IS NULL AND ${webhookUrl}::text IS NOT NULL))`)
}

/** `isSpent`: whether credits were used up just now. What is reserved may come back, and is not told. */
export async function announceBalance(
  tx: Database,
  { accountId, balanceMilli, isSpent }: { accountId: string; balanceMilli: number; isSpent: boolean },
): Promise<void> {
  const ofAccount = sql`${webhookEndpoints.accountId} = ${accountId}`
  await tx.execute(sql`
    UPDATE ${webhookEndpoints} SET credits_low_told = false
    WHERE ${ofAccount} AND credits_low_told AND credits_low_milli <= ${balanceMilli}::bigint`)
  if (!isSpent) return
  const credits = (milli: SQL | number) => sql`${milli}::numeric / 1000`
  await tx.execute(sql`
    WITH low AS (
      UPDATE ${webhookEndpoints} SET credits_low_told = true
      WHERE ${ofAccount} AND NOT credits_low_told AND credits_low_milli > ${balanceMilli}::bigint AND ${wants('credits.low')}
      RETURNING id, account_id, credits_low_milli
    )
    INSERT INTO ${webhookDeliveries} (id, endpoint_id, account_id, event, data)
    SELECT ${freshId}, id, account_id, 'credits.low', json_build_object(
      'credits', trim_scale(${credits(balanceMilli)}), 'below', trim_scale(${credits(sql`credits_low_milli`)}))::text
    FROM low`)
}
