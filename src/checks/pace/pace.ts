import { type Pronounce, pronouncing } from '../../speech/pronouncing.js'
import type { VoiceActivity, Word } from '../../speech/speech-data.js'
import { typicalSec } from '../../speech/typical-duration.js'
import { spoken } from '../../text/numbers.js'
import type { Check } from '../check.js'
import type { PaceFindings } from './findings.js'
import { judgePace } from './judge.js'
import { paceParts } from './parts.js'
import type { PaceReport } from './report.js'
import { speechTime } from './speech-time.js'

/** Do all files keep the same pace? */
export const pace: Check<PaceFindings, PaceReport> = {
  name: 'pace',
  version: 4,
  asks: ['presence', 'transcript', 'voiceActivity'],
  alwaysTranscribes: true,
  models: ['alignerDictionary'],
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
  return {
    wordCount: said.length,
    ...times,
    typicalSec: typicalSec({ words: phones, phrases }),
    parts: paceParts(words, activity, pronounce),
  }
}
