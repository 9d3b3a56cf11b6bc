import type { Interval, VoiceActivity, Word } from '../../speech/heard.js'

/** A silence longer than this is made on purpose and no part of the pace; sentences are parted by about half a second. */
export const LONG_PAUSE_SEC = 0.7
/**
 * How much of each pause counts as speech when files are compared. Pauses differ with the text far more than speech does;
 * leaving them out altogether would depend on which are long enough to be noticed, and so on the pace.
 */
const RUNNING_PAUSE_SEC = 0.1

export interface SpeechTime {
  /** From the first word to the last, long pauses left out. */
  speechSec: number
  /** From the first word to the last, all pauses cut down to a moment. */
  runningSec: number
  /** The longest silence between the first word and the last; 0 when there is none. */
  longestPauseSec: number
}

export function speechTime(words: Word[], { pauses }: Pick<VoiceActivity, 'pauses'>): SpeechTime {
  if (words.length === 0) return { speechSec: 0, runningSec: 0, longestPauseSec: 0 }
  const said = {
    startSec: words[0].startSec,
    endSec: words.reduce((latest, { endSec }) => Math.max(latest, endSec), 0),
  }
  const saidSec = said.endSec - said.startSec
  const pausesSec = pauses.map((pause) => overlapSec(pause, said))
  return {
    speechSec: saidSec - total(pausesSec.filter((sec) => sec > LONG_PAUSE_SEC)),
    runningSec: saidSec - total(pausesSec.map((sec) => Math.max(0, sec - RUNNING_PAUSE_SEC))),
    longestPauseSec: pausesSec.reduce((longest, sec) => Math.max(longest, sec), 0),
  }
}

function overlapSec(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.endSec, other.endSec) - Math.max(one.startSec, other.startSec))
}

function total(valuesSec: number[]): number {
  return valuesSec.reduce((sum, sec) => sum + sec, 0)
}
