// Words that the recogniser is unsure of and that sound somewhat like a direction, where a direction could stand: it is asked
// whether the direction fits the sound about as well. "Left, the second violins" may have been "Laughs".

import { silenceSec } from '../../speech/silence.js'
import type { Interval, Word } from '../../speech/speech-data.js'
import { directionKind } from './direction-phrases.js'
import { bare } from './following-clause.js'
import { type AskedDirection, type Speech, speechOf, standsApart } from './likely-tags.js'
import type { MisrecognisedDirections, NearDirection } from './misrecognised-directions.js'
import { APART_SEC } from './needed-silence.js'
import type { RivalTexts } from './rival-texts.js'
import type { Span } from './spoken-tags.js'

/** How well the recognised text and each of the others fit the sound, in nats. */
export type AskWhich = (rivals: RivalTexts) => Promise<number[]>

/** A direction of more words is hardly ever misrecognised as a whole. */
const MOST_WORDS = 4
/** What was recognised with more confidence was said. */
const UNSURE = 0.85
/**
 * A direction that was said is at most so much less likely than what the recogniser wrote for it, though it does not expect
 * it: of 22 that flite said, all but one; other words that sound like a direction were 5 nats behind and more.
 */
const BEHIND_NATS = 4.5
/** A direction of one word more or less than was recognised must sound more alike: "Dorcrix" for "door creaks". */
const ALIKE_WITH_OTHER_COUNT = 0.3
/** Words behind the doubtful ones that the recogniser is given along with them, and the sound on both sides. */
const CONTEXT_WORDS = 3
const MARGIN_SEC = 0.1
/** One place costs about 0.15 s of work: so many, and one more for each span of sound, keep to the time that is allowed. */
const PLACES_ASKED = 1
const SEC_PER_PLACE = 8
const DIRECTIONS_PER_PLACE = 3

/** What the words of a span may have been. */
interface Candidate extends Span, NearDirection {
  /** Whether it could be a direction where it stands; "Tearfully, they said goodbye" is none. */
  stands: boolean
}

interface Place {
  from: number
  candidates: Candidate[]
  distance: number
}

/** What the recogniser says to the places where it may have written other words for a direction. */
export async function askedDirections(
  words: readonly Word[],
  pauses: readonly Interval[],
  misrecognised: MisrecognisedDirections,
  ask: AskWhich,
): Promise<AskedDirection[]> {
  const speech = speechOf(words, pauses)
  const most = PLACES_ASKED + Math.floor((words.at(-1)?.endSec ?? 0) / SEC_PER_PLACE)
  const places = words
    .map((_, from) => placeAt(speech, from, misrecognised))
    .filter((place) => place !== null)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
  const answers: AskedDirection[] = []
  for (const { from, candidates } of places) {
    const to = Math.min(words.length, Math.max(...candidates.map((each) => each.to)) + CONTEXT_WORDS)
    const [recognised, ...others] = [null, ...candidates].map((each) => textWith(words, from, to, each))
    const [recognisedNats, ...nats] = await ask({
      startSec: Math.max(0, words[from].startSec - MARGIN_SEC),
      endSec: words[to - 1].endSec + MARGIN_SEC,
      asRecognised: recognised,
      asWritten: others,
    })
    const best = nats.indexOf(Math.max(...nats))
    const { to: end, words: meant, stands } = candidates[best]
    const isMeant = stands && nats[best] >= recognisedNats - BEHIND_NATS
    answers.push({ from, to: end, meant: isMeant ? meant : null })
  }
  return answers
}

/** The directions that the words from one on may have been, of those that could stand there. */
function placeAt(speech: Speech, from: number, misrecognised: MisrecognisedDirections): Place | null {
  const { words, pauses } = speech
  if (from > 0 && silenceSec(words[from - 1], words[from], pauses) < APART_SEC) return null
  // "Nervous sleeve" may be "nervously", and "pause is" be "pauses"; else what is a direction by itself was recognised rightly.
  const first = bare(words[from].text)
  const asItStands = directionKind([first])
  const isRecognisedRightly = asItStands !== null && asItStands !== 'mood'
  const candidates: Candidate[] = []
  for (let to = from + 1; to <= Math.min(words.length, from + MOST_WORDS); to++) {
    const said = words.slice(from, to)
    const confidence = said.reduce((sum, word) => sum + word.confidence, 0) / said.length
    const hasNoMark = said.slice(0, -1).every(({ text }) => !/[,;:]$/.test(text))
    if (confidence > UNSURE || directionKind(said.map(({ text }) => bare(text))) !== null) continue
    for (const near of misrecognised.near(said)) {
      const kind = directionKind(near.words)
      if (near.words.length < said.length && !hasNoMark) continue
      if (isRecognisedRightly && (near.words.length > 1 || near.words[0] === first)) continue
      if (kind === null || (near.words.length !== said.length && near.distance > ALIKE_WITH_OTHER_COUNT))
        continue
      candidates.push({ from, to, ...near, stands: standsApart(speech, { from, to }, kind) })
    }
  }
  candidates.sort((one, other) => one.distance - other.distance)
  const asked = candidates.slice(0, DIRECTIONS_PER_PLACE)
  return asked.some(({ stands }) => stands) ? { from, candidates: asked, distance: asked[0].distance } : null
}

/** Words `[from, to)` as a text, with a direction in the place of the first of them. */
function textWith(words: readonly Word[], from: number, to: number, instead: Candidate | null): string {
  const text = (first: number) => words.slice(first, to).map((word) => word.text)
  const all = instead
    ? [...marked(instead.words, words[instead.to - 1].text), ...text(instead.to)]
    : text(from)
  const whole = all.join(' ')
  return whole[0].toUpperCase() + whole.slice(1)
}

/** With the punctuation of what was recognised: only the words shall differ. */
function marked(direction: readonly string[], recognised: string): string[] {
  const mark = /[.,;:?!…]["'”’)]*$/.exec(recognised)?.[0] ?? ''
  return [...direction.slice(0, -1), direction.at(-1)! + mark]
}
