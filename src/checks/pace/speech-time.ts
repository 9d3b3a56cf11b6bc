import { silenceSec } from '../../speech/silence.js'
import type { VoiceActivity, Word } from '../../speech/speech-data.js'

/** A silence longer than this is made on purpose and no part of the pace; sentences are parted by about half a second. */
export const LONG_PAUSE_SEC = 0.7
/** Shorter silences are closures of plosives; the aligner counts in steps of 10 ms and leaves one or two between words. */
const SHORTEST_PAUSE_SEC = 0.03
/**
 * Before a pause the end of a phrase is drawn out, the more the longer the pause, from the one length to the other. A plain
 * limit would count other phrases in the same speech played faster. Both lengths were chosen on the files of
 * `npm run eval -- pace` (three flite voices at three speeds).
 */
const DRAWN_OUT_FROM_PAUSE_SEC = 0.05
const DRAWN_OUT_FULLY_FROM_PAUSE_SEC = 0.25

export interface SpeechTime {
  /** From the first word to the last, long pauses left out. */
  speechSec: number
  /** From the first word to the last, all pauses left out. */
  runningSec: number
  /** The longest silence between two words; 0 when there is none. */
  longestPauseSec: number
  /** Stretches of words up to a mark or a pause, whose ends are drawn out; a short pause ends a part of a phrase only. */
  phrases: number
}

export function speechTime(words: Word[], activity: Pick<VoiceActivity, 'pauses'>): SpeechTime {
  if (words.length === 0) return { speechSec: 0, runningSec: 0, longestPauseSec: 0, phrases: 0 }
  const saidSec = words.at(-1)!.endSec - words[0].startSec
  const pausesSec = pausesBetween(words, activity)
  const ends = pausesSec.map((sec, index) => (endsPhrase(words[index].text) ? 1 : drawnOut(sec)))
  return {
    speechSec: saidSec - total(pausesSec.filter((sec) => sec > LONG_PAUSE_SEC)),
    runningSec: saidSec - total(pausesSec.filter((sec) => sec > SHORTEST_PAUSE_SEC)),
    longestPauseSec: pausesSec.reduce((longest, sec) => Math.max(longest, sec), 0),
    phrases: total(ends) + 1,
  }
}

/** The silence after each word but the last. */
export function pausesBetween(words: Word[], { pauses }: Pick<VoiceActivity, 'pauses'>): number[] {
  return words.slice(1).map((next, index) => silenceSec(words[index], next, pauses))
}

/** A comma, a full stop or the like, with what may close behind it. */
export function endsPhrase(written: string): boolean {
  return /[.,;:?!–—-]["'’”)\]]*$/u.test(written)
}

/** How much of a phrase's end stands before a pause: 0 to 1. */
export function drawnOut(pauseSec: number): number {
  const share =
    (pauseSec - DRAWN_OUT_FROM_PAUSE_SEC) / (DRAWN_OUT_FULLY_FROM_PAUSE_SEC - DRAWN_OUT_FROM_PAUSE_SEC)
  return Math.min(1, Math.max(0, share))
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
