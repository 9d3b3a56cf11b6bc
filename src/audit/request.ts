// What may be asked for, and how a request that cannot be met is refused before any work is done.
import {
  type Accuracy,
  accuracies,
  type CheckName,
  checkNames,
  defaultOptions,
  type Options,
  type QualityCheckName,
  qualityCheckNames,
} from '../checks/check.js'
import { builtChecks } from '../checks/registry.js'
import { AuditError, type AuditErrorDetail } from './audit-error.js'
import type { KeptVoice } from './kept-voices.js'
import { didYouMean, nearestName } from './nearest-name.js'
import { shortened } from './shortened.js'

export interface AuditFile {
  /** How the file is called in the report; no two of a batch alike. */
  name: string
  path: string
  /** SHA-256 of the content in hex, where it is known already. */
  sha256?: string
}

export interface AuditRequest extends Partial<Omit<Options, 'qualityChecks'>> {
  checks: CheckName[]
  /** Only what shall differ from the default; all are on. */
  qualityChecks?: Partial<Record<QualityCheckName, boolean>>
  /** What the files should say, by name. */
  scripts?: Record<string, string>
  /** A cast: which voice each file should have, by name of the file. Without it all files should have one voice. */
  voices?: Record<string, string>
  /**
   * Recordings of a voice as it should be, or voices that were kept, one or several, by name of the voice. Files that should have the
   * voice are held against them; they are not judged themselves. Without `voices` there is one name, of the voice that all files
   * should have.
   */
  referenceVoices?: Record<string, ReferenceSource | readonly ReferenceSource[]>
}

export type ReferenceSource = AuditFile | KeptVoice

/** One of those that the files of a voice are held against. */
export interface Reference {
  voice: string
  from: ReferenceSource
}

export interface CompleteRequest {
  /** In the order of reports. */
  checks: CheckName[]
  options: Options
  scripts: ReadonlyMap<string, string>
  /** Names of voices as they are told, by name of the file. */
  voices: ReadonlyMap<string, string>
  /** None without comparison, which alone asks for them. */
  references: readonly Reference[]
}

/** Pace and voice are judged against the rest of the batch. */
const comparingChecks: CheckName[] = ['comparison', 'pace']

export function fewestFiles(checks: readonly CheckName[]): number {
  return checks.some((check) => comparingChecks.includes(check)) ? 2 : 1
}

/** Fills in what was left open. Fails with an AuditError that names everything that is wrong. */
export function completeRequest(files: AuditFile[], request: AuditRequest): CompleteRequest {
  const wrong = [
    ...checkFaults(request),
    ...optionFaults(request),
    ...fileFaults(files, request),
    ...castFaults(files, request),
    ...referenceFaults(request),
  ]
  if (wrong.length > 0) {
    throw new AuditError('invalid_request', wrong.map(({ message }) => message).join(' '), wrong)
  }
  const { deviationThreshold, accuracy, qualityChecks } = request
  const references = referencesIn(request)
  return {
    checks: checkNames.filter((name) => request.checks.includes(name)),
    options: {
      deviationThreshold: deviationThreshold ?? defaultOptions.deviationThreshold,
      accuracy: accuracy ?? defaultOptions.accuracy,
      qualityChecks: { ...defaultOptions.qualityChecks, ...qualityChecks },
    },
    scripts: new Map(Object.entries(request.scripts ?? {})),
    voices: voicesOf(files, request, references),
    references: request.checks.includes('comparison') ? references : [],
  }
}

function referencesIn({ referenceVoices = {} }: AuditRequest): Reference[] {
  return Object.entries(referenceVoices).flatMap(([voice, sources]) =>
    [sources].flat().map((from) => ({ voice: voice.trim(), from })),
  )
}

/** As the caller told, or else the one voice that there is a reference of. */
function voicesOf(
  files: AuditFile[],
  { voices = {} }: AuditRequest,
  references: Reference[],
): Map<string, string> {
  const told = Object.entries(voices)
  if (told.length > 0 || references.length === 0)
    return new Map(told.map(([file, voice]) => [file, voice.trim()]))
  return new Map(files.map(({ name }) => [name, references[0].voice]))
}

function checkFaults({ checks }: AuditRequest): AuditErrorDetail[] {
  if (checks.length === 0)
    return [{ field: 'checks', message: `Name at least one check: ${list(builtChecks)}.` }]
  return checks
    .filter((name) => !builtChecks.includes(name))
    .map((name) => ({
      field: 'checks',
      message: checkNames.includes(name)
        ? `The check "${name}" is not built yet; there are: ${list(builtChecks)}.`
        : `There is no check "${name}"; there are: ${list(builtChecks)}.`,
    }))
}

function optionFaults({ deviationThreshold, accuracy, qualityChecks }: AuditRequest): AuditErrorDetail[] {
  const wrong: AuditErrorDetail[] = []
  if (deviationThreshold !== undefined && !(deviationThreshold >= 0 && deviationThreshold <= 1)) {
    wrong.push({
      field: 'deviationThreshold',
      message: `deviationThreshold must be a number from 0 to 1, not ${deviationThreshold}.`,
    })
  }
  if (accuracy !== undefined && !isOneOf<Accuracy>(accuracies, accuracy)) {
    wrong.push({
      field: 'accuracy',
      message: `accuracy must be one of ${list(accuracies)}, not "${shortened(accuracy)}".`,
    })
  }
  for (const [key, value] of Object.entries(qualityChecks ?? {})) {
    if (!isOneOf<QualityCheckName>(qualityCheckNames, key)) {
      wrong.push({
        field: 'qualityChecks',
        message: `There is no quality check "${shortened(key)}"; there are: ${list(qualityCheckNames)}.${didYouMean(key, qualityCheckNames)}`,
      })
    } else if (typeof value !== 'boolean') {
      wrong.push({ field: 'qualityChecks', message: `The quality check "${key}" must be true or false.` })
    }
  }
  return wrong
}

function fileFaults(files: AuditFile[], { checks, scripts = {} }: AuditRequest): AuditErrorDetail[] {
  const wrong: AuditErrorDetail[] = []
  const fewest = fewestFiles(checks)
  if (files.length < fewest) {
    const why = fewest > 1 ? ': they are compared with each other' : ''
    wrong.push({ field: 'files', message: `Send at least ${fewest} ${fewest > 1 ? 'files' : 'file'}${why}.` })
  }
  const names = new Set<string>()
  const twice = new Set<string>()
  for (const { name } of files) {
    if (names.has(name)) twice.add(name)
    names.add(name)
  }
  for (const name of twice) {
    wrong.push({ file: name, message: `Two files are called "${name}"; give each its own name.` })
  }
  for (const [name, text] of Object.entries(scripts)) {
    if (!names.has(name)) {
      wrong.push({
        field: 'scripts',
        file: shortened(name),
        message: `There is a script for "${shortened(name)}" but no such file.`,
      })
    } else if (typeof text !== 'string') {
      wrong.push({ field: 'scripts', file: name, message: `The script for "${name}" must be a text.` })
    }
  }
  return wrong
}

/** Longer names would fill the sentences that they are told in. */
export const LONGEST_VOICE_NAME = 100

function castFaults(files: AuditFile[], { voices = {} }: AuditRequest): AuditErrorDetail[] {
  const names = new Set(files.map(({ name }) => name))
  return Object.entries(voices).flatMap(([name, voice]) => {
    const fault = (message: string) => [{ field: 'voices', file: shortened(name), message }]
    if (!names.has(name)) return fault(`There is a voice for "${shortened(name)}" but no such file.`)
    if (typeof voice !== 'string' || voice.trim() === '')
      return fault(`The voice of "${shortened(name)}" must be a name.`)
    if (voice.trim().length > LONGEST_VOICE_NAME)
      return fault(
        `The voice of "${shortened(name)}" has a name of more than ${LONGEST_VOICE_NAME} characters.`,
      )
    return []
  })
}

/** More would be listened to for longer than most batches. */
export const MOST_REFERENCES = 100

function referenceFaults(request: AuditRequest): AuditErrorDetail[] {
  const { voices = {}, referenceVoices = {} } = request
  const fault = (message: string) => ({ field: 'referenceVoices', message })
  const named = Object.keys(referenceVoices)
  const references = referencesIn(request).length
  if (references > MOST_REFERENCES)
    return [
      fault(`referenceVoices has ${references} references, more than the ${MOST_REFERENCES} it may have.`),
    ]
  const wrong = named.flatMap((name) => {
    if ([referenceVoices[name]].flat().length === 0)
      return [fault(`There is no reference of "${shortened(name)}" in referenceVoices: its list is empty.`)]
    if (name.trim() === '') return [fault('A voice in referenceVoices has no name.')]
    if (name.trim().length <= LONGEST_VOICE_NAME) return []
    return [fault(`A voice in referenceVoices has a name of more than ${LONGEST_VOICE_NAME} characters.`)]
  })
  const trimmed = named.map((name) => name.trim())
  for (const name of new Set(trimmed.filter((each, at) => trimmed.indexOf(each) !== at)))
    wrong.push(fault(`referenceVoices names "${shortened(name)}" twice.`))
  const cast = new Set(
    Object.values(voices).flatMap((name) => (typeof name === 'string' ? [name.trim()] : [])),
  )
  if (cast.size === 0) {
    if (named.length > 1)
      wrong.push(
        fault(`There are references of ${named.length} voices: say in voices which file should have which.`),
      )
    return wrong
  }
  // Voices that no file should have may be there: one may have been spoken in place of another.
  const withoutReference = [...cast].filter((name) => !trimmed.includes(name))
  for (const name of trimmed) {
    const meant = cast.has(name) ? undefined : nearestName(name, withoutReference)
    if (meant !== undefined)
      wrong.push(
        fault(
          `There is a reference of "${shortened(name)}", which is the voice of no file. Did you mean "${meant}"?`,
        ),
      )
  }
  return wrong
}

function isOneOf<Choice extends string>(choices: readonly Choice[], value: string): value is Choice {
  return (choices as readonly string[]).includes(value)
}

function list(names: readonly string[]): string {
  return names.join(', ')
}
