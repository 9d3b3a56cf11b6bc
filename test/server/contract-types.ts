// Compiled, never run: the schemas name every field that an audit has, and no other.
import type { ServedAudit } from '../../src/audit/engine.js'
import type { AuditBody } from '../../src/server/schemas/audit.js'

/** The names of all fields, at every depth; of arrays, those of their elements. */
type Fields<Of> = Of extends readonly (infer Element)[]
  ? Fields<Element>
  : Of extends object
    ? { [Name in keyof Of]-?: Fields<NonNullable<Of[Name]>> }
    : true

type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false

export const everyFieldIsInTheSchema: Same<Fields<ServedAudit>, Fields<AuditBody>> = true
/** And each of the kind that the schema says. */
export const asTheSchemaHasIt = (audit: ServedAudit): AuditBody => audit
