// The fields of the form beside the files: text, to be read strictly.
import type { AuditErrorDetail } from '../../audit/audit-error.js'
import type { Accuracy } from '../../audit/checks.js'
import { type AuditRequest, MOST_REFERENCES } from '../../audit/request.js'
import { shortened } from '../../audit/shortened.js'
import { type FlatObject, flatObjectIn } from './flat-json.js'

/** All that there are; what else comes is refused. */
export const formFields = [
  'accuracy',
  'deviationThreshold',
  'qualityChecks',
  'scripts',
  'voices',
  'referenceVoices',
  'webhookUrl',
  'fileUrls',
] as const
type FormField = (typeof formFields)[number]

/** An hour of fast speech has a third of it; comparing much more would keep a worker for minutes. */
const MOST_SCRIPT_CHARACTERS = 200_000

/** All of them with room to spare. */
const MOST_TOGGLES_CHARACTERS = 4096
const MOST_TOGGLES = 100

export interface ReadForm {
  /** Values that are no good are left out; what they may be is for the audit to say where it knows. */
  request: Omit<AuditRequest, 'checks' | 'referenceVoices'>
  /** By name of the voice what its references are called, one or a list, which may be anything. */
  referenceVoices: FlatObject
  wrong: AuditErrorDetail[]
}

/** `mostFiles`: of one audit, each of which may have a script. */
export function readForm(fields: ReadonlyMap<string, string>, mostFiles: number): ReadForm {
  const request: ReadForm['request'] = {}
  let referenceVoices: FlatObject = {}
  const wrong: AuditErrorDetail[] = []
  const read = (field: FormField, take: (text: string) => AuditErrorDetail[]) => {
    const text = fields.get(field)
    if (text !== undefined) wrong.push(...take(text).map((fault) => ({ field, ...fault })))
  }
  read('accuracy', (text) => {
    request.accuracy = text as Accuracy
    return []
  })
  read('deviationThreshold', (text) => {
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : Number.NaN
    if (!(number >= 0 && number <= 1)) {
      return [{ message: `deviationThreshold must be a number from 0 to 1, not "${shortened(text)}".` }]
    }
    request.deviationThreshold = number
    return []
  })
  read('qualityChecks', (text) => {
    const toggles = text.length > MOST_TOGGLES_CHARACTERS ? 'is too long' : flatObjectIn(text, MOST_TOGGLES)
    if (typeof toggles === 'string') {
      return [
        { message: `qualityChecks must be a JSON object of names to true or false; this one ${toggles}.` },
      ]
    }
    request.qualityChecks = toggles as Record<string, boolean>
    return []
  })
  read('scripts', (text) => {
    const scripts = flatObjectIn(text, mostFiles)
    if (typeof scripts === 'string') {
      return [{ message: `scripts must be a JSON object of file names to texts; this one ${scripts}.` }]
    }
    request.scripts = scripts as Record<string, string>
    return tooLong(scripts)
  })
  read('voices', (text) => {
    const voices = flatObjectIn(text, mostFiles)
    if (typeof voices === 'string') {
      return [
        { message: `voices must be a JSON object of file names to names of voices; this one ${voices}.` },
      ]
    }
    request.voices = voices as Record<string, string>
    return []
  })
  read('referenceVoices', (text) => {
    const names = flatObjectIn(text, MOST_REFERENCES)
    if (typeof names === 'string') {
      return [
        {
          message: `referenceVoices must be a JSON object of names of voices to names of references; this one ${names}.`,
        },
      ]
    }
    // Before each of them is looked for, or complained of.
    const count = Object.values(names).flat().length
    if (count > MOST_REFERENCES)
      return [
        {
          message: `referenceVoices names ${count} references, more than the ${MOST_REFERENCES} it may name.`,
        },
      ]
    referenceVoices = names
    return []
  })
  return { request, referenceVoices, wrong }
}

function tooLong(scripts: FlatObject): AuditErrorDetail[] {
  return Object.entries(scripts)
    .filter(([, script]) => typeof script === 'string' && script.length > MOST_SCRIPT_CHARACTERS)
    .map(([name]) => ({
      file: shortened(name),
      message: `The script for "${shortened(name)}" is longer than ${MOST_SCRIPT_CHARACTERS} characters.`,
    }))
}
