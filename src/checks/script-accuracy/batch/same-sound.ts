// Files that hold the same speech under different names.
import type { ScriptFindings } from '../listen.js'

/** "Yes, of course." may be said twice in the same time; of so many words no two takes have all times alike. */
const FEWEST_WORDS = 4
/**
 * Word times lie on a grid of 10 ms: one step apart is the same. Of 12 lines, two of them of four words, none that was spoken anew
 * 2 % slower stays within it (two steps would let one in). A copy always does; one that was encoded anew or made quieter is often recognised
 * otherwise: 5 of 24 stay.
 */
const MOST_APART_SEC = 0.015
/** Of files that say the same in the same time each is compared with so many others at the most. */
const MOST_COMPARED = 8

type Spoken = Pick<ScriptFindings, 'transcript' | 'wordTimesSec'>

/** Groups of two files and more, in the order of the batch. */
export function sameSounds(files: readonly Spoken[]): number[][] {
  const byTranscript = new Map<string, number[]>()
  for (const [index, { transcript, wordTimesSec }] of files.entries()) {
    if (wordTimesSec.length < FEWEST_WORDS) continue
    const alike = byTranscript.get(transcript)
    if (alike) alike.push(index)
    else byTranscript.set(transcript, [index])
  }
  return [...byTranscript.values()]
    .flatMap((alike) => atTheSameTimes(alike, files))
    .sort(([one], [other]) => one - other)
}

function atTheSameTimes(alike: readonly number[], files: readonly Spoken[]): number[][] {
  const lengthSec = (index: number) => {
    const times = files[index].wordTimesSec
    return times[times.length - 1][1] - times[0][0]
  }
  const groups: { files: number[]; lengthSec: number }[] = []
  for (const { index, lengthSec: own } of alike
    .map((index) => ({ index, lengthSec: lengthSec(index) }))
    .sort((one, other) => one.lengthSec - other.lengthSec || one.index - other.index)) {
    const same = groups
      .slice(-MOST_COMPARED)
      .filter((group) => own - group.lengthSec <= MOST_APART_SEC)
      .find((group) => isSameTime(files[group.files[0]], files[index]))
    if (same) same.files.push(index)
    else groups.push({ files: [index], lengthSec: own })
  }
  return groups
    .filter(({ files: group }) => group.length > 1)
    .map(({ files: group }) => group.toSorted((one, other) => one - other))
}

/** From the first word on: silence before it may have been cut off. */
function isSameTime({ wordTimesSec: one }: Spoken, { wordTimesSec: other }: Spoken): boolean {
  if (one.length !== other.length) return false
  const shiftSec = other[0][0] - one[0][0]
  return one.every(([startSec, endSec], at) => {
    const [otherStartSec, otherEndSec] = other[at]
    return (
      Math.abs(otherStartSec - shiftSec - startSec) <= MOST_APART_SEC &&
      Math.abs(otherEndSec - shiftSec - endSec) <= MOST_APART_SEC
    )
  })
}
