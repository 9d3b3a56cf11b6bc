import { priceMilli } from '../../billing/prices.js'
import type { Caller } from '../../store/caller.js'
import type { ServerContext } from '../context.js'
import { type AuditOrder, findingsKeys } from './order.js'

export interface OrderPrice {
  priceMilli: number
  files: number
  checks: number
  /** Recordings that voices are held against, where there are any: each costs as much as one check on a file. */
  references?: number
  /** Checks on files that cost less, because they were analysed for this caller before. */
  cached: number
}

export async function priceOf(
  { pool, store, prices }: ServerContext,
  caller: Caller | undefined,
  order: AuditOrder,
): Promise<OrderPrice> {
  const { complete, forceFresh } = order
  const keys = caller && !forceFresh ? await findingsKeys(order, pool.model) : []
  const known = caller ? await store.findings.known(caller, [...new Set(keys)]) : new Set()
  const pieces = {
    files: order.files.length,
    checks: complete.checks.length,
    ...(order.references.length > 0 && { references: order.references.length }),
    cached: keys.filter((key) => known.has(key)).length,
  }
  return { ...pieces, priceMilli: priceMilli({ ...pieces, forceFresh }, prices) }
}
