import type { VoiceActivity, Word } from '../../speech/heard.js'
import { type Pronounce, pronouncing } from '../../speech/pronouncing.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { spoken } from '../../text/numbers.js'
import type { Check, CheckReport, TrackReport } from '../check.js'
import { judgePace } from './judge.js'
import { speechTime } from './speech-time.js'

export interface PaceFindings {
  /** Words as spoken: "1984" is three. */
  wordCount: number
  /** From the first word to the last, long pauses left out. */
  speechSec: number
  longestPauseSec: number
  /** From the first word to the last, all pauses left out. */
  runningSec: number
  /** The same for an ordinary reader of the same words. */
  typicalSec: number
}

export interface PaceTrack extends TrackReport {
  /** Null when nothing is said. */
  wordsPerMinute: number | null
  wordCount: number
  speechSec: number
  /** How much faster (or, below 0, slower) than the median of the batch, as a fraction; null where it is not judged. */
  deviation: number | null
  /** The longest silence between the first word and the last. */
  longestPauseSec: number
  /** Why there is no judgement. */
  note?: string
}

export interface PaceReport extends CheckReport {
  /** Null when nothing is said in any file. */
  medianWordsPerMinute: number | null
  tracks: PaceTrack[]
}

/** Do all files keep the same pace? */
export const pace: Check<PaceFindings, PaceReport> = {
  name: 'pace',
  version: 2,
  readsTranscript: true,
  listenOptions: () => null,
  listen: async (track) =>
    measurePace((await track.transcript()).words, await track.voiceActivity(), await pronouncing()),
  judge: judgePace,
}

export function measurePace(
  words: Word[],
  activity: Pick<VoiceActivity, 'pauses'>,
  pronounce: Pronounce,
): PaceFindings {
  const said = words.flatMap(({ text }) => spoken(text))
  const { phrases, ...times } = speechTime(words, activity)
  const phones = said.map((word) => pronounce(word.toLowerCase()))
  return { wordCount: said.length, ...times, typicalSec: typicalSec({ words: phones, phrases }) }
}
