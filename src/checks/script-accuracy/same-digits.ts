// Numbers that script and transcript split into words differently.
import type { WordPair } from '../../text/word-errors.js'

/** No number that is said has more words. */
const MOST_WORDS = 100

/** Whether a stretch is one number on both sides, grouped differently: "17:20" recognised as "1 7 20". */
export function haveSameDigits(
  pairs: readonly WordPair[],
  from: number,
  to: number,
  raw: { written: string[]; recognised: string[] },
): boolean {
  if (to - from > MOST_WORDS) return false
  const own = pairs.slice(from, to)
  const written = new Set(own.flatMap(({ ref, refIndex }) => (ref === undefined ? [] : [refIndex])))
  const said = new Set(
    own.flatMap(({ recognised, recognisedIndex }) => (recognised === undefined ? [] : [recognisedIndex])),
  )
  const isWithin = ({ ref, recognised, refIndex, recognisedIndex }: WordPair) =>
    (ref !== undefined && written.has(refIndex)) || (recognised !== undefined && said.has(recognisedIndex))
  let first = from
  while (first > 0 && isWithin(pairs[first - 1]) && to - first <= MOST_WORDS) first--
  let last = to
  while (last < pairs.length && isWithin(pairs[last]) && last - first <= MOST_WORDS) last++
  return last - first <= MOST_WORDS && agree(pairs.slice(first, last), raw)
}

function agree(whole: readonly WordPair[], raw: { written: string[]; recognised: string[] }): boolean {
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
  const recognised = digits(
    raw.recognised,
    whole.flatMap(({ recognised: word, recognisedIndex }) => (word === undefined ? [] : [recognisedIndex])),
  )
  return written !== null && written === recognised
}
