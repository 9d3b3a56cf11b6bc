// What a pipeline asks of an audit beside its result: when it fails, and where that is told.
import { type CheckName, checkNames } from '../../audit/checks.js'
import { didYouMean } from '../../audit/nearest-name.js'
import { UsageError } from '../exit.js'
import { ALARM } from './alarms.js'

export const ciOptions = {
  baseline: { type: 'string' },
  decisions: { type: 'string' },
  'fail-on': { type: 'string' },
  'max-flagged': { type: 'string' },
  junit: { type: 'string' },
  github: { type: 'boolean', default: false },
} as const

export interface CiValues {
  baseline?: string | undefined
  decisions?: string | undefined
  'fail-on'?: string | undefined
  'max-flagged'?: string | undefined
  junit?: string | undefined
  github: boolean
}

export interface CiRequest {
  /** A recorded audit: only what got worse since then fails. */
  baseline: string | undefined
  /** What people have decided about issues. */
  decisions: string | undefined
  /** Checks whose flags fail the run. */
  failOn: CheckName[]
  /** Whether the run fails for what is wrong with the batch as a whole. */
  failOnAlarm: boolean
  /** So many files may fail. */
  mostFlagged: number
  junit: string | undefined
  github: boolean
  /** Whether the verdict is another than "any flagged file fails", and has to be explained. */
  isGated: boolean
}

export const ciHelp = `In a pipeline:
  --baseline FILE        only what got worse fails: FILE is an earlier audit of the batch, printed by --json
  --decisions FILE       what was decided to "accept", or to be a false alarm, does not fail: FILE comes from "labels export"
                         or is the answer of GET /v1/audits/ID/decisions
  --fail-on LIST         only these fail the run: checks, and "alarm" for what is wrong with the batch as a whole, such as
                         several voices or one file twice (default: all checks that are made, and alarm)
  --max-flagged N        up to N files may fail (default 0)
  --junit FILE           also write a JUnit report: a suite for each check, a case for each file
  --github               also write annotations and a step summary for GitHub Actions
`

export function ciRequest(values: CiValues, checks: readonly CheckName[]): CiRequest {
  for (const name of ['baseline', 'decisions', 'junit'] as const) {
    if (values[name] === '') throw new UsageError(`--${name} needs the name of a file`)
  }
  const { baseline, decisions, junit, github } = values
  const failOn = values['fail-on']
  const counted = failOn === undefined ? [...checks, ALARM] : failOnOf(failOn, checks)
  const mostFlagged = values['max-flagged']
  return {
    baseline,
    decisions,
    failOn: checks.filter((check) => counted.includes(check)),
    failOnAlarm: counted.includes(ALARM),
    mostFlagged: mostFlagged === undefined ? 0 : mostFlaggedOf(mostFlagged),
    junit,
    github,
    isGated: [baseline, decisions, failOn, mostFlagged].some((value) => value !== undefined),
  }
}

function failOnOf(text: string, checks: readonly CheckName[]): string[] {
  const known = [...checks, ALARM]
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) throw new UsageError(`--fail-on needs checks: ${known.join(', ')}`)
  for (const name of names) {
    if (known.includes(name)) continue
    throw new UsageError(
      checkNames.includes(name as CheckName)
        ? `--fail-on names ${name}, which is not made: add it to --checks`
        : `--fail-on: there is no check "${name}"; there are: ${known.join(', ')}.${didYouMean(name, known)}`,
    )
  }
  return names
}

function mostFlaggedOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UsageError(`--max-flagged must be a whole number of files, not "${text}"`)
}
