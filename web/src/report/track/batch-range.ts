// What one file is measured against: the span of its batch.
import { median } from '../../parts/numbers.js'
import type { TrackView } from '../tracks.js'

export interface Span {
  low: number
  middle: number
  high: number
}

export interface BatchRange {
  loudnessDb: Span | null
  wordsPerMinute: Span | null
}

export function batchRange(tracks: TrackView[]): BatchRange {
  return {
    loudnessDb: spanOf(tracks.map(({ comparison }) => comparison?.loudnessDb)),
    wordsPerMinute: spanOf(tracks.map(({ pace }) => pace?.wordsPerMinute)),
  }
}

function spanOf(values: (number | null | undefined)[]): Span | null {
  const known = values.filter((value) => value !== null && value !== undefined)
  const middle = median(known)
  return middle === null ? null : { low: Math.min(...known), middle, high: Math.max(...known) }
}
