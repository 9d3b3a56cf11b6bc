import type { Work } from '../../text/work.js'
import type { Group } from './align.js'
import { mustBeExact } from './exact-words.js'
import { type PronounceAll, soundDistance } from './sounding.js'

/** Neighbouring groups that do not agree, taken as one. */
export interface Region {
  /** Groups `[from, to)`. */
  from: number
  to: number
  /** All of them as one group of whole written and recognised words. */
  merged: Group
}

/** The recogniser takes a few words for a few others: "Abernathy" for "Emperor Nathalie". More than that is no mistake of its. */
const MOST_WORDS = 3

/** A written word that is said as more words is an endless code or number: what was recognised for it is weighed word by word. */
const MOST_WORDS_OF_ONE = 24

/** The places where script and transcript part, small ones whole, of larger ones each group by itself. */
export function regionsOf(
  groups: readonly Group[],
  sameBelow: number,
  pronounce: PronounceAll,
  work?: Work,
): Region[] {
  const regions: Region[] = []
  const reach = reachOf(groups)
  const distances = new Map<string, number>()
  // Every group of one long number reaches out to all of it: how that sounds is worked out once.
  const sound: Sound = (written, recognised) => {
    const key = `${written.join(' ')}|${recognised.join(' ')}`
    const before = distances.get(key)
    if (before !== undefined) return before
    const distance = soundDistance(written, recognised, pronounce, work)
    distances.set(key, distance)
    return distance
  }
  const add = (from: number, to: number) => regions.push(regionOf(groups, from, to, reach, sound))
  for (let at = 0; at < groups.length; ) {
    let end = at + 1
    if (groups[at].distance > sameBelow) {
      while (end < groups.length && groups[end].distance > sameBelow) end++
      if (isSmall(groups.slice(reach(at, end).from, reach(at, end).to))) add(at, end)
      else for (let index = at; index < end; index++) add(index, index + 1)
    } else if (groups[at].distance > 0) add(at, end)
    at = end
  }
  return regions
}

function isSmall(groups: readonly Group[]): boolean {
  const count = (side: 'written' | 'recognised') => groups.reduce((sum, group) => sum + group[side].length, 0)
  return count('written') <= MOST_WORDS && count('recognised') <= MOST_WORDS
}

type Sound = (written: readonly string[], recognised: readonly string[]) => number
type Reach = (from: number, to: number) => { from: number; to: number }

/**
 * Reaches out to neighbours that share a written or recognised word: "V3" is two words when it is said, and only the whole of it
 * can be put in the place of what was recognised.
 */
function reachOf(groups: readonly Group[]): Reach {
  const first = new Int32Array(groups.length)
  for (let at = 1; at < groups.length; at++)
    first[at] = sharesWord(groups[at - 1], groups[at]) ? first[at - 1] : at
  const last = new Int32Array(groups.length)
  for (let at = groups.length - 1; at >= 0; at--)
    last[at] = at + 1 < groups.length && first[at + 1] !== at + 1 ? last[at + 1] : at
  return (from, to) => {
    const reached = { from: first[from], to: last[to - 1] + 1 }
    return reached.to - reached.from > Math.max(MOST_WORDS_OF_ONE, to - from) ? { from, to } : reached
  }
}

function regionOf(groups: readonly Group[], from: number, to: number, reach: Reach, sound: Sound): Region {
  const reached = reach(from, to)
  const all = groups.slice(reached.from, reached.to)
  const written = all.flatMap((group) => group.written)
  const recognised = all.flatMap((group) => group.recognised)
  const differing = all.filter(({ distance }) => distance > 0)
  const isExact =
    differing.length === 1 && [...differing[0].written, ...differing[0].recognised].every(mustBeExact)
  const merged = {
    written,
    recognised,
    writtenFrom: all[0].writtenFrom,
    writtenTo: Math.max(...all.map(({ writtenTo }) => writtenTo)),
    recognisedFrom: all[0].recognisedFrom,
    recognisedTo: Math.max(...all.map(({ recognisedTo }) => recognisedTo)),
    distance:
      all.length === 1 || isExact || written.length === 0 || recognised.length === 0
        ? Math.max(...all.map(({ distance }) => distance))
        : distanceOfCore(groups.slice(from, to), all, sound),
  }
  return { from, to, merged }
}

/** Neighbours that agree tell nothing: "second street" recognised as "hammer-street" is as far off as without the hyphen. */
function distanceOfCore(core: readonly Group[], all: readonly Group[], sound: Sound): number {
  const reached = all.filter((group) => !core.includes(group))
  // What shares a written word with them is no neighbour but a part: "V3".
  const isBeside = ({ writtenFrom, writtenTo }: Group) =>
    writtenTo <= core[0].writtenFrom || writtenFrom >= core.at(-1)!.writtenTo
  const telling =
    reached.length > 0 && reached.every((group) => group.distance === 0 && isBeside(group)) ? core : all
  const written = telling.flatMap((group) => group.written)
  const recognised = telling.flatMap((group) => group.recognised)
  if (written.length === 0 || recognised.length === 0) return 1
  return sound(written, recognised)
}

function sharesWord(before: Group, after: Group): boolean {
  const written =
    before.written.length > 0 && after.written.length > 0 && before.writtenTo > after.writtenFrom
  return (
    written ||
    (before.recognised.length > 0 &&
      after.recognised.length > 0 &&
      before.recognisedTo > after.recognisedFrom)
  )
}
