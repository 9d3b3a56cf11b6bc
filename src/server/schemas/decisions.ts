// What PUT and GET /v1/audits/{auditId}/decisions take and give.
import { z } from 'zod'
import { checkNames } from '../../audit/checks.js'
import { decisionChoices } from '../../store/decisions.js'
import { auditId, closed, exampleAuditId, exampleTime, field, fileName, named, time } from './field.js'

export const MOST_DECISIONS = 1000
const MOST_NOTE_CHARACTERS = 500
/** No file name or kind is longer; what is cannot be one of the audit. */
const MOST_NAME_CHARACTERS = 4096

const about = {
  check: field(z.enum(checkNames), 'The check that told it.', 'quality'),
  kind: field(
    z.string().max(MOST_NAME_CHARACTERS),
    'The type of the issue, the kind of the difference, "repetition" or "spokenTag"; the name of the check where it is about the file as a whole.',
    'click',
  ),
  timeSec: field(
    z.number().nullable(),
    'timeSec of the issue; null where it is about the file as a whole.',
    12.48,
  ),
}
const choice = field(
  z.enum(decisionChoices),
  '"retake": the file is to be regenerated for it; "accept": it is there and may stay; "falseAlarm": it is not there.',
  'falseAlarm',
)

const sentShape = {
  file: field(z.string().max(MOST_NAME_CHARACTERS), 'Name of a file of the audit.', 'chapter-01.mp3'),
  ...about,
  endSec: field(z.number().nullable().optional(), 'endSec of the issue; it may be left out.', 12.5),
  decision: choice,
  note: field(z.string().max(MOST_NOTE_CHARACTERS).optional(), 'Why, in your words.', 'a door, on purpose'),
}

const newDecision = closed('NewDecision', 'What you have decided about one issue.', sentShape)
export type NewDecisionBody = z.infer<typeof newDecision>

export const newDecisions = closed('NewDecisions', 'What you have decided.', {
  decisions: field(
    z.array(newDecision).min(1).max(MOST_DECISIONS),
    `One for each issue, ${MOST_DECISIONS} at most.`,
    [{ file: 'chapter-01.mp3', check: 'quality', kind: 'click', timeSec: 12.48, decision: 'falseAlarm' }],
  ),
})

const decision = named('Decision', 'What was decided about one issue of a file.', {
  file: fileName,
  ...about,
  endSec: field(z.number().nullable(), 'endSec of the issue; null for the file as a whole.', 12.5),
  confidence: field(
    z.number().nullable(),
    'How sure the check was, as the result told it; null where it tells no such thing.',
    0.94,
  ),
  decision: choice,
  note: field(z.string(), 'Why; empty where nothing was said.', 'a door, on purpose'),
  auditId: field(
    auditId.nullable(),
    'The audit that it was made in: this one, or another of the same content. Null once that was deleted.',
    exampleAuditId,
  ),
  createdAt: field(time, 'When it was made.', exampleTime),
})
export type DecisionBody = z.infer<typeof decision>

export const decisionList = named('Decisions', 'What was decided about the files of an audit.', {
  decisions: field(z.array(decision), 'In upload order of the files, then by check and time.', []),
})
