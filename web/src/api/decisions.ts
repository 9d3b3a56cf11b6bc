import type { DecisionBody, NewDecisionBody } from '../../../src/server/schemas/decisions.js'
import { json } from './request.js'

export type Decision = DecisionBody
export type NewDecision = NewDecisionBody
export type Choice = Decision['decision']

interface Decisions {
  decisions: Decision[]
}

/** All about the files of an audit, also those that were made in another audit of the same content. */
export async function decisionsOf(auditId: string): Promise<Decision[]> {
  return (await json<Decisions>(`v1/audits/${auditId}/decisions`)).decisions
}

/** Gives all of them, as they are then. */
export async function decide(auditId: string, decisions: NewDecision[]): Promise<Decision[]> {
  const sent = await json<Decisions>(`v1/audits/${auditId}/decisions`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decisions }),
  })
  return sent.decisions
}
