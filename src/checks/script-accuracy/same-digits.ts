// Numbers that script and transcript part into words differently.
import type { WordPair } from '../../text/word-errors.js'

/** Whether a stretch is one number on both sides, grouped differently: "17:20" heard as "1 7 20". */
export function haveSameDigits(
  pairs: readonly WordPair[],
  from: number,
  to: number,
  raw: { written: string[]; heard: string[] },
): boolean {
  const isWithin = (pair: WordPair) =>
    pairs
      .slice(from, to)
      .some(
        (own) =>
          (own.ref !== undefined && pair.ref !== undefined && own.refIndex === pair.refIndex) ||
          (own.heard !== undefined && pair.heard !== undefined && own.heardIndex === pair.heardIndex),
      )
  let first = from
  while (first > 0 && isWithin(pairs[first - 1])) first--
  let last = to
  while (last < pairs.length && isWithin(pairs[last])) last++
  const whole = pairs.slice(first, last)
  const digits = (words: string[], indices: number[]) => {
    const own = [...new Set(indices)].map((index) => words[index] ?? '')
    return own.length > 0 && own.every((word) => /^[\d:.,-]+$/.test(word))
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
