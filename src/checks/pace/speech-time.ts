import type { Interval, VoiceActivity, Word } from '../../speech/heard.js'

/** A silence longer than this is made on purpose and no part of the pace; sentences are parted by about half a second. */
export const LONG_PAUSE_SEC = 0.7
/**
 * How much of each pause counts as speech when files are compared. Pauses differ with the text far more than speech does;
 * leaving them out altogether would depend on which are long enough to be noticed, and so on the pace.
 */
const RUNNING_PAUSE_SEC = 0.1
/** A silence from which on it ends a phrase, written so or not; shorter ones are closures of plosives. */
export const PHRASE_PAUSE_SEC = 0.08

export interface SpeechTime {
  /** From the first word to the last, long pauses left out. */
  speechSec: number
  /** From the first word to the last, all pauses cut down to a moment. */
  runningSec: number
  /** The longest silence between two words; 0 when there is none. */
  longestPauseSec: number
  /** Stretches of words up to a mark or a pause: the end of each is drawn out. */
  phrases: number
}

export function speechTime(words: Word[], activity: Pick<VoiceActivity, 'pauses'>): SpeechTime {
  if (words.length === 0) return { speechSec: 0, runningSec: 0, longestPauseSec: 0, phrases: 0 }
  const saidSec = words.at(-1)!.endSec - words[0].startSec
  const pausesSec = pausesBetween(words, activity)
  const breaks = pausesSec.filter((sec, index) => sec > PHRASE_PAUSE_SEC || endsPhrase(words[index].text))
  return {
    speechSec: saidSec - total(pausesSec.filter((sec) => sec > LONG_PAUSE_SEC)),
    runningSec: saidSec - total(pausesSec.map((sec) => Math.max(0, sec - RUNNING_PAUSE_SEC))),
    longestPauseSec: pausesSec.reduce((longest, sec) => Math.max(longest, sec), 0),
    phrases: breaks.length + 1,
  }
}

/**
 * The silence after each word but the last: what the aligner leaves between it and the next, or what has no voice between the
 * middles of the two, whichever is more. Each alone misses pauses, the one in noise, the other where words are drawn out.
 */
export function pausesBetween(words: Word[], { pauses }: Pick<VoiceActivity, 'pauses'>): number[] {
  return words.slice(1).map((next, index) => {
    const word = words[index]
    const between = { startSec: middle(word), endSec: middle(next) }
    const voicelessSec = total(pauses.map((pause) => overlapSec(pause, between)))
    return Math.max(next.startSec - word.endSec, voicelessSec)
  })
}

/** A comma, a full stop or the like, with what may close behind it. */
export function endsPhrase(written: string): boolean {
  return /[.,;:?!–—-]["'’”)\]]*$/u.test(written)
}

function middle({ startSec, endSec }: Interval): number {
  return (startSec + endSec) / 2
}

function overlapSec(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.endSec, other.endSec) - Math.max(one.startSec, other.startSec))
}

function total(valuesSec: number[]): number {
  return valuesSec.reduce((sum, sec) => sum + sec, 0)
}
