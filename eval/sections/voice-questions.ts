// A question among statements of the same voice is no other voice. The corpus has next to no questions of three seconds, so
// this speech is made here and goes through the whole pipeline with the models as they are shipped.
import { bytesInMemory } from '../../src/audio/bytes.js'
import { type Accuracy, defaultOptions } from '../../src/checks/check.js'
import { judgeComparison } from '../../src/checks/comparison/judge.js'
import { type ComparisonFindings, listenForVoice } from '../../src/checks/comparison/listen.js'
import { OpenModels } from '../../src/speech/open-models.js'
import { Track } from '../../src/speech/track.js'
import { cached } from '../../voices/cache.js'
import { voice } from '../../voices/voice.js'
import { wavBytes } from '../../voices/wav.js'

const VOICES = [
  'kokoro:af_bella',
  'kokoro:am_puck',
  'kokoro:bf_emma',
  'kokoro:bm_george',
  'flite:slt',
  'flite:rms',
]
const STATEMENTS = [
  'The parcel was left with the neighbours on the second floor yesterday.',
  'Nobody remembers who planted the apple trees behind the chapel.',
  'She folded the letter twice and put it back into the drawer.',
  'The last train to the coast leaves at a quarter past ten.',
  'Two of the lamps in the corridor have been broken since March.',
  'He painted the boat himself, and it took him the whole summer.',
]
const QUESTIONS = [
  'Did anybody see where the old key to the cellar has gone?',
  'Are you really going to walk home in this terrible weather?',
  'Would you like another cup of tea before the others arrive?',
]

export interface QuestionRow {
  voice: string
  questions: number
  flagged: number
  /** The largest deviation of a question. */
  largest: number
}

export async function questionRows(
  accuracy: Accuracy,
  progress: (line: string) => void,
): Promise<QuestionRow[]> {
  const models = new OpenModels()
  const rows: QuestionRow[] = []
  for (const name of VOICES) {
    const listenTo = async (text: string): Promise<ComparisonFindings> => {
      const { samples, sampleRateHz } = await cached(voice(name)).speak(text)
      return listenForVoice(new Track(bytesInMemory(wavBytes(samples, sampleRateHz)), models), accuracy)
    }
    const statements: ComparisonFindings[] = []
    for (const text of STATEMENTS) statements.push(await listenTo(text))
    const deviations: number[] = []
    for (const text of QUESTIONS) {
      const batch = [await listenTo(text), ...statements].map((findings, index) => ({
        file: `${index}`,
        findings,
      }))
      deviations.push(judgeComparison(batch, { ...defaultOptions, accuracy }).report.tracks[0].deviation)
    }
    rows.push({
      voice: name,
      questions: deviations.length,
      flagged: deviations.filter((deviation) => deviation > defaultOptions.deviationThreshold).length,
      largest: Math.max(...deviations),
    })
    progress(`voice: questions of ${name}`)
  }
  return rows
}
