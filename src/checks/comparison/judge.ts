import { besideLimit } from '../../report/beside-limit.js'
import { clock } from '../../report/clock.js'
import { inWords } from '../../report/in-words.js'
import type { BatchTrait } from '../batch-trait.js'
import type { Accuracy, FileFindings, FlagReason, Judgement, Options, ReferenceFindings } from '../check.js'
import { checkScore, fileCounts } from '../score.js'
import {
  allSpeechless,
  asSentence,
  isSpeechless,
  SPEECHLESS_DEVIATION,
  speechlessNote,
  speechlessReason,
  speechlessSummary,
} from '../speechless.js'
import { rounded } from '../statistics.js'
import { trendHabits } from '../trend-habits.js'
import { batchTrendsOf, type ComparisonBatchTrend } from './batch-trends.js'
import { type CastVerdict, judgeCast } from './cast.js'
import { castAlarms, castMessage, castSummary } from './cast-words.js'
import { deviationsOf, unjudged } from './deviations.js'
import { majorityOf, voiceGroups } from './groups.js'
import { insideFile } from './inside-file.js'
import type { ComparisonFindings } from './listen.js'
import { recordingNotes } from './recording.js'
import type { ComparisonReport, ComparisonTrack } from './report.js'
import { type ComparedFile, type ComparedVoices, comparedVoices } from './similarities.js'
import { isDialogue, speakerFaults, spokenParts } from './spoken-parts.js'
import { similarityOf, trendTraits } from './trends.js'
import type { VoicePoint } from './voice-curve.js'
import { shippedJudge, type VoiceJudge } from './voice-judge.js'
import type { VoiceTurn } from './voice-turns.js'
import { judgeVolume, type VolumeJudgement, type VolumeOutlier } from './volume.js'

/** Less speech does not show whose voice it is. */
export const SHORTEST_SPEECH_SEC = 0.8
const DECIMALS = 4
/** As the median and the outliers of the batch are told. */
const LOUDNESS_DECIMALS = 2

type Batch = FileFindings<ComparisonFindings>[]
type References = readonly ReferenceFindings<ComparedFile>[]

/** How the voices of the batch relate. */
interface VoiceVerdict extends ComparedVoices {
  /** Files with enough speech. */
  judged: number[]
  groups: number[][]
  /** The files that have the batch's voice; null when no voice is the batch's. */
  majority: number[] | null
  /** For each file; where it is not judged, 0.5 and 0. */
  similarities: number[]
  deviations: number[]
  /** Where the caller said which file has which voice; each file is then judged among those of its voice. */
  cast: CastVerdict | null
}

export function judgeComparison(
  all: Batch,
  { deviationThreshold, accuracy }: Pick<Options, 'deviationThreshold' | 'accuracy'>,
  judge: VoiceJudge = shippedJudge(),
  references: References = [],
): Judgement<ComparisonReport> {
  // A file in which nobody speaks has no part in what is normal for the batch.
  const batch = all.map((file) =>
    isSpeechless(file.findings.presence) ? { ...file, findings: withoutVoice(file.findings) } : file,
  )
  const spoken = all.filter(({ findings }) => !isSpeechless(findings.presence)).length
  const notes = recordingNotes(batch.map(({ findings }) => findings.recording))
  const certainties = batch.map(({ findings: { voice } }, index) =>
    certainty(voice?.speechSec ?? 0, notes[index] !== null),
  )
  const verdict = withoutSpeechless(batch, compareVoices(batch, references, judge, accuracy, certainties))
  const volume = judgeVolume(
    batch.map(({ file, findings }) => ({ file, loudnessLufs: findings.loudnessLufs })),
    deviationThreshold,
  )
  // Another voice sounds different anyway: there the recording is not worth a word.
  const recordings = notes.map((note, index) =>
    verdict.deviations[index] > deviationThreshold ? null : note,
  )
  const judged = new Set(comparedFiles(verdict))
  const reasons = batch.map((): FlagReason[] => [])
  const inside = batch.map(({ findings }) => insideFile(findings, judge, deviationThreshold))
  const habits = trendHabits(inside, trendTraits, deviationThreshold)
  const tracks = batch.map(({ file, findings, labelledParts = [] }, index): ComparisonTrack => {
    const deviation = rounded(verdict.deviations[index], DECIMALS)
    const { turns, changesSec, curve } = inside[index]
    const trends = habits.trends[index]
    const outlier = volume.outliers[index]
    if (deviation > deviationThreshold) {
      const { presence } = findings
      const reason = isSpeechless(presence)
        ? speechlessReason(presence, 'no voice to compare')
        : { message: verdict.cast ? castMessage(verdict.cast, index) : voiceMessage(verdict) }
      reasons[index].push({ ...reason, deviation })
    }
    const turnFaults = isDialogue(labelledParts)
      ? speakerFaults(labelledParts, turns)
      : changesSec.length > 0
        ? [turnsMessage(turns)]
        : []
    for (const message of turnFaults) reasons[index].push({ message, deviation })
    if (outlier)
      reasons[index].push({
        message: volumeMessage(outlier, volume.consistency.limitDb, spoken),
        deviation: outlier.deviation,
      })
    for (const { flagged, message, deviation } of trends)
      if (flagged) reasons[index].push({ message, deviation })
    const isSilent = isSpeechless(findings.presence)
    const notes = [
      ...(isSpeechless(findings.presence) ? [speechlessNote(findings.presence)] : []),
      ...(judged.has(index) || isSilent ? [] : [unjudgedNote(verdict, index)]),
      ...(recordings[index] ? [recordings[index]] : []),
    ]
    return {
      file,
      similarity: rounded(verdict.similarities[index], DECIMALS),
      deviation,
      flagged: reasons[index].length > 0,
      judged: judged.has(index) || isSilent,
      voiceGroup: groupOf(verdict, index),
      ...(verdict.cast
        ? { voice: batch[index].castVoice ?? null, soundsLike: verdict.cast.soundsLike[index] }
        : {}),
      ...(verdict.cast && references.length > 0
        ? { referenceSimilarity: roundedOrNull(verdict.cast.referenceSimilarities[index]) }
        : {}),
      loudnessDb: loudnessOf(all[index].findings),
      loudnessDeviationDb: volume.deviationsDb[index],
      speech: findings.presence,
      ...(findings.parts.length > 0 ? { voiceChangesSec: changesSec } : {}),
      ...(changesSec.length > 0 ? { voiceTurns: turns } : {}),
      ...(labelledParts.length > 0 ? { speakers: spokenParts(labelledParts, turns) } : {}),
      ...(trends.length > 0 ? { trends } : {}),
      ...(curve.length > 0 ? { voiceCurve: curve.map(toldPoint) } : {}),
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    }
  })
  const changed = tracks.filter(
    (track, index) => (track.voiceChangesSec?.length ?? 0) > 0 && !isDialogue(batch[index].labelledParts),
  ).length
  const moving = tracks.filter(({ trends = [] }) => trends.some(({ flagged }) => flagged)).length
  const batchTrends = batchTrendsOf(batch, verdict)
  return {
    report: {
      score: checkScore(countsOf(verdict, volume, tracks, deviationThreshold)),
      summary: summaryOf(verdict, tracks, {
        deviationThreshold,
        changed,
        moving,
        batchTrends,
        batchTraits: habits.traits,
        loudnessOutliers: volume.consistency.outliers.length,
        recordings: recordings.filter((note) => note !== null).length,
      }),
      similarityMatrix: verdict.matrix.map((row) => row.map((value) => rounded(value, DECIMALS))),
      volumeConsistency: volume.consistency,
      ...(verdict.cast ? { cast: verdict.cast.cast } : {}),
      ...(batchTrends.length > 0 ? { batchTrends } : {}),
      ...(habits.traits.length > 0 ? { batchTraits: habits.traits } : {}),
      tracks,
    },
    reasons,
    alarms: verdict.cast
      ? castAlarms(verdict.cast)
      : isWithoutMajority(verdict)
        ? [
            {
              kind: 'severalVoices',
              message: asSentence(
                voiceSummary(
                  verdict,
                  batch.map(() => false),
                ),
              ),
              advice:
                'Decide which voice it should be, and audit its files by themselves or regenerate the others.',
              files: verdict.judged.map((index) => batch[index].file),
            },
          ]
        : [],
  }
}

/** Each voice is as likely the right one as any other. Of two files both are flagged. */
function isWithoutMajority({ judged, majority, cast }: VoiceVerdict): boolean {
  return cast === null && majority === null && judged.length > 2
}

/** Those for which there is a voice that they can be held against. */
function comparedFiles(verdict: VoiceVerdict): number[] {
  const { judged, cast } = verdict
  if (cast) return judged.filter((index) => cast.isJudged[index])
  return judged.length > 1 && !isWithoutMajority(verdict) ? judged : []
}

function unjudgedNote({ judged, groups, cast }: VoiceVerdict, index: number): string {
  if (!judged.includes(index)) return 'Too little speech to judge the voice.'
  if (cast) return 'There is no other file of this voice to compare it with.'
  if (judged.length === 1) return 'There is no other voice to compare it with.'
  return `No voice is that of the batch: this is one of ${groups.length}.`
}

/** From 1. */
function groupOf({ groups }: VoiceVerdict, index: number): number | null {
  const at = groups.findIndex((group) => group.includes(index))
  return at === -1 ? null : at + 1
}

function withoutVoice(findings: ComparisonFindings): ComparisonFindings {
  return {
    ...findings,
    voice: null,
    parts: [],
    pauses: [],
    recording: null,
    loudnessLufs: null,
    levels: [],
    phraseEnds: [],
    pitchSemitones: null,
    pitches: [],
  }
}

/** A tenth of a second and a thousandth: more than a curve shows. */
const CURVE_TIME_DECIMALS = 1
const CURVE_DECIMALS = 3

function toldPoint({ startSec, endSec, logOdds }: VoicePoint): { atSec: number; similarity: number } {
  return {
    atSec: rounded((startSec + endSec) / 2, CURVE_TIME_DECIMALS),
    similarity: rounded(similarityOf(logOdds), CURVE_DECIMALS),
  }
}

function loudnessOf({ loudnessLufs }: ComparisonFindings): number | null {
  return loudnessLufs === null ? null : rounded(loudnessLufs, LOUDNESS_DECIMALS)
}

function roundedOrNull(similarity: number | null): number | null {
  return similarity === null ? null : rounded(similarity, DECIMALS)
}

/** Where nobody speaks, nobody's voice is like any other. */
function withoutSpeechless(batch: Batch, verdict: VoiceVerdict): VoiceVerdict {
  const speechless = batch.map(({ findings }) => isSpeechless(findings.presence))
  return {
    ...verdict,
    matrix: verdict.matrix.map((row, at) =>
      row.map((value, other) => (at !== other && (speechless[at] || speechless[other]) ? 0 : value)),
    ),
    similarities: verdict.similarities.map((value, at) => (speechless[at] ? 0 : value)),
    deviations: verdict.deviations.map((value, at) => (speechless[at] ? SPEECHLESS_DEVIATION : value)),
  }
}

function compareVoices(
  batch: Batch,
  references: References,
  judge: VoiceJudge,
  accuracy: Accuracy,
  certainties: number[],
): VoiceVerdict {
  const voices = batch.map(({ findings }) => findings.voice)
  const compared = comparedVoices(
    [...batch, ...references].map(({ findings }) => findings),
    judge,
    accuracy,
  )
  const matrix = compared.matrix.slice(0, batch.length).map((row) => row.slice(0, batch.length))
  const judged = voices.flatMap((voice, index) =>
    voice && voice.speechSec >= SHORTEST_SPEECH_SEC ? [index] : [],
  )
  const groups = voiceGroups(judged.map((row) => judged.map((column) => matrix[row][column]))).map((group) =>
    group.map((index) => judged[index]),
  )
  const majority = majorityOf(groups)
  const verdict = { matrix, likeness: compared.likeness, judged, groups, majority, cast: null }
  if (batch.some(({ castVoice }) => castVoice !== undefined)) {
    const cast = judgeCast({
      files: batch.map(({ file }) => file),
      voices: batch.map(({ castVoice }) => castVoice),
      compared,
      judged,
      certainties,
      references: new Map(references.map(({ voice }, at) => [voice, batch.length + at])),
    })
    return { ...verdict, cast, similarities: cast.similarities, deviations: cast.deviations }
  }
  if (judged.length < 2) return { ...verdict, ...unjudged(batch.length) }
  return { ...verdict, ...deviationsOf(compared, judged, majority, certainties) }
}

/** Short speech deviates by itself; what is left of that when the model has allowed for it, measured on cuts of 0.8 to 3 s. */
const CERTAIN_FROM_SEC = 1.5
const CERTAIN_OF_NOTHING_SEC = 0.2
/** Noise at 20 dB and the like change a print, too: what is left of the certainty where the recording sounds different. */
const OTHER_RECORDING_CERTAINTY = 0.7

function certainty(speechSec: number, isOtherRecording: boolean): number {
  const ofLength = (speechSec - CERTAIN_OF_NOTHING_SEC) / (CERTAIN_FROM_SEC - CERTAIN_OF_NOTHING_SEC)
  return Math.min(1, ofLength) * (isOtherRecording ? OTHER_RECORDING_CERTAINTY : 1)
}

function voiceMessage({ judged }: VoiceVerdict): string {
  return judged.length === 2
    ? 'the two files do not have the same voice'
    : 'a different voice from the rest of the batch'
}

function volumeMessage({ deviationDb }: VolumeOutlier, limitDb: number, files: number): string {
  const size = besideLimit(Math.abs(deviationDb), limitDb, 1)
  const difference = `${size} dB ${deviationDb > 0 ? 'louder' : 'quieter'}`
  return `${difference} than ${files === 2 ? 'the other file' : 'the batch'}`
}

/** What each file counts for: as much as the worse of its voice and its volume. Where no voice is the batch's, only the commonest counts. */
function countsOf(
  verdict: VoiceVerdict,
  volume: VolumeJudgement,
  tracks: ComparisonTrack[],
  deviationThreshold: number,
): (number | null)[] {
  const commonest = verdict.groups.find(({ length }) => length > 1) ?? []
  return tracks.map(({ flagged, judged, deviation }, index) => {
    if (flagged) return 0
    const voice = judged
      ? fileCounts(flagged, deviation, deviationThreshold)
      : isWithoutMajority(verdict) && verdict.judged.includes(index)
        ? Number(commonest.includes(index))
        : null
    const both = [voice, volume.counts[index]].filter((count) => count !== null)
    return both.length === 0 ? null : Math.min(...both)
  })
}

interface Counts {
  deviationThreshold: number
  changed: number
  moving: number
  batchTrends: readonly ComparisonBatchTrend[]
  batchTraits: readonly BatchTrait[]
  loudnessOutliers: number
  recordings: number
}

function turnsMessage(turns: readonly VoiceTurn[]): string {
  const [, { startSec }] = turns
  const voices = Math.max(...turns.map(({ voice }) => voice))
  return turns.length === 2
    ? `the voice changes at ${clock(startSec)}`
    : `${voices} voices take turns, the first time at ${clock(startSec)}`
}

function summaryOf(
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

function voiceSummary(verdict: VoiceVerdict, isStranger: readonly boolean[]): string {
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
