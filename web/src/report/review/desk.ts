import { type Decision, decide, decisionsOf, type NewDecision } from '../../api/decisions.js'

/** Where decisions are kept. */
export interface Desk {
  load: () => Promise<Decision[]>
  /** Gives them as they are kept. Fails with words for people. */
  keep: (made: NewDecision[]) => Promise<Decision[]>
  /** What becomes of them, in a sentence. */
  promise: string
}

/** With the audit, at the service. */
export function serviceDesk(auditId: string): Desk {
  return {
    load: () => decisionsOf(auditId),
    keep: (made) => decide(auditId, made),
    promise: 'Decisions are saved as you make them. The next audit does not ask again about the same audio.',
  }
}
