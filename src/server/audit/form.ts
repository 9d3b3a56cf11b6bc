// The fields of the form beside the files: text, to be read strictly.
import type { AuditErrorDetail } from '../../audit/audit-error.js'
import type { AuditRequest } from '../../audit/request.js'
import type { Accuracy } from '../../checks/check.js'

/** An hour of fast speech has a third of it; comparing much more would keep a worker for minutes. */
const MOST_SCRIPT_CHARACTERS = 200_000

/** All of them with room to spare. */
const MOST_TOGGLES_CHARACTERS = 4096

export interface ReadForm {
  /** Values that are no good are left out; what they may be is for the audit to say where it knows. */
  request: Omit<AuditRequest, 'checks'>
  wrong: AuditErrorDetail[]
}

export function readForm(fields: ReadonlyMap<string, string>): ReadForm {
  const request: ReadForm['request'] = {}
  const wrong: AuditErrorDetail[] = []
  const read = (field: string, take: (text: string) => string | undefined) => {
    const text = fields.get(field)
    const fault = text === undefined ? undefined : take(text)
    if (fault !== undefined) wrong.push({ field, message: fault })
  }
  read('accuracy', (text) => {
    request.accuracy = text as Accuracy
    return undefined
  })
  read('deviationThreshold', (text) => {
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
    if (!(number >= 0 && number <= 1)) {
      return `deviationThreshold must be a number from 0 to 1, not "${shortened(text)}".`
    }
    request.deviationThreshold = number
    return undefined
  })
  read('qualityChecks', (text) => {
    const object = text.length > MOST_TOGGLES_CHARACTERS ? undefined : objectIn(text)
    if (!object) return 'qualityChecks must be a JSON object of names to true or false.'
    request.qualityChecks = object as Record<string, boolean>
    return undefined
  })
  read('scripts', (text) => {
    const object = objectIn(text)
    if (!object) return 'scripts must be a JSON object of file names to texts.'
    request.scripts = object as Record<string, string>
    const tooLong = Object.entries(object).find(
      ([, script]) => String(script).length > MOST_SCRIPT_CHARACTERS,
    )
    return tooLong && `The script for "${tooLong[0]}" is longer than ${MOST_SCRIPT_CHARACTERS} characters.`
  })
  return { request, wrong }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text
}
