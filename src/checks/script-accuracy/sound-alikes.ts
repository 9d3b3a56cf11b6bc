// Words that were recognised as others that sound the same: held to be said, but a person may want to see them.
import type { Word } from '../../speech/speech-data.js'
import type { Group } from './align.js'
import { isAnyIn, type Run, type WeighedDifference, weighed } from './differences.js'

/** "gulls" recognised as "girls", "sea threw" as "see-through". Groups in `told` are part of a difference already. */
export function soundAlikes(
  groups: readonly Group[],
  told: ReadonlySet<number>,
  words: readonly Word[],
  written: readonly string[],
): WeighedDifference[] {
  const toldOf = toldWords(groups, told)
  const runs: Run[] = []
  let open: Run | null = null
  for (const [index, group] of groups.entries()) {
    if (told.has(index) || !isSpelledOtherwise(group) || toldOf(group)) open = null
    else if (open) {
      open.groups.push(group)
      open.blame.push(0)
    } else {
      open = { kind: 'changed', from: index, groups: [group], blame: [0], tag: false, isCut: false }
      runs.push(open)
    }
  }
  // Nothing is wrong about them.
  return runs.map((run) => ({ ...weighed(run, words, written, groups), wordErrors: 0 }))
}

function isSpelledOtherwise({ written, recognised, isSameNumber }: Group): boolean {
  if (written.length === 0 || recognised.length === 0 || isSameNumber) return false
  return written.join('') !== recognised.join('')
}

/** Whether a group shares a word with one that is told: of "elephant-gate" for "old gate" nothing is to be added. */
function toldWords(groups: readonly Group[], told: ReadonlySet<number>): (group: Group) => boolean {
  const written = new Set<number>()
  const recognised = new Set<number>()
  for (const index of told) {
    const group = groups[index]
    for (let at = group.writtenFrom; at < group.writtenTo; at++) written.add(at)
    for (let at = group.recognisedFrom; at < group.recognisedTo; at++) recognised.add(at)
  }
  return (group) =>
    isAnyIn(written, group.writtenFrom, group.writtenTo) ||
    isAnyIn(recognised, group.recognisedFrom, group.recognisedTo)
}
