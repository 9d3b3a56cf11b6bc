import type { Group } from './align.js'
import { mustBeExact } from './exact-words.js'
import { type PronounceAll, soundDistance } from './sounding.js'

/** Neighbouring groups that do not agree, taken as one. */
export interface Region {
  /** Groups `[from, to)`. */
  from: number
  to: number
  /** All of them as one group of whole written and heard words. */
  merged: Group
}

/** The recogniser takes a few words for a few others: "Abernathy" for "Emperor Nathalie". More than that is no mistake of its. */
const MOST_WORDS = 3

/** The places where script and transcript part, small ones whole, of larger ones each group by itself. */
export function regionsOf(groups: readonly Group[], sameBelow: number, pronounce: PronounceAll): Region[] {
  const regions: Region[] = []
  for (let at = 0; at < groups.length; ) {
    let end = at + 1
    if (groups[at].distance > sameBelow) {
      while (end < groups.length && groups[end].distance > sameBelow) end++
      const whole = regionOf(groups, at, end, pronounce)
      const isSmall = whole.merged.written.length <= MOST_WORDS && whole.merged.heard.length <= MOST_WORDS
      if (isSmall) regions.push(whole)
      else
        for (let index = at; index < end; index++) regions.push(regionOf(groups, index, index + 1, pronounce))
    } else if (groups[at].distance > 0) regions.push(regionOf(groups, at, end, pronounce))
    at = end
  }
  return regions
}

/**
 * Reaches out to neighbours that share a written or heard word: "V3" is two words when it is said, and only the whole of it
 * can be put in the place of what was heard.
 */
function regionOf(groups: readonly Group[], from: number, to: number, pronounce: PronounceAll): Region {
  let first = from
  while (first > 0 && sharesWord(groups[first - 1], groups[first])) first--
  let last = to - 1
  while (last + 1 < groups.length && sharesWord(groups[last], groups[last + 1])) last++
  const all = groups.slice(first, last + 1)
  const written = all.flatMap((group) => group.written)
  const heard = all.flatMap((group) => group.heard)
  const differing = all.filter(({ distance }) => distance > 0)
  const isExact =
    differing.length === 1 && [...differing[0].written, ...differing[0].heard].every(mustBeExact)
  const merged = {
    written,
    heard,
    writtenFrom: groups[first].writtenFrom,
    writtenTo: Math.max(...all.map(({ writtenTo }) => writtenTo)),
    heardFrom: groups[first].heardFrom,
    heardTo: Math.max(...all.map(({ heardTo }) => heardTo)),
    distance:
      first === last || isExact || written.length === 0 || heard.length === 0
        ? Math.max(...all.map(({ distance }) => distance))
        : distanceOfCore(groups.slice(from, to), all, pronounce),
  }
  return { from, to, merged }
}

/** Neighbours that agree tell nothing: "second street" heard as "hammer-street" is as far off as without the hyphen. */
function distanceOfCore(core: readonly Group[], all: readonly Group[], pronounce: PronounceAll): number {
  const reached = all.filter((group) => !core.includes(group))
  // What shares a written word with them is no neighbour but a part: "V3".
  const isBeside = ({ writtenFrom, writtenTo }: Group) =>
    writtenTo <= core[0].writtenFrom || writtenFrom >= core.at(-1)!.writtenTo
  const telling =
    reached.length > 0 && reached.every((group) => group.distance === 0 && isBeside(group)) ? core : all
  const written = telling.flatMap((group) => group.written)
  const heard = telling.flatMap((group) => group.heard)
  if (written.length === 0 || heard.length === 0) return 1
  return soundDistance(written, heard, pronounce)
}

function sharesWord(before: Group, after: Group): boolean {
  const written =
    before.written.length > 0 && after.written.length > 0 && before.writtenTo > after.writtenFrom
  return written || (before.heard.length > 0 && after.heard.length > 0 && before.heardTo > after.heardFrom)
}
