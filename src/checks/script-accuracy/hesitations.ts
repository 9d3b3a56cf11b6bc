// "Hmm", "um": sounds that script and transcript are compared without, since engines say and recognisers write them as they like.
import { normaliseWords } from '../../text/normalise.js'
import type { Group } from './align.js'

/** "um", or a sign that is not said. */
export function isHesitation(word: string): boolean {
  return normaliseWords(word).length === 0
}

const LETTER = /\p{L}/u
/** More words than this are no misread "hmm". */
const MOST_WORDS_FOR_A_SOUND = 2

/**
 * The words too many that the recogniser wrote where the script has a hesitation: it has no letters for a hum and writes the word that is
 * nearest ("Hmm. Interesting." recognised as "Come interesting."), so that nothing was added.
 */
export function readForHesitations(groups: readonly Group[], written: readonly string[]): Set<number> {
  const found = new Set<number>()
  const isOne = written.map(isSaidHesitation)
  if (!isOne.includes(true)) return found
  /** Where the last group with written words begins; its words may have a hesitation behind them. */
  let from = 0
  let tooMany: number[] = []
  const read = (to: number) => {
    const words = tooMany.reduce((sum, index) => sum + groups[index].recognised.length, 0)
    const isShort = words > 0 && words <= MOST_WORDS_FOR_A_SOUND
    if (isShort && isOne.slice(from, to).includes(true)) for (const index of tooMany) found.add(index)
    tooMany = []
  }
  for (const [index, group] of groups.entries()) {
    if (group.written.length > 0) {
      read(group.writtenTo)
      from = group.writtenFrom
    } else tooMany.push(index)
  }
  read(written.length)
  return found
}

function isSaidHesitation(word: string): boolean {
  return LETTER.test(word) && isHesitation(word)
}
