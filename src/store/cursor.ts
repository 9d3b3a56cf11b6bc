import { InvalidCursorError } from './errors.js'

/** The place of an audit in the listing: its time and, within one millisecond, its id. */
export interface Place {
  createdAt: Date
  id: string
  /** What comes before both where audits are not in the order of time. */
  value?: number | undefined
}

const CURSOR_SHAPE = /^(\d{1,15})\.([0-9a-f]{32})(?:\.(\d{1,9}(?:\.\d{1,20})?))?$/

export function cursorAt({ createdAt, id, value }: Place): string {
  const parts = [createdAt.getTime(), id, ...(value === undefined ? [] : [value])]
  return Buffer.from(parts.join('.')).toString('base64url')
}

/** Fails with an InvalidCursorError. */
export function placeAt(cursor: string): Place {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const parts = CURSOR_SHAPE.exec(text)
  // The second look refuses what decodes alike but was written otherwise.
  if (!parts || Buffer.from(text, 'latin1').toString('base64url') !== cursor) throw new InvalidCursorError()
  const createdAt = new Date(Number(parts[1]))
  return { createdAt, id: parts[2], ...(parts[3] !== undefined && { value: Number(parts[3]) }) }
}
