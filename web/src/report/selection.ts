// Which tracks are shown, and in which order.
import type { CheckName } from '../api/audit.js'
import type { ReviewState } from './review/review.js'
import { judgementOf, type TrackView } from './tracks.js'
import type { Kind } from './words.js'

/** The last three are of the review. */
export const statuses = ['all', 'flagged', 'passed', 'undecided', 'open', 'retake', 'kept'] as const
export type Status = (typeof statuses)[number]
export const orders = ['upload', 'name', 'worst', 'similarity', 'quality', 'pace', 'script'] as const
export type Order = (typeof orders)[number]

export interface Selection {
  text: string
  status: Status
  check: CheckName | 'any'
  kind: Kind | 'any'
  /** Only files of this voice, by its number; 0 for all. */
  voice: number
  /** Only these, by their places in the batch; all when empty. */
  files: number[]
  /** Only tracks with a fault in the sound that is as sure as this; of the chosen kind, where one is chosen. */
  leastConfidence: number
  order: Order
}

export const everything: Selection = {
  text: '',
  status: 'all',
  check: 'any',
  kind: 'any',
  voice: 0,
  files: [],
  leastConfidence: 0,
  order: 'upload',
}

/** Whether some tracks may be left out. */
export function isNarrowed({ order: _, ...filters }: Selection): boolean {
  return JSON.stringify(filters) !== JSON.stringify({ ...everything, order: undefined })
}

/** What the review has come to with a file; undefined for those that are not flagged, and where there is no review. */
export type ReviewStateOf = (index: number) => ReviewState | undefined

export function selected(
  tracks: TrackView[],
  selection: Selection,
  reviewStateOf: ReviewStateOf,
): TrackView[] {
  const { text, status, check, kind, voice, files, leastConfidence, order } = selection
  const wanted = text.trim().toLowerCase()
  const shown = tracks.filter(
    (track) =>
      (wanted === '' || track.file.toLowerCase().includes(wanted)) &&
      (status === 'all' || status === statusOf(track) || status === reviewStateOf(track.index)) &&
      (check === 'any' || track.flaggedBy.includes(check)) &&
      (kind === 'any' || track.kinds.has(kind)) &&
      (files.length === 0 || files.includes(track.index)) &&
      (voice === 0 || track.comparison?.voiceGroup === voice) &&
      (leastConfidence === 0 || hasIssue(track, kind, leastConfidence)),
  )
  return shown.sort((one, other) => keys[order](one, other) || one.index - other.index)
}

function statusOf({ isFlagged, isUndecided }: TrackView): Status {
  return isFlagged ? 'flagged' : isUndecided ? 'undecided' : 'passed'
}

function hasIssue({ quality }: TrackView, kind: Selection['kind'], leastConfidence: number): boolean {
  const issues = quality?.issues ?? []
  return issues.some(
    ({ type, confidence }) => (kind === 'any' || type === kind) && (confidence ?? 0) >= leastConfidence,
  )
}

type Compare = (one: TrackView, other: TrackView) => number

/** What has no value comes last, whatever the order. */
const by =
  (value: (track: TrackView) => number | null | undefined): Compare =>
  (one, other) =>
    (value(one) ?? Number.POSITIVE_INFINITY) - (value(other) ?? Number.POSITIVE_INFINITY) || 0

/** The furthest off first. */
const negative = (off: number | null | undefined) => (off == null ? null : -Math.abs(off))

const names = new Intl.Collator('en', { numeric: true })

const keys: Record<Order, Compare> = {
  upload: () => 0,
  name: (one, other) => names.compare(one.file, other.file),
  worst: by(({ reasons }) => -reasons.length),
  similarity: by((track) => negative(judgementOf(track, 'voice')?.value)),
  quality: by((track) => judgementOf(track, 'sound')?.value),
  pace: by((track) => negative(judgementOf(track, 'pace')?.value)),
  script: by((track) => judgementOf(track, 'script')?.value),
}
