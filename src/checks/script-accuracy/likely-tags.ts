// Directions said aloud, known without a script: by their words, by the silence around them, and by what follows them.
import type { Interval, Word } from '../../speech/heard.js'
import { silenceSec } from '../../speech/silence.js'
import {
  isManner,
  isMood,
  isSound,
  isSoundInFull,
  opensSentences,
  soundsLikeDirection,
} from './directions.js'
import { type FoundTag, type Span, spokenAs } from './spoken-tags.js'

/** A silence of so much on a side of a direction sets it apart; after a comma flite leaves 0.15 s, after a sentence 0.3 s. */
const APART_SEC = 0.12
/** The same where the recogniser heard a comma. */
const BARELY_APART_SEC = 0.05
/** The same for a word that may well open a sentence: "Sadly, he lost." */
const FAR_APART_SEC = 0.25
/** The same where a story may go on: "Nervously, she opened the door." */
const STORY_APART_SEC = 0.4
/** The most words of a direction that is known without its script: "in a very low voice". */
const MOST_WORDS = 5

/** Who acts in a story. */
const ACTORS = new Set(['i', 'he', 'she', 'we', 'they'])
/** What a sentence begins with that has its own subject: a verb or a plural before it is no part of it. */
const SUBJECTS = new Set(
  'the a an this these those my your his her our their i you he she it we they please'.split(' '),
)
/** What is said to somebody: nobody opens it by telling how it is said. */
const ADDRESSES = new Set(
  `your you please do don't can can't could would will is are what why how who where mr mrs ms dr hello hi hey welcome thank
   thanks yes no oh okay goodbye bye good`.split(/\s+/),
)

/** Words that look like spoken directions when there is no script: alone, and no part of a sentence. */
export function likelyTags(words: readonly Word[], pauses: readonly Interval[]): FoundTag[] {
  const found: FoundTag[] = []
  for (let at = 0; at < words.length; ) {
    const span = likelyTagAt(words, pauses, at)
    if (span) {
      const spoken = spokenAs(words, span)
      const content = spoken.spokenWord.toLowerCase()
      found.push({ tag: `[${content}]`, content, ...spoken })
    }
    at = span?.to ?? at + 1
  }
  return found
}

function likelyTagAt(words: readonly Word[], pauses: readonly Interval[], at: number): Span | null {
  const previous = words[at - 1]
  const beforeSec = previous ? silenceSec(previous, words[at], pauses) : Number.POSITIVE_INFINITY
  if (previous && beforeSec < (endsSentence(previous) ? APART_SEC : FAR_APART_SEC)) return null
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
    const said = words.slice(at, at + count)
    const next = words[at + count]
    const isWholeFile = at === 0 && !next
    if (isWholeFile) continue
    const afterSec = next ? silenceSec(said.at(-1)!, next, pauses) : Number.POSITIVE_INFINITY
    const neededSec = neededSilenceSec(said, next)
    if (neededSec !== null && afterSec >= neededSec) return { from: at, to: at + count }
  }
  return null
}

/** The silence that must follow for these words to be a direction; null when they are none. */
function neededSilenceSec(said: readonly Word[], next: Word | undefined): number | null {
  const last = said.at(-1)!
  const isSentence = endsSentence(last)
  const isClosed = isSentence || /[,:;-]["'”’)]*$/.test(last.text)
  const following = next ? bare(next.text) : ''
  switch (likenessToDirection(said.map(({ text }) => bare(text)))) {
    case 'none':
      return null
    case 'never said':
      return 0
    case 'sound in full':
      return SUBJECTS.has(following) ? 0 : isClosed ? BARELY_APART_SEC : APART_SEC
    case 'misheard':
      return isSentence || ACTORS.has(following) || ADDRESSES.has(following) ? 0 : FAR_APART_SEC
    case 'manner':
      if (isSentence || ADDRESSES.has(following)) return 0
      if (next && mayAct(next)) return STORY_APART_SEC
      return isClosed ? BARELY_APART_SEC : APART_SEC
    case 'opener':
      if (isSentence) return APART_SEC
      return ADDRESSES.has(following) ? 0 : next && mayAct(next) ? STORY_APART_SEC : FAR_APART_SEC
    case 'mood':
      return isSentence ? FAR_APART_SEC : null
  }
}

/**
 * `never said`: "clears throat". `sound in full`: "laughs", which no sentence begins with that has a subject of its own.
 * `manner`: "nervously", and sounds as they may stand before somebody who makes them: "laughing". `opener`: a sentence often
 * begins so, with a comma behind it. `misheard`: what a recogniser writes for a sound. `mood`: an adjective, which is a
 * direction only as a sentence of its own.
 */
type Likeness = 'never said' | 'sound in full' | 'manner' | 'opener' | 'misheard' | 'mood' | 'none'

function likenessToDirection(said: string[]): Likeness {
  const [first, second] = said
  if (said.length === 1) {
    if (opensSentences(first)) return 'opener'
    if (soundsLikeDirection(first)) return 'misheard'
    if (isSoundInFull(first)) return 'sound in full'
    if (isManner(first) || isSound(first)) return 'manner'
    return isMood(first) ? 'mood' : 'none'
  }
  const whole = said.join(' ')
  if (/^clear\S* (as )?(his |her |my |the |and )?throat$/.test(whole)) return 'never said'
  if (/^(long|short|brief|dramatic|awkward) (pause|silence|beat)$/.test(whole)) return 'sound in full'
  if (said.length === 2 && isSoundInFull(first) && isManner(second)) return 'sound in full'
  if (said.length === 2 && isSound(first) && isManner(second)) return 'manner'
  if (said.length === 2 && isManner(first) && isSound(second)) return 'manner'
  if (isManner(first) && /^\S+ to (him|her|it|them|my|your)sel(f|ves)$/.test(whole)) return 'opener'
  return /^(in|with) an? .*(voice|tone|whisper|accent)$/.test(whole) ? 'opener' : 'none'
}

function endsSentence({ text }: Word): boolean {
  return /[.!?…]["'”’)]*$/.test(text)
}

/** A pronoun or a name: somebody who laughs, or does something nervously. */
function mayAct({ text }: Word): boolean {
  return ACTORS.has(bare(text)) || (/^["'“‘]?\p{Lu}/u.test(text) && !SUBJECTS.has(bare(text)))
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}']/gu, '')
}
