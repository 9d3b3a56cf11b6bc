import { allPronouncing } from '../../speech/pronouncing.js'
import type { SpeechPresence } from '../../speech/speech-presence.js'
import type { Track } from '../../speech/track.js'
import { type Comparison, compareWithoutScript, compareWithScript } from './compare.js'
import type { AskWhich } from './doubtful-directions.js'
import type { AskAgain } from './second-opinion.js'

/** A type, not an interface: listen options must be plain JSON. `speaker`: whose name stands in the script and is not to be said. */
export type ScriptListenOptions = { script: string | null } | { script: string; speaker: string }

export interface ScriptFindings extends Comparison {
  presence: SpeechPresence
  transcript: string
  /** Start and end of each word of the transcript, in seconds. */
  wordTimesSec: [number, number][]
}

export async function listenToScript(track: Track, options: ScriptListenOptions): Promise<ScriptFindings> {
  const { script } = options
  const speaker = 'speaker' in options ? options.speaker : undefined
  const presence = await track.presence()
  // What the recogniser makes of noise or music is not said by anybody.
  const { text, words } = presence === 'speech' ? await track.transcript() : { text: '', words: [] }
  const { pauses, speech } = await track.voiceActivity()
  const speechEndSec = presence === 'speech' ? (speech.at(-1)?.endSec ?? 0) : 0
  const speechStartSec = speech[0]?.startSec ?? 0
  const edges = await track.edgeLevels()
  const recognised = { words, pauses, speechStartSec, speechEndSec, edges }
  const transcript = {
    presence,
    transcript: text,
    wordTimesSec: words.map(({ startSec, endSec }): [number, number] => [startSec, endSec]),
  }
  const pronounce = await allPronouncing()
  const fits: AskWhich = ({ startSec, endSec, asWritten, asRecognised }) =>
    track.textFits({ startSec, endSec }, [asRecognised, ...asWritten])
  if (script === null) return { ...transcript, ...(await compareWithoutScript(recognised, pronounce, fits)) }
  const ask: AskAgain = async (rivals) => {
    const [said, ...written] = await fits(rivals)
    const [saidSound, writtenSound] = await track.soundFits(rivals, [
      rivals.wordsAsRecognised,
      rivals.wordsAsWritten,
    ])
    const soundNats = saidSound === null || writtenSound === null ? null : saidSound - writtenSound
    return { marginNats: said - Math.max(...written), soundNats }
  }
  return {
    ...transcript,
    ...(await compareWithScript(script, recognised, pronounce, ask, track.signal, speaker)),
  }
}
