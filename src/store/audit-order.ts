// In which order audits are listed, and which of them are looked for.
import { and, asc, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Place } from './cursor.js'
import { InvalidCursorError } from './errors.js'
import { audits } from './schema.js'

export const auditSorts = ['newest', 'oldest', 'score', 'regenerate'] as const
export type AuditSort = (typeof auditSorts)[number]

/** In the name of the audit or of a file. They are stored as JSON, and so is what is looked for. */
export function isNamed(search: string | undefined): SQL | undefined {
  if (!search) return undefined
  const pattern = `%${JSON.stringify(search)
    .slice(1, -1)
    .replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${audits.name} ILIKE ${pattern} OR ${audits.fileNames} ILIKE ${pattern})`
}

interface Sorting {
  order: SQL[]
  /** What comes after that place. */
  behind: (place: Place) => SQL | undefined
  /** Of an audit, where it is not the time alone that puts them in order. */
  rankOf?: (audit: { score: number; regenCount: number }) => number
}

const older = ({ createdAt, id }: Place) =>
  or(lt(audits.createdAt, createdAt), and(eq(audits.createdAt, createdAt), lt(audits.id, id)))

const newer = ({ createdAt, id }: Place) =>
  or(gt(audits.createdAt, createdAt), and(eq(audits.createdAt, createdAt), gt(audits.id, id)))

export const sorting: Record<AuditSort, Sorting> = {
  newest: {
    order: [desc(audits.createdAt), desc(audits.id)],
    behind: (place) => older(withoutValue(place)),
  },
  oldest: {
    order: [asc(audits.createdAt), asc(audits.id)],
    behind: (place) => newer(withoutValue(place)),
  },
  score: {
    order: [asc(audits.score), desc(audits.createdAt), desc(audits.id)],
    behind: (place) =>
      or(gt(audits.score, valueIn(place)), and(eq(audits.score, valueIn(place)), older(place))),
    rankOf: ({ score }) => score,
  },
  regenerate: {
    order: [desc(audits.regenCount), desc(audits.createdAt), desc(audits.id)],
    behind: (place) =>
      or(lt(audits.regenCount, wholeIn(place)), and(eq(audits.regenCount, wholeIn(place)), older(place))),
    rankOf: ({ regenCount }) => regenCount,
  },
}

/** Fails with an InvalidCursorError: it is of a page in another order. */
function valueIn({ value }: Place): number {
  if (value === undefined) throw new InvalidCursorError()
  return value
}

function wholeIn(place: Place): number {
  const value = valueIn(place)
  if (!Number.isInteger(value)) throw new InvalidCursorError()
  return value
}

/** Fails with an InvalidCursorError: it is of a page in another order. */
function withoutValue(place: Place): Place {
  if (place.value !== undefined) throw new InvalidCursorError()
  return place
}
