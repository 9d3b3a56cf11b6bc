// The audit turned by ninety degrees: not check by check, but file by file.
import { type FileJudgement, type Measure, measuresOf } from '../../../src/report/judgements.js'
import { type Speaker, speakersOf } from '../../../src/report/voices/speakers.js'
import { fileTrends, type Trend, type VoicePoint } from '../../../src/report/voices/trends.js'
import type {
  Audit,
  CheckName,
  ComparisonTrack,
  PaceTrack,
  QualityTrack,
  Reason,
  ScriptTrack,
} from '../api/audit.js'
import type { Piece } from './track/pieces.js'
import type { Kind } from './words.js'

/** What one file was judged by, and the limit of that. */
export interface TrackJudgement extends FileJudgement, Pick<Measure, 'name' | 'check' | 'limitText'> {}

export interface TrackView {
  /** Place in the batch, from 0. */
  index: number
  file: string
  /** What can be played of it; nothing once the audio was deleted. */
  pieces: Piece[]
  /** Whether that is the whole file. */
  isWhole: boolean
  isFlagged: boolean
  /** Nothing is wrong with it by itself, and yet it cannot be said to pass: the batch has no voice to hold it against. */
  isUndecided: boolean
  reasons: Reason[]
  /** The checks that flag it. */
  flaggedBy: CheckName[]
  kinds: Set<Kind>
  judgements: TrackJudgement[]
  /** Who speaks when; none where a single voice speaks. */
  speakers: Speaker[]
  /** Where two of them speak at once. */
  overlaps: { startSec: number; endSec: number }[]
  /** What changes slowly. */
  trends: Trend[]
  /** How the voice goes along the file; empty where it was not followed. */
  voiceCurve: VoicePoint[]
  comparison: ComparisonTrack | undefined
  quality: QualityTrack | undefined
  pace: PaceTrack | undefined
  script: ScriptTrack | undefined
}

/** Where the sound of each file is, by its place in the batch. */
export type PiecesOf = (index: number) => Piece[]

export function tracksOf(audit: Audit, piecesOf: PiecesOf): TrackView[] {
  const { fileNames, tracksToRegenerate, checks, batchAlarms = [] } = audit
  const reasons = new Map(tracksToRegenerate.map((track) => [track.file, track.reasons]))
  const measures = measuresOf(audit)
  const undecided = new Set(
    batchAlarms.filter(({ kind }) => kind === 'severalVoices').flatMap(({ files }) => files),
  )
  return fileNames.map((file, index) => {
    const judgements = measures.map(({ name, check, limitText, files }) => ({
      name,
      check,
      limitText,
      ...files[index],
    }))
    const parts = {
      quality: checks.quality?.tracks[index],
      pace: checks.pace?.tracks[index],
      script: checks.scriptAccuracy?.tracks[index],
    }
    const own = reasons.get(file) ?? []
    const pieces = piecesOf(index)
    const comparison: ComparisonTrack | undefined = checks.comparison?.tracks[index]
    return {
      index,
      file,
      pieces,
      isWhole: pieces[0]?.endSec === null,
      isFlagged: reasons.has(file),
      isUndecided: !reasons.has(file) && undecided.has(file),
      reasons: own,
      flaggedBy: [...new Set(own.map(({ check }) => check))],
      kinds: kindsOf(parts, judgements),
      judgements,
      speakers: comparison ? speakersOf(comparison) : [],
      overlaps: comparison?.overlaps ?? [],
      trends: fileTrends(audit, index),
      voiceCurve: comparison?.voiceCurve ?? [],
      comparison,
      ...parts,
    }
  })
}

type Parts = Pick<TrackView, 'quality' | 'pace' | 'script'>

function kindsOf({ quality, pace, script }: Parts, judgements: TrackJudgement[]): Set<Kind> {
  const kinds = new Set<Kind>(quality?.issues.map(({ type }) => type))
  for (const { name, verdict } of judgements)
    if (verdict === 'flagged' && (name === 'voice' || name === 'volume')) kinds.add(name)
  if (pace?.flagged) kinds.add('pace')
  if (script) {
    if (script.tags.spoken.length > 0) kinds.add('tag')
    if (script.repetitions.length > 0) kinds.add('repetition')
    if (script.differences.some(({ cause }) => cause === 'voice')) kinds.add('words')
  }
  return kinds
}

/** Without a script there is nothing that words could be measured by. Audits of older versions do not say. */
export function isMeasuredByScript({ transcript, hasScript }: ScriptTrack): boolean {
  return transcript !== '' && hasScript !== false
}

/** What a judgement of the file comes to; undefined where it was not asked for. */
export function judgementOf({ judgements }: TrackView, name: Measure['name']): TrackJudgement | undefined {
  return judgements.find((each) => each.name === name)
}
