// How far the decisions about a batch are.
import type { Choice, Decision } from '../../api/decisions.js'
import type { TrackView } from '../tracks.js'
import { type Flag, flagsOf, keyOf } from './flags.js'

/** One decision to retake is enough; a file is kept when every flag was decided and none wants a retake. */
export type ReviewState = 'open' | 'retake' | 'kept'

export type DecisionMap = ReadonlyMap<string, Decision>

export interface ReviewedTrack {
  flags: Flag[]
  state: ReviewState
  /** Of the flags that nobody has decided about. */
  openCount: number
}

/** Of the flagged files alone, by their place in the batch. */
export function reviewedTracks(
  flagsByTrack: ReadonlyMap<number, Flag[]>,
  decisions: DecisionMap,
): ReadonlyMap<number, ReviewedTrack> {
  return new Map(
    [...flagsByTrack].map(([index, flags]) => {
      const choices = flags.map((flag) => decisions.get(keyOf(flag))?.decision)
      const openCount = choices.filter((choice) => choice === undefined).length
      const state = choices.includes('retake') ? 'retake' : openCount > 0 ? 'open' : 'kept'
      return [index, { flags, state, openCount }]
    }),
  )
}

export function flagsByTrack(tracks: TrackView[]): ReadonlyMap<number, Flag[]> {
  return new Map(tracks.filter(({ isFlagged }) => isFlagged).map((track) => [track.index, flagsOf(track)]))
}

/** Names of the files that are to be regenerated, less those that a review keeps. */
export function wantedRetakes(
  tracks: TrackView[],
  review: { tracks: ReadonlyMap<number, ReviewedTrack> } | undefined,
): string[] {
  return tracks
    .filter(({ isFlagged, index }) => isFlagged && review?.tracks.get(index)?.state !== 'kept')
    .map(({ file }) => file)
}

export const choiceTitles: Record<Choice, string> = {
  retake: 'Retake',
  accept: 'Accept',
  falseAlarm: 'False alarm',
}

export const choiceMeanings: Record<Choice, string> = {
  retake: 'regenerate the file because of this',
  accept: 'the fault is there, but acceptable',
  falseAlarm: 'there is no such fault',
}

export const choiceKeys: Record<Choice, string> = { retake: 'r', accept: 'a', falseAlarm: 'f' }

export const choices = Object.keys(choiceTitles) as Choice[]
