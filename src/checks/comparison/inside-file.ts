// What a file shows by itself: who speaks when, and what changes slowly.
import type { ComparisonFindings } from './listen.js'
import { type ComparisonTrend, shownKinds, type TrendKind, trendsOf } from './trends.js'
import { type VoicePoint, voiceCurve } from './voice-curve.js'
import type { VoiceJudge } from './voice-judge.js'
import { placedParts, type VoiceTurn, voiceTurns } from './voice-turns.js'

export interface InsideFile {
  turns: VoiceTurn[]
  /** Where one voice follows another. */
  changesSec: number[]
  curve: VoicePoint[]
  trends: ComparisonTrend[]
  shownKinds: TrendKind[]
}

export function insideFile(
  findings: ComparisonFindings,
  judge: VoiceJudge,
  deviationThreshold: number,
): InsideFile {
  const places = placedParts(findings.parts, judge)
  const turns = voiceTurns(findings, judge, deviationThreshold, places)
  const changesSec = turns.slice(1).map(({ startSec }) => startSec)
  const curve = voiceCurve(findings.parts, places, judge)
  // Where voices take turns, that is told; voice and pitch of a talk follow who speaks.
  const moving = changesSec.length === 0 ? { ...findings, curve } : { ...findings, pitches: [], curve: [] }
  return {
    turns,
    changesSec,
    curve,
    trends: trendsOf(moving, deviationThreshold),
    shownKinds: shownKinds(moving),
  }
}
