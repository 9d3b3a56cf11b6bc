// What the words behind a possible direction say of it: a story, in which somebody may do something nervously, or a sentence
// of its own that no direction can be part of.

import { silenceSec } from '../../speech/silence.js'
import type { Interval, Word } from '../../speech/speech-data.js'
import {
  ACTORS,
  ARTICLES,
  ATTACHED,
  BE_OR_HAVE,
  BEFORE_ADJECTIVE,
  BETWEEN,
  COMMANDS,
  DETERMINERS,
  HELPERS,
  IRREGULAR_PAST,
  NO_PAST_FORM,
  NUMBERS,
  OPENERS,
  PAST_BEHIND_ONE,
  PAST_HELPERS,
  PEOPLE,
  PREPOSITIONS,
  PRONOUNS,
  SPEAKING,
  TALK,
  THINGS,
} from './clause-words.js'

const MOST_WORDS = 14
/** A silence that ends a sentence where the recogniser wrote no full stop; flite leaves 0.3 s. */
const BETWEEN_SENTENCES_SEC = 0.25

export interface FollowingClause {
  /** It tells that somebody spoke. */
  tellsOfSpeech: boolean
  /** Its subject is a thing. */
  isOfThing: boolean
  /** It goes on with what was begun: "sad but true", "curious, isn't it?" */
  goesOn: boolean
  /** Somebody did something: a way of doing it may stand before. */
  isStory: boolean
  /** It begins as sentences do. */
  opensSentence: boolean
  /** It begins with an article or its like. */
  opensWithArticle: boolean
  /** It begins with somebody or something that it speaks of or to. */
  opensWithSubject: boolean
  opensWithActor: boolean
  opensWithCommand: boolean
  /** Its first word makes a sentence of a noun or participle before it. */
  attaches: boolean
  /** Its first word may be described by an adverb before it: "brightly colored". */
  mayBeModified: boolean
  opensWithNumber: boolean
  /** Somebody's name under a letter, or so. */
  signs: boolean
  wordCount: number
}

const MOST_WORDS_OF_NAME = 4

/** The sentence, or its beginning, from a word of the transcript on. */
export function clauseFrom(words: readonly Word[], at: number, pauses: readonly Interval[]): FollowingClause {
  const own: Word[] = []
  for (let index = at; index < Math.min(words.length, at + MOST_WORDS); index++) {
    own.push(words[index])
    const next = words[index + 1]
    if (
      endsSentence(words[index]) ||
      (next && silenceSec(words[index], next, pauses) >= BETWEEN_SENTENCES_SEC)
    )
      break
  }
  const said = own.map(({ text }) => bare(text))
  const first = said[0] ?? ''
  const isQuestion = /\?["'”’)]*$/.test(own.at(-1)?.text ?? '')
  const isName =
    own.length > 0 && /^["'“‘]?\p{Lu}\p{Ll}/u.test(own[0].text) && !OPENERS.has(first) && !ARTICLES.has(first)
  const second = said[1] ?? ''
  // "are you sure", "do not move", "that would be nice", "of course"
  const asksOrTells =
    isQuestion ||
    (HELPERS.has(first) && PRONOUNS.has(second)) ||
    (first === 'do' && second === 'not') ||
    (first === 'that' && HELPERS.has(second)) ||
    (first === 'of' && second === 'course')
  const opensWithActor = ACTORS.has(first)
  const hasPast = hasStoryVerb(said)
  const isTalk = isQuestion || /'(m|ll|re|ve|d)$/.test(first) || TALK.has(second) || said.some(isAddressed)
  return {
    tellsOfSpeech: said.some((word) => SPEAKING.has(word)),
    isOfThing: isOfThing(said),
    goesOn:
      /^(and|but|or|yet|nor|too|as|enough)$/.test(first) ||
      (first === 'so' && HELPERS.has(second)) ||
      (isQuestion && HELPERS.has(first.replace(/n't$/, ''))),
    isStory: hasPast || isOfPerson(said) || ((opensWithActor || isName) && !isTalk && !COMMANDS.has(first)),
    opensSentence: asksOrTells || OPENERS.has(first) || ARTICLES.has(first),
    opensWithArticle: ARTICLES.has(first),
    opensWithSubject:
      asksOrTells ||
      ARTICLES.has(first) ||
      /^(i|you|he|she|it|we|they)('|$)/.test(first) ||
      isGreeting(first),
    opensWithActor,
    opensWithCommand: COMMANDS.has(first),
    attaches: (ATTACHED.has(first) && !asksOrTells) || isPastForm(first),
    mayBeModified:
      (/(ed|er|ing|ful|ous|ible|able|ent|ant)$/.test(first) && !COMMANDS.has(first) && !OPENERS.has(first)) ||
      (/^(and|ill|sick|bad|good|enough|old|new|made|built)$/.test(first) &&
        !/^(morning|afternoon|evening|night|day)$/.test(second)),
    opensWithNumber: /\d/.test(own[0]?.text ?? '') || NUMBERS.has(first),
    signs:
      own.length <= MOST_WORDS_OF_NAME &&
      at + own.length === words.length &&
      (first === 'your' || first === 'the' || isName),
    wordCount: own.length,
  }
}

/** Whether it begins with somebody, of whom it may be told what they did. */
function isOfPerson(said: readonly string[]): boolean {
  const subject = said.slice(DETERMINERS.has(said[0]) ? 1 : 0, MOST_WORDS_BEFORE_NOUN)
  return subject.some((word) => PEOPLE.has(word)) && !said.some((word) => TALK.has(word) || isAddressed(word))
}

/** Whether the first noun is a thing, and no part of another ("the kitchen maid"). */
function isOfThing(said: readonly string[]): boolean {
  const from = DETERMINERS.has(said[0]) ? 1 : 0
  for (let index = from; index < Math.min(said.length - 1, from + MOST_WORDS_BEFORE_NOUN); index++) {
    const word = said[index]
    if (THINGS.has(word)) return endsSubject(said[index + 1])
    if (PEOPLE.has(word) || PRONOUNS.has(word) || PREPOSITIONS.has(word) || isPastForm(word)) return false
  }
  return false
}

/** "the old wooden box" */
const MOST_WORDS_BEFORE_NOUN = 3

function endsSubject(next: string): boolean {
  return (
    // A number: "flight 482"
    next === '' ||
    PREPOSITIONS.has(next) ||
    HELPERS.has(next) ||
    isPastForm(next) ||
    /^(never|always|just|only|still|really|already|begins?|goes|comes|takes|makes|smells|needs|opens|closes|starts|stops|leaves|costs|works|looks|tastes)$/.test(
      next,
    )
  )
}

/** Whether a sentence or a part of it tells of something done. */
export function hasStoryVerb(said: readonly string[]): boolean {
  return said.some((_, index) => isDynamicPast(said, index))
}

const isGreeting = (word: string) =>
  /^(please|welcome|thank|thanks|hello|hi|hey|good|goodbye|let's)$/.test(word)
const isAddressed = (word: string) => /^(you|your|you're|you'll|please)$/.test(word)

function isPastForm(word: string): boolean {
  if (IRREGULAR_PAST.has(word)) return true
  return /[^e]ed$/.test(word) && word.length > 3 && !NO_PAST_FORM.has(word)
}

/** A past that tells of something done; "was" and "had" by themselves tell how things were. */
function isDynamicPast(said: readonly string[], index: number): boolean {
  const word = said[index]
  let at = index - 1
  while (BETWEEN.has(said[at])) at--
  const before = said[at] ?? ''
  if (PAST_BEHIND_ONE.has(word)) return before === 'he' || before === 'she'
  if (PAST_HELPERS.has(word)) return /ing$/.test(said[index + 1] ?? '')
  if (!isPastForm(word) || BE_OR_HAVE.has(before) || BEFORE_ADJECTIVE.has(before)) return false
  return !(word === 'left' && /^(turn|turning|go|bear|keep|on|to|and|your)$/.test(before))
}

export function endsSentence({ text }: Word): boolean {
  return /[.!?…]["'”’)]*$/.test(text)
}

export function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}'-]/gu, '')
    .replace(/^['-]+|['-]+$/g, '')
}
