// What a person is told about the sound of a file and of a batch.

import { clock } from '../../report/clock.js'
import type { BatchTrait } from '../batch-trait.js'
import type { FlagReason } from '../check.js'
import {
  allSpeechless,
  asSentence,
  isSpeechless,
  speechlessReason,
  speechlessSummary,
} from '../speechless.js'
import type { IssueWords } from './detectors/declaration.js'
import { declarations } from './detectors/declared.js'
import { AT_START_SEC, type Issue, type IssueType, issueTypes } from './issue.js'
import type { QualityTrack } from './quality-report.js'

/** What covers so much of a file is everywhere in it. */
const THROUGHOUT = 0.9
const words = Object.fromEntries(
  declarations.flatMap(({ issue }) => (issue ? [[issue.type, issue.words]] : [])),
) as Readonly<Record<IssueType, IssueWords>>

/** One for each type of issue that is noticed, the worst first; of a file that merely sounds poor, in what way. */
export function reasonsOf(
  { issues, score, speech }: QualityTrack,
  { durationSec, poorBecause }: { durationSec: number; poorBecause: string[] },
): FlagReason[] {
  if (isSpeechless(speech)) return [speechlessReason(speech)]
  const own = issues.filter(({ trait }) => trait === null)
  const noticed = own.filter(({ audibilityLabel }) => audibilityLabel !== 'subtle')
  const messages = byType(noticed.length > 0 ? noticed : own).flatMap((group) =>
    messagesOf(group, durationSec),
  )
  messages.push(...poorBecause)
  if (messages.length === 0) messages.push(`sounds poor: ${Math.round(score)} of 100`)
  return messages.map((message) => ({ message }))
}

function byType(issues: Issue[]): Issue[][] {
  return issueTypes
    .map((type) => issues.filter((issue) => issue.type === type))
    .filter((group) => group.length > 0)
    .sort((one, other) => worst(other) - worst(one))
}

function worst(issues: Issue[]): number {
  return Math.max(...issues.map(({ audibility }) => audibility))
}

function messagesOf(group: Issue[], durationSec: number): string[] {
  const [first] = group
  const { one, many, byLength, byPlace } = words[first.type]
  if (byPlace) return group.map(({ timeSec }) => (timeSec < AT_START_SEC ? byPlace.atStart : byPlace.later))
  if (group.length > 1) return [`${group.length} ${many}, the first at ${clock(first.timeSec)}`]
  const lengthSec = first.endSec - first.timeSec
  const form = byLength?.find(({ fromSec }) => lengthSec >= fromSec)
  if (form) return [filledIn(form.message, lengthSec, first.timeSec)]
  return [lengthSec >= THROUGHOUT * durationSec ? `${one} throughout` : `${one} at ${span(first)}`]
}

function filledIn(message: string, lengthSec: number, timeSec: number): string {
  return message
    .replace('{sec}', lengthSec.toFixed(1))
    .replace('{ms}', String(Math.round(1000 * lengthSec)))
    .replace('{at}', clock(timeSec))
    .replace('{second}', timeSec.toFixed(2))
}

function span({ timeSec, endSec }: Issue): string {
  const from = clock(timeSec)
  const to = clock(endSec)
  return from === to ? from : `${from}-${to}`
}

/** How many files have faults, and which; then what most of them share, a sentence each. */
export function summaryOf(tracks: QualityTrack[], traits: readonly BatchTrait[]): string {
  return [filesSummary(tracks), ...traits.map(({ summary }) => summary)].join(' ')
}

function filesSummary(tracks: QualityTrack[]): string {
  const presences = tracks.map(({ speech }) => speech)
  const speechless = speechlessSummary(presences)
  if (speechless === null) return faultsSummary(tracks)
  if (allSpeechless(presences)) return asSentence(speechless)
  const rest = faultsSummary(tracks.filter(({ speech }) => !isSpeechless(speech)))
  return `${asSentence(speechless)} Of the rest: ${rest[0].toLowerCase()}${rest.slice(1)}`
}

function faultsSummary(tracks: QualityTrack[]): string {
  const flagged = tracks.filter((track) => track.flagged)
  if (flagged.length === 0) return unflaggedSummary(tracks)
  const counts = issueTypes
    .map((type) => ({
      type,
      files: flagged.filter(({ issues }) =>
        issues.some((issue) => issue.type === type && issue.trait === null),
      ).length,
    }))
    .filter(({ files }) => files > 0)
    .sort((one, other) => other.files - one.files)
  const subject =
    tracks.length === 1
      ? 'The file has audible faults'
      : `${flagged.length} of ${tracks.length} files ${flagged.length === 1 ? 'has' : 'have'} audible faults`
  if (counts.length === 0) return `${subject}.`
  const which = counts.map(({ type, files }) =>
    tracks.length === 1 ? words[type].one : `${words[type].one} in ${files}`,
  )
  return `${subject}: ${which.join(', ')}.`
}

function unflaggedSummary(tracks: QualityTrack[]): string {
  const slight = tracks.filter(({ issueCount }) => issueCount > 0).length
  if (tracks.length === 1)
    return slight === 0 ? 'No fault was found in the file.' : 'The file has slight faults only.'
  if (slight === 0) return `No fault was found in the ${tracks.length} files.`
  return `${slight} of ${tracks.length} files ${slight === 1 ? 'has' : 'have'} slight faults, none that asks for a new one.`
}
