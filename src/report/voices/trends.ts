// What changes slowly, through a file or along a batch, as people read it.

interface Change {
  kind: 'voice' | 'pitch' | 'level' | 'pace'
  from: number
  to: number
  /** In the words of the check. */
  message: string
}

/** Through a stretch of a file. */
export interface Trend extends Change {
  startSec: number
  endSec: number
}

/** From file to file, in upload order. */
export interface BatchTrend extends Change {
  firstFile: string
  lastFile: string
}

/** How like its beginning the voice of a file is around a time, 0 to 1. */
export interface VoicePoint {
  atSec: number
  similarity: number
}

/** "gets 6.0 dB softer from 0:00 to 2:00"; of a voice with what it comes to, which the message leaves out. */
export function trendText({ kind, from, to, message }: Change): string {
  return kind === 'voice' ? `${message} (similarity ${from.toFixed(2)} to ${to.toFixed(2)})` : message
}

/** In the room of a label: "voice 0.98 → 0.71", "−6.0 dB". */
export function trendLabel({ kind, from, to }: Change): string {
  if (kind === 'voice') return `voice ${from.toFixed(2)} → ${to.toFixed(2)}`
  const sign = to < from ? '\u2212' : '+'
  if (kind === 'pace') return `pace ${sign}${Math.round(100 * Math.abs(to / from - 1))} %`
  return `${sign}${Math.abs(to - from).toFixed(1)} ${kind === 'level' ? 'dB' : 'semitones'}`
}

interface TrendingTrack {
  file: string
  trends?: Trend[] | undefined
}

/** What is read of an audit, as the engine makes it and as the service answers it. */
export interface TrendingAudit {
  checks: {
    comparison?: { batchTrends?: BatchTrend[] | undefined; tracks: TrendingTrack[] } | undefined
    pace?: { batchTrends?: BatchTrend[] | undefined; tracks: TrendingTrack[] } | undefined
  }
}

/** Of the file at this place, in order of time. */
export function fileTrends({ checks: { comparison, pace } }: TrendingAudit, index: number): Trend[] {
  const told = [comparison, pace].flatMap((report) => report?.tracks[index]?.trends ?? [])
  return told.sort((one, other) => one.startSec - other.startSec)
}

export function batchTrends({ checks: { comparison, pace } }: TrendingAudit): BatchTrend[] {
  return [comparison, pace].flatMap((report) => report?.batchTrends ?? [])
}
