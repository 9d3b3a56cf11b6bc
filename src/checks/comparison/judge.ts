// The judgement of a batch by its voices and levels: what each file is flagged for, and what is told of it.
import type { BatchTrait } from '../batch-trait.js'
import { type CastPart, castParts, othersInWords, partOfEach } from '../cast-parts.js'
import type { BatchAlarm, FlagReason, Judgement, Options } from '../check.js'
import { checkScore, fileCounts } from '../score.js'
import { asSentence, isSpeechless, speechlessNote, speechlessReason } from '../speechless.js'
import { rounded } from '../statistics.js'
import { trendHabits } from '../trend-habits.js'
import { batchTrendsOf } from './batch-trends.js'
import { castAlarms, castMessage } from './cast-words.js'
import {
  summaryOf,
  turnsMessage,
  unjudgedNote,
  voiceMessage,
  voiceSummary,
  volumeMessage,
} from './comparison-words.js'
import { type InsideFile, insideFile } from './inside-file.js'
import type { ComparisonFindings } from './listen.js'
import { recordingNotes } from './recording.js'
import type { ComparisonReport, ComparisonTrack } from './report.js'
import { isDialogue, speakerFaults, spokenParts } from './spoken-parts.js'
import { type ComparisonTrend, similarityOf, trendTraits } from './trends.js'
import type { VoicePoint } from './voice-curve.js'
import { shippedJudge, type VoiceJudge } from './voice-judge.js'
import {
  type Batch,
  certainty,
  comparedFiles,
  compareVoices,
  groupOf,
  isWithoutMajority,
  type References,
  type VoiceVerdict,
} from './voice-verdict.js'
import { castLevelTraits, judgeVolume, type VolumeJudgement } from './volume.js'

const DECIMALS = 4
/** As the median and the outliers of the batch are told. */
const LOUDNESS_DECIMALS = 2

export function judgeComparison(
  all: Batch,
  options: Pick<Options, 'deviationThreshold' | 'accuracy'>,
  judge: VoiceJudge = shippedJudge(),
  references: References = [],
): Judgement<ComparisonReport> {
  const weighed = weigh(all, options, judge, references)
  const { batch, deviationThreshold, verdict, volume, batchTraits } = weighed
  const reasons = batch.map((_, index) => reasonsOf(weighed, index))
  const tracks = batch.map((_, index) => trackOf(weighed, index, reasons[index].length > 0))
  const batchTrends = batchTrendsOf(batch, verdict)
  return {
    report: {
      score: checkScore(countsOf(weighed, tracks)),
      summary: summaryOf(verdict, tracks, {
        deviationThreshold,
        changed: batch.filter(
          ({ labelledParts }, index) =>
            weighed.inside[index].changesSec.length > 0 && !isDialogue(labelledParts),
        ).length,
        moving: weighed.trends.filter((trends) => trends.some(({ flagged }) => flagged)).length,
        batchTrends,
        batchTraits,
        loudnessOutliers: volume.consistency.outliers.length,
        recordings: weighed.recordings.filter((note) => note !== null).length,
      }),
      similarityMatrix: verdict.matrix.map((row) => row.map((value) => rounded(value, DECIMALS))),
      volumeConsistency: volume.consistency,
      ...(verdict.cast ? { cast: verdict.cast.cast } : {}),
      ...(batchTrends.length > 0 ? { batchTrends } : {}),
      ...(batchTraits.length > 0 ? { batchTraits } : {}),
      tracks,
    },
    reasons,
    alarms: alarmsOf(weighed),
  }
}

/** What is known of a batch before anything is told of its files. */
interface Weighed {
  /** Without what sounds in files in which nobody speaks. */
  batch: Batch
  /** For each file those that it is held against. */
  partOf: CastPart[]
  deviationThreshold: number
  verdict: VoiceVerdict
  hasReferences: boolean
  /** Files whose voice was held against others. */
  judged: ReadonlySet<number>
  volume: VolumeJudgement
  /** Of all files, also of those in which nobody speaks. */
  loudnessDb: (number | null)[]
  /** How the recording differs from the others; null where it does not. */
  recordings: (string | null)[]
  inside: InsideFile[]
  /** Slow changes of each file, held against what most files do. */
  trends: ComparisonTrend[][]
  batchTraits: BatchTrait[]
}

function weigh(
  all: Batch,
  { deviationThreshold, accuracy }: Pick<Options, 'deviationThreshold' | 'accuracy'>,
  judge: VoiceJudge,
  references: References,
): Weighed {
  // A file in which nobody speaks has no part in what is normal for the batch.
  const batch = all.map((file) =>
    isSpeechless(file.findings.presence) ? { ...file, findings: withoutVoice(file.findings) } : file,
  )
  const parts = castParts(batch)
  const recordings = recordingNotes(
    batch.map(({ findings }) => findings.recording),
    parts.map(({ members }) => members),
  )
  const certainties = batch.map(({ findings: { voice } }, index) =>
    certainty(voice?.speechSec ?? 0, recordings[index] !== null),
  )
  const verdict = compareVoices(batch, references, judge, accuracy, certainties)
  const inside = batch.map(({ findings }) => insideFile(findings, judge, deviationThreshold))
  const { trends, traits } = trendHabits(inside, trendTraits, deviationThreshold)
  const loudness = batch.map(({ file, castVoice, findings: { loudnessLufs } }) => ({
    file,
    castVoice,
    loudnessLufs,
  }))
  const volume = judgeVolume(loudness, deviationThreshold)
  return {
    batch,
    partOf: partOfEach(parts),
    deviationThreshold,
    verdict,
    hasReferences: references.length > 0,
    judged: new Set(comparedFiles(verdict)),
    volume,
    loudnessDb: all.map(({ findings }) => loudnessOf(findings)),
    // Another voice sounds different anyway: there the recording is not worth a word.
    recordings: recordings.map((note, index) =>
      verdict.deviations[index] > deviationThreshold ? null : note,
    ),
    inside,
    trends,
    batchTraits: [...traits, ...castLevelTraits(loudness, volume.consistency.limitDb)],
  }
}

function reasonsOf(weighed: Weighed, index: number): FlagReason[] {
  const { batch, deviationThreshold, verdict, volume, inside, trends } = weighed
  const { findings, labelledParts = [] } = batch[index]
  const { turns, changesSec } = inside[index]
  const deviation = voiceDeviation(weighed, index)
  const reasons: FlagReason[] = []
  if (deviation > deviationThreshold) {
    const reason = isSpeechless(findings.presence)
      ? speechlessReason(findings.presence, 'no voice to compare')
      : { message: verdict.cast ? castMessage(verdict.cast, index) : voiceMessage(verdict) }
    reasons.push({ ...reason, deviation })
  }
  if (isDialogue(labelledParts))
    for (const message of speakerFaults(labelledParts, turns)) reasons.push({ message, deviation })
  else if (changesSec.length > 0) reasons.push({ message: turnsMessage(turns), deviation })
  const outlier = volume.outliers[index]
  if (outlier) {
    const message = volumeMessage(outlier, volume.consistency.limitDb, volumeOthers(weighed, index))
    reasons.push({ message, deviation: outlier.deviation })
  }
  for (const { flagged, message, deviation } of trends[index])
    if (flagged) reasons.push({ message, deviation })
  return reasons
}

/** What the volume of a file is held against. */
function volumeOthers({ batch, partOf }: Weighed, index: number): string {
  const isSpoken = (member: number) => !isSpeechless(batch[member].findings.presence)
  const ofVoice = partOf[index].members.filter(isSpoken).length
  const isWholeBatch = partOf[index].voice === undefined
  if (isWholeBatch) return ofVoice === 2 ? 'the other file' : 'the batch'
  // One file of a voice is held against all.
  return ofVoice > 1 ? othersInWords(partOf[index]) : 'the batch'
}

function trackOf(weighed: Weighed, index: number, flagged: boolean): ComparisonTrack {
  const { batch, verdict, volume } = weighed
  const { file, findings, castVoice, labelledParts = [] } = batch[index]
  const { turns, changesSec, curve } = weighed.inside[index]
  const trends = weighed.trends[index]
  const notes = notesOf(weighed, index)
  return {
    file,
    similarity: rounded(verdict.similarities[index], DECIMALS),
    deviation: voiceDeviation(weighed, index),
    flagged,
    judged: weighed.judged.has(index) || isSpeechless(findings.presence),
    voiceGroup: groupOf(verdict, index),
    ...(verdict.cast ? { voice: castVoice ?? null, soundsLike: verdict.cast.soundsLike[index] } : {}),
    ...(verdict.cast && weighed.hasReferences
      ? { referenceSimilarity: roundedOrNull(verdict.cast.referenceSimilarities[index]) }
      : {}),
    loudnessDb: weighed.loudnessDb[index],
    loudnessDeviationDb: volume.deviationsDb[index],
    speech: findings.presence,
    ...(findings.parts.length > 0 ? { voiceChangesSec: changesSec } : {}),
    ...(changesSec.length > 0 ? { voiceTurns: turns, overlaps: findings.overlaps } : {}),
    ...(labelledParts.length > 0 ? { speakers: spokenParts(labelledParts, turns) } : {}),
    ...(trends.length > 0 ? { trends } : {}),
    ...(curve.length > 0 ? { voiceCurve: curve.map(toldPoint) } : {}),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
  }
}

function notesOf({ batch, judged, verdict, recordings }: Weighed, index: number): string[] {
  const { presence } = batch[index].findings
  const notes: string[] = []
  if (isSpeechless(presence)) notes.push(speechlessNote(presence))
  else if (!judged.has(index)) notes.push(unjudgedNote(verdict, index))
  const recording = recordings[index]
  if (recording !== null) notes.push(recording)
  return notes
}

function voiceDeviation({ verdict }: Weighed, index: number): number {
  return rounded(verdict.deviations[index], DECIMALS)
}

function alarmsOf({ batch, verdict }: Weighed): BatchAlarm[] {
  if (verdict.cast) return castAlarms(verdict.cast)
  if (!isWithoutMajority(verdict)) return []
  const noStranger = batch.map(() => false)
  return [
    {
      kind: 'severalVoices',
      message: asSentence(voiceSummary(verdict, noStranger)),
      advice: 'Decide which voice it should be, and audit its files by themselves or regenerate the others.',
      files: verdict.judged.map((index) => batch[index].file),
    },
  ]
}

function withoutVoice(findings: ComparisonFindings): ComparisonFindings {
  return {
    ...findings,
    voice: null,
    parts: [],
    pauses: [],
    overlaps: [],
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

/** What each file counts for: as much as the worse of its voice and its volume. Where no voice is the batch's, only the commonest counts. */
function countsOf(
  { verdict, volume, deviationThreshold }: Weighed,
  tracks: readonly ComparisonTrack[],
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
