// The words of a file whose script is aligned with its sound: the script's own, and what the voice made of the others.
import type { CaptionedDifference, CaptionedTrack, CaptionWord } from './captioned-track.js'
import { endsSentence } from './places-to-break.js'
import { recognisedPlaces, wordsOf } from './recognised-places.js'

/**
 * Words of the script that are said, as the script has them; what the voice added or said otherwise, as it was recognised. What
 * the recogniser is held to have put in is nobody's. Null when script and sound were not aligned.
 */
export function scriptWords(
  { script = '', scriptTimesSec, differences }: CaptionedTrack,
  recognised: readonly CaptionWord[],
): CaptionWord[] | null {
  const texts = wordsOf(script)
  if (texts.length === 0 || scriptTimesSec?.length !== texts.length) return null
  const written = texts.map((text, index): CaptionWord | null => {
    const time = scriptTimesSec[index]
    return time && { text, startSec: time[0], endSec: time[1] }
  })
  const ofVoice = wordsIn(recognised, differences, ({ cause }) => cause === 'voice')
  const putIn = wordsIn(
    recognised,
    differences,
    ({ kind, cause }) => kind === 'added' && cause === 'recogniser',
  )
  const isWritten = reaching(written.filter((word) => word !== null))
  const added = recognised.filter(
    (word, at) => ofVoice.has(at) || (!putIn.has(at) && isWritten(middleSec(word)) === 'outside'),
  )
  // A word that stands in one with what the voice said otherwise is shown there: "gate" in "elephant-gate" for "old gate".
  const isSaidOtherwise = reaching(recognised.filter((_, at) => ofVoice.has(at)))
  const shown = written.map((word) => word && (isSaidOtherwise(middleSec(word)) === 'inside' ? null : word))
  return merged(texts, shown, added)
}

/** Indices of the recognised words in the differences that are asked for. */
function wordsIn(
  recognised: readonly CaptionWord[],
  differences: readonly CaptionedDifference[],
  isAskedFor: (difference: CaptionedDifference) => boolean,
): Set<number> {
  const indices = new Set<number>()
  for (const { from, to } of recognisedPlaces(recognised, differences.filter(isAskedFor)))
    for (let at = from; at < to; at++) indices.add(at)
  return indices
}

function middleSec({ startSec, endSec }: CaptionWord): number {
  return (startSec + endSec) / 2
}

/** Says of times, asked for in their order, whether one of the words is said then; at its ends they touch. */
function reaching(words: readonly CaptionWord[]): (timeSec: number) => 'inside' | 'touching' | 'outside' {
  let next = 0
  let untilSec = Number.NEGATIVE_INFINITY
  return (timeSec) => {
    for (; next < words.length && words[next].startSec < timeSec; next++)
      untilSec = Math.max(untilSec, words[next].endSec)
    if (timeSec < untilSec) return 'inside'
    return timeSec === untilSec || words[next]?.startSec === timeSec ? 'touching' : 'outside'
  }
}

/** By time; where the last word of a sentence is not shown, what stands before the next one ends it. */
function merged(
  texts: readonly string[],
  written: readonly (CaptionWord | null)[],
  added: readonly CaptionWord[],
): CaptionWord[] {
  const words: CaptionWord[] = []
  let next = 0
  let ended = false
  for (const [index, word] of written.entries()) {
    if (!word) {
      const following = texts[index + 1]
      ended ||= endsSentence(
        { text: texts[index] },
        following === undefined ? undefined : { text: following },
      )
      continue
    }
    while (next < added.length && added[next].startSec < word.startSec) words.push(added[next++])
    const last = words.at(-1)
    if (ended && last) words[words.length - 1] = { ...last, endsSentence: true }
    ended = false
    words.push(word)
  }
  return [...words, ...added.slice(next)]
}
