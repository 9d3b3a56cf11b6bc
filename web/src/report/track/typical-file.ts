// A file that has what this one lacks, to be listened to before it.
import type { JudgementName } from '../../../../src/report/judgements.js'
import { judgementOf, type TrackView } from '../tracks.js'

/** Faults that a person notices beside another file; those of sound and script are noticed by themselves. */
const comparable = ['voice', 'volume', 'pace'] as const satisfies JudgementName[]
type Comparable = (typeof comparable)[number]

export interface Typical {
  track: TrackView
  /** What this file is flagged for, and the other is typical in. */
  fault: Comparable
}

/** The file nearest to what the batch is like, of those that nothing is wrong with; undefined where there is none, or no need. */
export function typicalFor(track: TrackView, tracks: TrackView[]): Typical | undefined {
  const fault = comparable.find((name) => isFlagged(track, name))
  if (fault === undefined || !beginsPlayable(track)) return undefined
  const off = (other: TrackView) => Math.abs(judgementOf(other, fault)?.value ?? Number.POSITIVE_INFINITY)
  const [nearest] = tracks
    .filter((other) => beginsPlayable(other) && !other.isFlagged && judgementOf(other, fault)?.value != null)
    .sort((one, other) => off(one) - off(other))
  return nearest && { track: nearest, fault }
}

/** The beginnings of two files are played; of a file that is there in excerpts that may be missing. */
function beginsPlayable({ pieces }: TrackView): boolean {
  return pieces[0]?.startSec === 0
}

/** In which nobody speaks there is nothing to compare. */
function isFlagged(track: TrackView, name: Comparable): boolean {
  const judgement = judgementOf(track, name)
  return judgement?.verdict === 'flagged' && judgement.value !== null
}

/**
 * How far each of two players is turned down, 0 to 1, so that both sound equally loud: what is louder is not better. A fault of the
 * volume is noticed only at the levels that the files have.
 */
export function matchedVolumes(fault: Comparable, first: TrackView, second: TrackView): [number, number] {
  const [one, other] = [first, second].map(({ comparison }) => comparison?.loudnessDb)
  if (fault === 'volume' || one == null || other == null) return [1, 1]
  const down = (db: number) => 10 ** (-Math.max(0, db) / 20)
  return [down(one - other), down(other - one)]
}
