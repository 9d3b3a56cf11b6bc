// The audit turned by ninety degrees: not check by check, but file by file.
import type {
  Audit,
  CheckName,
  ComparisonTrack,
  PaceTrack,
  QualityTrack,
  Reason,
  ScriptTrack,
} from '../api/audit.js'
import type { Kind } from './words.js'

export interface TrackView {
  /** Place in the batch, from 0. */
  index: number
  file: string
  /** Undefined once the audio was deleted. */
  audioUrl: string | undefined
  isFlagged: boolean
  reasons: Reason[]
  /** The checks that flag it. */
  flaggedBy: CheckName[]
  kinds: Set<Kind>
  comparison: ComparisonTrack | undefined
  quality: QualityTrack | undefined
  pace: PaceTrack | undefined
  script: ScriptTrack | undefined
}

export function tracksOf({ fileNames, audioUrls, tracksToRegenerate, checks }: Audit): TrackView[] {
  const reasons = new Map(tracksToRegenerate.map((track) => [track.file, track.reasons]))
  const outliers = new Set(checks.comparison?.volumeConsistency.outliers.map(({ file }) => file))
  return fileNames.map((file, index) => {
    const parts = {
      comparison: checks.comparison?.tracks[index],
      quality: checks.quality?.tracks[index],
      pace: checks.pace?.tracks[index],
      script: checks.scriptAccuracy?.tracks[index],
    }
    const own = reasons.get(file) ?? []
    return {
      index,
      file,
      audioUrl: audioUrls[index],
      isFlagged: reasons.has(file),
      reasons: own,
      flaggedBy: [...new Set(own.map(({ check }) => check))],
      kinds: kindsOf(parts, own, outliers.has(file)),
      ...parts,
    }
  })
}

type Parts = Pick<TrackView, 'comparison' | 'quality' | 'pace' | 'script'>

function kindsOf({ quality, pace, script }: Parts, reasons: Reason[], isOutlier: boolean): Set<Kind> {
  const kinds = new Set<Kind>(quality?.issues.map(({ type }) => type))
  if (isOutlier) kinds.add('volume')
  if (isOtherVoice(reasons, isOutlier)) kinds.add('voice')
  if (pace?.flagged) kinds.add('pace')
  if (script) {
    if (script.tags.spoken.length > 0) kinds.add('tag')
    if (script.repetitions.length > 0) kinds.add('repetition')
    if (script.differences.some(({ cause }) => cause === 'voice')) kinds.add('words')
  }
  return kinds
}

/** Whatever the comparison says beside the volume is about the voice. */
function isOtherVoice(reasons: Reason[], isOutlier: boolean): boolean {
  return reasons.filter(({ check }) => check === 'comparison').length > (isOutlier ? 1 : 0)
}

/** The voice could not be judged: 0.5 then means nothing. */
/** Without a script there is nothing that words could be measured by. Audits of older versions do not say. */
export function isMeasuredByScript({ transcript, hasScript }: ScriptTrack): boolean {
  return transcript !== '' && hasScript !== false
}

export function isVoiceJudged(track: ComparisonTrack): boolean {
  return !(track.note ?? '').toLowerCase().includes('too little speech')
}
