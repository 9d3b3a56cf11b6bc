import type { Interval, Transcript, VoiceActivity } from '../../speech/heard.js'

/**
 * A silence longer than this between two words is a pause that a person makes on purpose, and no part of the pace.
 */
export const LONG_PAUSE_SEC = 0.25

export interface SpeechTime {
  /** From the first word to the last, long pauses left out. */
  speechSec: number
  /** The longest silence between the first word and the last; 0 when there is none. */
  longestPauseSec: number
  /** Stretches of speech between long pauses. */
  phrases: number
}

export function speechTime(
  words: Transcript['words'],
  { pauses }: Pick<VoiceActivity, 'pauses'>,
): SpeechTime {
  if (words.length === 0) return { speechSec: 0, longestPauseSec: 0, phrases: 0 }
  const said = { startSec: words[0].startSec, endSec: Math.max(...words.map(({ endSec }) => endSec)) }
  const pausesSec = pauses.map((pause) => overlapSec(pause, said))
  const longSec = pausesSec.filter((pauseSec) => pauseSec > LONG_PAUSE_SEC)
  return {
    speechSec: said.endSec - said.startSec - longSec.reduce((sum, pauseSec) => sum + pauseSec, 0),
    longestPauseSec: Math.max(0, ...pausesSec),
    phrases: longSec.length + 1,
  }
}

function overlapSec(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.endSec, other.endSec) - Math.max(one.startSec, other.startSec))
}
