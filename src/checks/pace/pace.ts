import type { VoiceActivity, Word } from '../../speech/heard.js'
import { type Pronounce, pronouncing } from '../../speech/pronouncing.js'
import type { SpeechPresence } from '../../speech/speech-presence.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { spoken } from '../../text/numbers.js'
import type { Check, CheckReport, TrackReport } from '../check.js'
import { judgePace } from './judge.js'
import { speechTime } from './speech-time.js'

export interface PaceFindings {
  presence: SpeechPresence
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
  /** How much faster (or, below 0, slower) than the median of the batch, as a fraction; -1 where nobody speaks, null where it is not judged. */
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
  version: 3,
  readsTranscript: true,
  listenOptions: () => null,
  listen: async (track) => {
    const presence = await track.presence()
    // What the recogniser makes of noise or music is not said by anybody.
    const words = presence === 'speech' ? (await track.transcript()).words : []
    return { presence, ...measurePace(words, await track.voiceActivity(), await pronouncing()) }
  },
  judge: judgePace,
}

export function measurePace(
  words: Word[],
  activity: Pick<VoiceActivity, 'pauses'>,
  pronounce: Pronounce,
): Omit<PaceFindings, 'presence'> {
  const said = words.flatMap(({ text }) => spoken(text))
  const { phrases, ...times } = speechTime(words, activity)
  const phones = said.map((word) => pronounce(word.toLowerCase()))
  return { wordCount: said.length, ...times, typicalSec: typicalSec({ words: phones, phrases }) }
}
