// What a person is told about the sound of a file and of a batch.

import type { FlagReason } from '../check.js'
import { clock } from '../clock.js'
import {
  allSpeechless,
  asSentence,
  isSpeechless,
  speechlessReason,
  speechlessSummary,
} from '../speechless.js'
import { type Issue, type IssueType, issueTypes } from './issue.js'
import type { QualityTrack } from './quality-report.js'
import type { ScoreInput } from './score.js'

/** A pause is heard as a pause from here on; a shorter silence is a hole in the sound. */
const PAUSE_FROM_SEC = 0.5
/** What covers so much of a file is everywhere in it. */
const THROUGHOUT = 0.9
/** Nearer to the start than this, a cut is the start's. */
const AT_START_SEC = 0.1
/** Speech with noise nearer than this is noisy to everybody (Rec. ITU-T P.835 scores background "intrusive" there). */
const NOISY_BELOW_DB = 20
/** A recording that fills less of its sample rate than this sounds muffled or like a telephone. */
const NARROW_BELOW = 0.6

const names: Readonly<Record<IssueType, { one: string; many: string }>> = {
  garble: { one: 'garbled speech', many: 'stretches of garbled speech' },
  silence: { one: 'silence', many: 'silences' },
  static: { one: 'static', many: 'stretches of static' },
  click: { one: 'click', many: 'clicks' },
  dropout: { one: 'dropout', many: 'dropouts' },
  clipping: { one: 'clipping', many: 'clipped stretches' },
  truncation: { one: 'cut-off words', many: 'cut-off words' },
  hum: { one: 'hum', many: 'stretches of hum' },
}

/** One for each type of issue that is heard, the worst first; of a file that merely sounds poor, in what way. */
export function reasonsOf({ issues, score, speech }: QualityTrack, input: ScoreInput): FlagReason[] {
  if (isSpeechless(speech)) return [speechlessReason(speech)]
  const heard = issues.filter(({ audibilityLabel }) => audibilityLabel !== 'subtle')
  const messages = byType(heard.length > 0 ? heard : issues).flatMap((group) =>
    messagesOf(group, input.durationSec),
  )
  if (input.snrDb !== null && input.snrDb < NOISY_BELOW_DB)
    messages.push(`noisy: the speech is only ${Math.round(input.snrDb)} dB above the noise`)
  const { cutoffHz, bandwidthRatio } = input.bandwidth
  if (cutoffHz !== null && bandwidthRatio < NARROW_BELOW)
    messages.push(`muffled: nothing above ${(cutoffHz / 1000).toFixed(1)} kHz`)
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
  if (first.type === 'truncation')
    return group.map(({ timeSec }) =>
      timeSec < AT_START_SEC ? 'the file begins inside a word' : 'the file stops inside a word',
    )
  const { one, many } = names[first.type]
  if (group.length > 1) return [`${group.length} ${many}, the first at ${clock(first.timeSec)}`]
  const lengthSec = first.endSec - first.timeSec
  if (first.type === 'silence')
    return [
      lengthSec >= PAUSE_FROM_SEC
        ? `a pause of ${lengthSec.toFixed(1)} s at ${clock(first.timeSec)}`
        : `a hole of ${Math.round(1000 * lengthSec)} ms at ${clock(first.timeSec)}`,
    ]
  return [lengthSec >= THROUGHOUT * durationSec ? `${one} throughout` : `${one} at ${span(first)}`]
}

function span({ timeSec, endSec }: Issue): string {
  const from = clock(timeSec)
  const to = clock(endSec)
  return from === to ? from : `${from}-${to}`
}

/** One sentence about the batch: how many files have faults, and which. */
export function summaryOf(tracks: QualityTrack[]): string {
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
      files: flagged.filter(({ issues }) => issues.some((issue) => issue.type === type)).length,
    }))
    .filter(({ files }) => files > 0)
    .sort((one, other) => other.files - one.files)
  const subject =
    tracks.length === 1
      ? 'The file has audible faults'
      : `${flagged.length} of ${tracks.length} files ${flagged.length === 1 ? 'has' : 'have'} audible faults`
  if (counts.length === 0) return `${subject}.`
  const which = counts.map(({ type, files }) =>
    tracks.length === 1 ? names[type].one : `${names[type].one} in ${files}`,
  )
  return `${subject}: ${which.join(', ')}.`
}

function unflaggedSummary(tracks: QualityTrack[]): string {
  const slight = tracks.filter(({ issueCount }) => issueCount > 0).length
  if (tracks.length === 1)
    return slight === 0 ? 'No fault was heard in the file.' : 'The file has slight faults only.'
  if (slight === 0) return `No fault was heard in the ${tracks.length} files.`
  return `${slight} of ${tracks.length} files ${slight === 1 ? 'has' : 'have'} slight faults, none that asks for a new one.`
}
