// What is said of the voices and levels of a batch: reasons, notes and the summary.
import { besideLimit } from '../../report/beside-limit.js'
import { clock } from '../../report/clock.js'
import { inWords } from '../../report/in-words.js'
import type { BatchTrait } from '../batch-trait.js'
import { allSpeechless, asSentence, isSpeechless, speechlessSummary } from '../speechless.js'
import type { ComparisonBatchTrend } from './batch-trends.js'
import { castSummary } from './cast-words.js'
import type { ComparisonTrack } from './report.js'
import type { VoiceTurn } from './voice-turns.js'
import { isWithoutMajority, type VoiceVerdict } from './voice-verdict.js'
import type { VolumeOutlier } from './volume.js'

export function unjudgedNote({ judged, groups, cast }: VoiceVerdict, index: number): string {
  if (!judged.includes(index)) return 'Too little speech to judge the voice.'
  if (cast) return 'There is no other file of this voice to compare it with.'
  if (judged.length === 1) return 'There is no other voice to compare it with.'
  return `No voice is that of the batch: this is one of ${groups.length}.`
}

export function voiceMessage({ judged }: VoiceVerdict): string {
  return judged.length === 2
    ? 'the two files do not have the same voice'
    : 'a different voice from the rest of the batch'
}

/** `others`: what it is held against. */
export function volumeMessage({ deviationDb }: VolumeOutlier, limitDb: number, others: string): string {
  const size = besideLimit(Math.abs(deviationDb), limitDb, 1)
  const difference = `${size} dB ${deviationDb > 0 ? 'louder' : 'quieter'}`
  return `${difference} than ${others}`
}

/** What the summary counts. */
export interface Counts {
  deviationThreshold: number
  changed: number
  moving: number
  batchTrends: readonly ComparisonBatchTrend[]
  batchTraits: readonly BatchTrait[]
  loudnessOutliers: number
  recordings: number
}

export function turnsMessage(turns: readonly VoiceTurn[]): string {
  const [, { startSec }] = turns
  const voices = Math.max(...turns.map(({ voice }) => voice))
  return turns.length === 2
    ? `the voice changes at ${clock(startSec)}`
    : `${voices} voices take turns, the first time at ${clock(startSec)}`
}

export function summaryOf(
  verdict: VoiceVerdict,
  tracks: ComparisonTrack[],
  { deviationThreshold, changed, moving, batchTrends, batchTraits, loudnessOutliers, recordings }: Counts,
): string {
  const presences = tracks.map(({ speech }) => speech)
  const speechless = speechlessSummary(presences)
  if (speechless !== null && allSpeechless(presences)) return asSentence(speechless)
  const unjudged = presences.filter((presence) => !isSpeechless(presence)).length - verdict.judged.length
  const isStranger = tracks.map(
    ({ deviation, speech }) => deviation > deviationThreshold && !isSpeechless(speech),
  )
  const parts = [voiceSummary(verdict, isStranger)]
  if (changed > 0) parts.push(`the voice changes inside ${files(changed)}`)
  if (moving > 0) parts.push(`${files(moving)} change${s(moving)} slowly in voice, pitch or level`)
  if (loudnessOutliers > 0) parts.push(`${files(loudnessOutliers)} stand${s(loudnessOutliers)} out in volume`)
  if (recordings > 0) parts.push(`${files(recordings)} sound${s(recordings)} like another recording`)
  if (unjudged > 0 && verdict.judged.length > 1)
    parts.push(`${files(unjudged)} ${unjudged === 1 ? 'has' : 'have'} too little speech to judge the voice`)
  for (const { message } of batchTrends) parts.push(message)
  if (speechless !== null) parts.push(speechless)
  return [asSentence(parts.join('; ')), ...batchTraits.map(({ summary }) => summary)].join(' ')
}

export function voiceSummary(verdict: VoiceVerdict, isStranger: readonly boolean[]): string {
  const { judged, groups, cast } = verdict
  const strangers = isStranger.filter(Boolean).length
  const isHeldAgainstReference = cast?.referenceSimilarities.some((similarity) => similarity !== null)
  if (judged.length < 2 && !isHeldAgainstReference) return 'too little speech to compare voices'
  if (cast) return castSummary(cast, isStranger)
  if (judged.length === 2)
    return strangers > 0
      ? 'the two files have different voices, and nobody can tell from two which one is wrong'
      : 'the two files have the same voice'
  if (isWithoutMajority(verdict)) {
    const sizes = groups.map(({ length }) => length)
    return sizes[0] === 1
      ? 'every file has another voice: none is the voice of the batch'
      : `no voice has a majority: the files fall into ${groups.length} voices of ${listed(sizes)} files`
  }
  if (strangers === 0) return `the ${judged.length} files have the same voice`
  return `${strangers} of ${isStranger.length} files ${strangers === 1 ? 'has' : 'have'} a different voice from the rest`
}

/** More numbers than this nobody reads. */
const MOST_LISTED = 4

function listed(sizes: number[]): string {
  const shown = sizes.slice(0, MOST_LISTED).map(String)
  return inWords(sizes.length > MOST_LISTED ? [...shown, 'fewer'] : shown)
}

function files(count: number): string {
  return `${count} ${count === 1 ? 'file' : 'files'}`
}

function s(count: number): string {
  return count === 1 ? 's' : ''
}
