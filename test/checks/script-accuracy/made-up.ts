import type { RecognisedSpeech } from '../../../src/checks/script-accuracy/evidence.js'

export type Spoken = string

const WORD_SEC = 0.4
const STEP_SEC = 0.5

/**
 * A word every half second, each 0.4 s long; half a second of silence more after one of them. The voice goes on for
 * `afterSec` behind the last word that was heard.
 */
export function said(
  text: Spoken,
  { pauseAfterWord, afterSec = 0 }: { pauseAfterWord?: number; afterSec?: number } = {},
): RecognisedSpeech {
  let startSec = 0
  const pauses: RecognisedSpeech['pauses'] = []
  const words = text
    .split(' ')
    .filter(Boolean)
    .map((word, index) => {
      const spoken = { text: word, startSec, endSec: startSec + WORD_SEC, confidence: 0.95 }
      startSec += STEP_SEC
      if (index === pauseAfterWord) {
        pauses.push({ startSec: spoken.endSec, endSec: startSec + STEP_SEC })
        startSec += STEP_SEC
      }
      return spoken
    })
  return { words, pauses, speechEndSec: (words.at(-1)?.endSec ?? 0) + afterSec }
}
