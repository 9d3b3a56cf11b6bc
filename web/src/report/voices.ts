// The voices of a batch, each with its files.
import type { TrackView } from './tracks.js'

export interface Voice {
  /** 1 for the commonest. */
  number: number
  /** "Voice A"; behind Z they are numbered. */
  name: string
  /** Places in the batch. */
  files: number[]
}

const LETTERS = 26

/** The commonest first; empty in audits of older versions. */
export function voicesOf(tracks: TrackView[]): Voice[] {
  const voices = new Map<number, number[]>()
  for (const { index, comparison } of tracks) {
    const number = comparison?.voiceGroup
    if (number != null) voices.set(number, [...(voices.get(number) ?? []), index])
  }
  return [...voices]
    .sort(([one], [other]) => one - other)
    .map(([number, files]) => ({ number, name: nameOf(number), files }))
}

function nameOf(number: number): string {
  return `Voice ${number <= LETTERS ? String.fromCharCode(64 + number) : number}`
}
