// Numbers that script and transcript part into words differently.
import type { WordPair } from '../../text/word-errors.js'

/** No number that is said has more words. */
const MOST_WORDS = 100

/** Whether a stretch is one number on both sides, grouped differently: "17:20" heard as "1 7 20". */
export function haveSameDigits(
  pairs: readonly WordPair[],
  from: number,
  to: number,
  raw: { written: string[]; heard: string[] },
): boolean {
  if (to - from > MOST_WORDS) return false
  const own = pairs.slice(from, to)
  const written = new Set(own.flatMap(({ ref, refIndex }) => (ref === undefined ? [] : [refIndex])))
  const said = new Set(own.flatMap(({ heard, heardIndex }) => (heard === undefined ? [] : [heardIndex])))
  const isWithin = ({ ref, heard, refIndex, heardIndex }: WordPair) =>
    (ref !== undefined && written.has(refIndex)) || (heard !== undefined && said.has(heardIndex))
  let first = from
  while (first > 0 && isWithin(pairs[first - 1]) && to - first <= MOST_WORDS) first--
  let last = to
  while (last < pairs.length && isWithin(pairs[last]) && last - first <= MOST_WORDS) last++
  return last - first <= MOST_WORDS && agree(pairs.slice(first, last), raw)
}

function agree(whole: readonly WordPair[], raw: { written: string[]; heard: string[] }): boolean {
  const digits = (words: string[], indices: number[]) => {
    const own = [...new Set(indices)].map((index) => words[index] ?? '')
    return own.length > 0 && own.every((word) => word.length <= MOST_WORDS && /^[\d:.,-]+$/.test(word))
      ? own.join('').replace(/\D/g, '')
      : null
  }
  const written = digits(
    raw.written,
    whole.flatMap(({ ref, refIndex }) => (ref === undefined ? [] : [refIndex])),
  )
  const heard = digits(
    raw.heard,
    whole.flatMap(({ heard: word, heardIndex }) => (word === undefined ? [] : [heardIndex])),
  )
  return written !== null && written === heard
}
