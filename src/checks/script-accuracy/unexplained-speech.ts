// Speech that no word explains. A recogniser likes to write once what is said twice, and then one word of it lasts as long as
// a phrase: the time gives away what the text hides.

import { silentSec } from '../../speech/silence.js'
import type { Interval } from '../../speech/speech-data.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { normaliseWords } from '../../text/normalise.js'
import type { RecognisedSpeech } from './evidence.js'
import type { PronounceAll } from './sounding.js'

/** A word that lasts so much longer than it needs holds others: of 15,184 words in 793 good clips none does. */
const SURPLUS_SEC = 0.6
/**
 * Less is enough where the voice goes on between two words and no sound was given to either: of 14,392 places between words of
 * the same clips the longest such stretch is 0.61 s.
 */
const SURPLUS_BETWEEN_SEC = 0.4
const BETWEEN_WORDS_SEC = 0.75
/** Slow readers take half as long again as the typical one. */
const SLOW = 1.5
/** Of which there are two and a half a second in speech with its pauses, three without. */
const WORDS_PER_SEC = 3

export interface UnexplainedSpeech extends Interval {
  /** About how many words were said in it beyond the one that was recognised. */
  words: number
}

export function unexplainedSpeech(
  { words, pauses, speechEndSec }: RecognisedSpeech,
  pronounce: PronounceAll,
): UnexplainedSpeech[] {
  return words.flatMap((word, index) => {
    const endSec = words[index + 1]?.startSec ?? Math.max(word.endSec, speechEndSec)
    const phones = normaliseWords(word.text).map((each) => pronounce(each).ways[0] ?? [])
    // What cannot be pronounced may take any time.
    if (phones.length === 0 || phones.some((each) => each.length === 0)) return []
    const neededSec = SLOW * typicalSec({ words: phones, phrases: 1 })
    const surplusSec = voicedSec({ startSec: word.startSec, endSec }, pauses) - neededSec
    const isBetween =
      index + 1 < words.length && voicedSec({ startSec: word.endSec, endSec }, pauses) > BETWEEN_WORDS_SEC
    if (surplusSec < (isBetween ? SURPLUS_BETWEEN_SEC : SURPLUS_SEC)) return []
    return [{ startSec: word.startSec, endSec, words: Math.round(surplusSec * WORDS_PER_SEC) }]
  })
}

function voicedSec(interval: Interval, pauses: readonly Interval[]): number {
  return interval.endSec - interval.startSec - silentSec(interval, pauses)
}
