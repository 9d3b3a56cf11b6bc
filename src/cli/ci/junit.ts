// An audit as a JUnit report: a suite for each check, a case for each file. It keeps to what both schemas in use allow, the one
// of Ant's reports (windyroad/JUnit-Schema) and the one of Jenkins (xunit-plugin, junit-10.xsd): numbers are properties of the
// suite, because neither lets a case have any.
import type { AuditErrorDetail } from '../../audit/audit-error.js'
import type { Audit } from '../../audit/engine.js'
import { type AlarmVerdict, alarmText } from './alarms.js'
import { reportsOf, type Track } from './faults.js'
import { reasonLines } from './reason-lines.js'
import type { CaseVerdict, Verdict } from './verdict.js'
import { xmlText } from './xml-text.js'

export interface JunitContext {
  startedAt: Date
  /** Wall seconds of listening to each file, by name. The checks share that work: it is divided evenly between them. */
  listeningSec: ReadonlyMap<string, number>
}

const PACKAGE = 'audio-audit'
/** As the schema asks where the name of the machine is nobody's business. */
const HOST = 'localhost'

export function auditAsJunit(audit: Audit, { cases, alarms }: Verdict, context: JunitContext): string {
  const reports = reportsOf(audit.checks)
  const suites = reports.map(([check, report], id) =>
    suite({
      id,
      name: check,
      startedAt: context.startedAt,
      properties: [
        ['auditId', audit.auditId],
        ['score', String(report.score)],
        ...report.tracks.flatMap(fileNumbers),
      ],
      cases: cases
        .filter((each) => each.check === check)
        .map((each) => ({
          name: each.track.file,
          timeSec: (context.listeningSec.get(each.track.file) ?? 0) / reports.length,
          ...caseOutcome(each),
        })),
      remarks: [String(report.summary)],
    }),
  )
  return document(alarms.length === 0 ? suites : [...suites, alarmSuite(alarms, suites.length, context)])
}

/** What is wrong with the batch as a whole: a case for each alarm, where there are some. */
function alarmSuite(alarms: AlarmVerdict[], id: number, { startedAt }: JunitContext): string {
  return suite({
    id,
    name: 'batch',
    startedAt,
    properties: [],
    cases: alarms.map(({ alarm, outcome }) => ({
      name: alarm.kind,
      timeSec: 0,
      ...(outcome === 'failed'
        ? {
            kind: 'failure',
            xml: `<failure type="batch" message="${xmlText(alarm.message)}">${xmlText(alarmText(alarm))}</failure>`,
          }
        : skipped(`${outcome === 'asBefore' ? 'As before' : 'Not counted'}: ${alarm.message}`)),
    })),
    remarks: [],
  })
}

/** What could not be audited at all. */
export function failureAsJunit(details: AuditErrorDetail[], message: string, startedAt: Date): string {
  const files = details.filter(({ file }) => file !== undefined)
  const named = files.length > 0 ? files : [{ file: 'audit', message }]
  return document([
    suite({
      id: 0,
      name: 'files',
      startedAt,
      properties: [],
      cases: named.map((detail) => ({
        name: detail.file ?? '',
        timeSec: 0,
        kind: 'error',
        xml: `<error type="unreadable" message="${xmlText(detail.message)}"/>`,
      })),
      remarks: [],
    }),
  ])
}

interface Case {
  name: string
  timeSec: number
  kind: 'passed' | 'failure' | 'error' | 'skipped'
  /** What stands inside of it. */
  xml: string
}

function caseOutcome(verdict: CaseVerdict): Pick<Case, 'kind' | 'xml'> {
  const { check, outcome, track } = verdict
  if (outcome === 'passed') return { kind: 'passed', xml: '' }
  if (outcome === 'notJudged') return skipped(typeof track.note === 'string' ? track.note : 'Not judged.')
  const lines = reasonLines(verdict)
  if (outcome === 'asBefore') return skipped(`Flagged as before: ${lines.join('; ')}`)
  if (outcome === 'accepted') return skipped(`Accepted: ${lines.join('; ')}`)
  if (outcome === 'notCounted') return skipped(`Flagged, but not counted: ${lines.join('; ')}`)
  const message = verdict.reasons.map((reason) => reason.message).join('; ')
  return {
    kind: 'failure',
    xml: `<failure type="${check}" message="${xmlText(message)}">${xmlText(lines.join('\n'))}</failure>`,
  }
}

function skipped(message: string): Pick<Case, 'kind' | 'xml'> {
  return { kind: 'skipped', xml: `<skipped message="${xmlText(message)}"/>` }
}

interface Suite {
  id: number
  name: string
  startedAt: Date
  properties: [string, string][]
  cases: Case[]
  remarks: string[]
}

function suite({ id, name, startedAt, properties, cases, remarks }: Suite): string {
  const count = (kind: Case['kind']) => cases.filter((each) => each.kind === kind).length
  const totalSec = cases.reduce((sum, { timeSec }) => sum + timeSec, 0)
  const attributes = {
    id,
    name,
    package: PACKAGE,
    // The schema wants it without a zone; it is UTC.
    timestamp: startedAt.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length),
    hostname: HOST,
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds(totalSec),
  }
  const shown = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`)
  return [
    `  <testsuite${shown.join('')}>`,
    '    <properties>',
    ...properties.map(([key, value]) => `      <property name="${xmlText(key)}" value="${xmlText(value)}"/>`),
    '    </properties>',
    ...cases.map(
      (each) =>
        `    <testcase name="${xmlText(each.name)}" classname="${PACKAGE}.${name}" time="${seconds(each.timeSec)}">${each.xml}</testcase>`,
    ),
    `    <system-out>${xmlText(remarks.join('\n'))}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n')
}

function document(suites: string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`
}

function seconds(timeSec: number): string {
  return timeSec.toFixed(3)
}

/** Every number that a check gives for a file, also inside of groups: "one.wav: clipping.clipCount". */
function fileNumbers({ file, ...figures }: Track): [string, string][] {
  return numbersIn(figures).map(([name, value]) => [`${file}: ${name}`, value])
}

function numbersIn(group: object): [string, string][] {
  return Object.entries(group).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'number') return [[name, String(value)]]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return numbersIn(value).map(([inner, text]) => [`${name}.${inner}`, text])
  })
}
