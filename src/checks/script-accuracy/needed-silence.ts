// The silence that must follow some words for them to be a direction, by the kind of direction and by what comes next.
import type { Word } from '../../speech/speech-data.js'
import type { DirectionKind } from './direction-phrases.js'
import { saysHowToSpeak, takesNoObject } from './directions.js'
import { bare, endsSentence, type FollowingClause } from './following-clause.js'

/** A silence of so much on a side of a direction sets it apart; after a comma flite leaves 0.15 s, after a sentence 0.3 s. */
export const APART_SEC = 0.12
/** The same where the recogniser wrote a comma. */
const BARELY_APART_SEC = 0.05
/** The same for a word that may well be part of the sentence. */
export const FAR_APART_SEC = 0.25

/** The same for what people are told without a verb: "Quiet, I am trying to work." */
const SENTENCE_APART_SEC = 0.5

/** "Gently, please" is no direction. */
export const FEWEST_OF_A_SENTENCE = 3

/** Without end when the words are no direction, whatever follows. `storyApartSec` is what sets one apart from a story. */
export function neededSilenceSec(
  kind: DirectionKind,
  said: readonly Word[],
  next: FollowingClause,
  storyApartSec: number,
): number {
  const last = said.at(-1)!.text
  const isStatement = /[.…]["'”’)]*$/.test(last)
  const isClosed = endsSentence(said.at(-1)!) || /[,:;-]["'”’)]*$/.test(last)
  const isQuestion = /\?/.test(last)
  const closedSec = isClosed ? BARELY_APART_SEC : APART_SEC
  const word = bare(said[0].text)
  switch (kind) {
    case 'act':
      return 0
    case 'event':
      // Books are read with "End of chapter five."
      if (next.opensWithNumber && /^(chapter|scene|section)$/.test(bare(last)))
        return Number.POSITIVE_INFINITY
      // "Footsteps approach the door", "Music fades in the distance"
      if (/^(approach|in|up|down)$/.test(bare(last)) && next.opensWithArticle && !isClosed) return APART_SEC
      return isClosed || (next.opensSentence && !next.attaches) ? 0 : APART_SEC
    case 'verb':
      if (isStatement) return 0
      if (next.attaches && !isClosed) return FAR_APART_SEC
      return next.opensSentence ? 0 : closedSec
    case 'noun':
      // "Footsteps. Someone is here.", "Silence. Nobody moved."
      if (said.length === 1 && (/^(footsteps|tears)$/.test(word) || (word === 'silence' && next.isStory)))
        return Number.POSITIVE_INFINITY
      if (isStatement) return 0
      if (next.attaches && !isClosed) return FAR_APART_SEC
      return next.opensSentence || (said.length > 1 && isClosed) ? 0 : closedSec
    case 'participle':
      if (next.isOfThing && next.opensWithArticle) return isStatement ? 0 : closedSec
      if (isStatement) return next.isStory ? FAR_APART_SEC : 0
      if (next.attaches && !isClosed) return FAR_APART_SEC
      if (next.isStory) return storyApartSec
      if (next.opensSentence) return 0
      return isClosed ? BARELY_APART_SEC : next.opensWithCommand ? APART_SEC : FAR_APART_SEC
    case 'bare verb':
      if (isStatement) return APART_SEC
      if (/!/.test(last)) return Number.POSITIVE_INFINITY
      if (next.attaches && !isClosed) return FAR_APART_SEC
      if (isCommand(word)) return Number.POSITIVE_INFINITY
      if (next.opensWithActor || (next.opensSentence && takesNoObject(word))) return 0
      // "Pause, my brother said."
      if (next.tellsOfSpeech) return storyApartSec
      if (isClosed && next.isStory && next.opensSentence) return 0
      return isClosed && next.opensSentence ? BARELY_APART_SEC : FAR_APART_SEC
    case 'manner':
      if (closesLetters(word) && next.signs) return Number.POSITIVE_INFINITY
      if (next.mayBeModified && !isClosed) return FAR_APART_SEC
      // Nobody does anything sarcastically but speak, and no smoke smells thoughtfully.
      if (next.isOfThing || (saysHowToSpeak(word) && !next.tellsOfSpeech)) return 0
      if (isStatement || /!/.test(last)) return next.isStory ? FAR_APART_SEC : 0
      if (next.isStory) return storyApartSec
      return isClosed || next.opensSentence || next.opensWithCommand ? 0 : APART_SEC
    case 'action manner':
      if (isStatement) return next.isStory ? FAR_APART_SEC : APART_SEC
      if (next.isStory) return storyApartSec
      return next.opensSentence && next.wordCount >= FEWEST_OF_A_SENTENCE ? 0 : FAR_APART_SEC
    case 'stance':
      return isStatement ? APART_SEC : Number.POSITIVE_INFINITY
    case 'mood':
      if (isQuestion) return Number.POSITIVE_INFINITY
      if (next.goesOn) return FAR_APART_SEC
      if (isStatement) return FAR_APART_SEC
      if (next.isStory) return next.isOfThing && next.opensWithArticle ? closedSec : storyApartSec
      if (isCommand(word)) return SENTENCE_APART_SEC
      if (next.opensWithArticle || (isClosed && next.opensWithSubject)) return 0
      return (next.opensSentence || next.opensWithCommand) && !next.attaches ? APART_SEC : FAR_APART_SEC
  }
}

/** What people are told to do: "Smile, you are on camera", "Calm the baby." */
function isCommand(word: string): boolean {
  return /^(smile|nod|breathe|sing|clap|cheer|swallow|grin|wink|calm|warm|quiet|tender)$/.test(word)
}

function closesLetters(word: string): boolean {
  return /^(warmly|sincerely|lovingly|affectionately|gratefully|humbly)$/.test(word)
}
