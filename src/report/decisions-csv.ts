import { csvOf } from './csv.js'

/** A decision as the service answers it. */
export interface TabledDecision {
  file: string
  check: string
  kind: string
  timeSec: number | null
  endSec: number | null
  confidence: number | null
  decision: string
  note: string
  createdAt: string
}

const columns = [
  'file',
  'check',
  'kind',
  'timeSec',
  'endSec',
  'confidence',
  'decision',
  'note',
  'createdAt',
] as const satisfies (keyof TabledDecision)[]

/** One line per decision. */
export function decisionsAsCsv(decisions: TabledDecision[]): string {
  return csvOf([[...columns], ...decisions.map((decision) => columns.map((column) => decision[column]))])
}
