// Whether a possible direction belongs to what was said before it: "he came in, laughing", "he looks up, sighs, and leaves".

import { silenceSec } from '../../speech/silence.js'
import type { Interval, Word } from '../../speech/speech-data.js'
import { PEOPLE } from './clause-words.js'
import type { DirectionKind } from './direction-phrases.js'
import { isMood, isNoise } from './directions.js'
import { bare, endsSentence, hasStoryVerb } from './following-clause.js'

const MOST_WORDS = 14
/** A silence that ends a sentence, whatever the recogniser wrote; a comma has less in all voices tried but one (0.35 s). */
const SENTENCE_SEC = 0.4

/** "In the end the old farmer" */
const MOST_WORDS_TO_SUBJECT = 6

const SOMEBODY = /^(i|he|she|we|they|who|everyone|everybody|someone|somebody|nobody)$/
const NO_VERB_IN_S = /^(is|was|has|this|his|its|it's|us|as|yes|always|plus|less|unless|perhaps)$/

/** Whether words of this kind can go on with the clause that ends before word `at`. */
export function mayGoOn(
  kind: DirectionKind,
  words: readonly Word[],
  at: number,
  pauses: readonly Interval[],
): boolean {
  const before = clauseBefore(words, at, pauses)
  const isOfSomebody = before
    .slice(0, MOST_WORDS_TO_SUBJECT)
    .some((word) => SOMEBODY.test(word) || PEOPLE.has(word))
  switch (kind) {
    case 'act':
    case 'event':
      return false
    case 'noun':
      return before[0] === 'there' || before.some(isNoise)
    case 'verb':
      return !/^(i|you|we|they|please)$/.test(before[0]) && before.some(isVerbInS)
    case 'action manner':
      return true
    case 'mood':
      return isOfSomebody || before.some(isMood)
    default:
      return (
        (isOfSomebody && (hasStoryVerb(before) || before.some(isVerbInS))) ||
        before.some((word) => /ly$/.test(word))
      )
  }
}

const isVerbInS = (word: string) => /[^s]s$/.test(word) && !NO_VERB_IN_S.test(word)

function clauseBefore(words: readonly Word[], at: number, pauses: readonly Interval[]): string[] {
  let from = at - 1
  const isWithin = (index: number) =>
    index > Math.max(0, at - MOST_WORDS) &&
    !endsSentence(words[index - 1]) &&
    silenceSec(words[index - 1], words[index], pauses) < SENTENCE_SEC
  while (isWithin(from)) from--
  return words.slice(Math.max(0, from), at).map(({ text }) => bare(text))
}
