// Does anybody speak in a file, and if not, what does it hold?
import { type Envelope, envelopeOf } from '../audio/envelope.js'
import type { Samples } from '../audio/samples.js'
import { tonalityOf } from '../audio/tonality.js'
import type { VoiceActivity, Word } from './speech-data.js'

/** "speech", or what a file holds in which nobody speaks. */
export const speechPresences = ['speech', 'silence', 'noise', 'tone', 'music', 'tooShort'] as const
export type SpeechPresence = (typeof speechPresences)[number]

const SAMPLE_RATE_HZ = 16_000

/**
 * In less than this nobody says a word that could be judged: the shortest lines of the corpus are 0.81 s, and "No." cut at
 * both ends is 0.33 to 0.42 s long in most synthetic voices. The one shorter clip of the corpus is a failed one.
 */
const SHORTEST_LINE_SEC = 0.35

/**
 * Where the detector is this sure, and takes this much of the sound for speech, the recogniser need not be asked. All but some
 * dozens of the clips of speech are beyond both; of 44 noises the barks, sneezes, babies and saws that it is sure of are
 * short beside the rest of the sound.
 */
const SURE_OF_SPEECH = 0.95
const SURE_SHARE = 0.3
/**
 * Nor where it is nearly as sure and finds a word or two, though something louder plays along: speech under noise of 5 dB or
 * through a telephone, of which the recogniser made nothing, had 0.77 s at 0.91 and more.
 */
const NEARLY_SURE = 0.9
const WORDS_SEC = 0.6
const WORDS_SHARE = 0.1
/** Below this the detector finds no voice. */
const FINDS_NO_VOICE = 0.5
/**
 * Of an exclamation by itself ("Oh!", a whispered "Reload!") it is less sure, and the recogniser makes no word of it: so short a sound
 * is given the benefit. Sneezes and a bark have it, too (four of 44 noises).
 */
const EXCLAMATION_SEC = 1
/** In doubt the recogniser is asked: words count from here on, what it makes of noise and music does not. */
const SURE_OF_A_WORD = 0.6

/** Softer than this where it is loudest, a file is silent to everybody: the noise of a quiet room, and below. */
const SILENT_BELOW_DBFS = -55
/** Share of the power in narrow lines: noises have 0.25 at the most, drums 0.45 and more, other music 0.5, tones 0.97. */
const TONAL_FROM = 0.35
const PURE_FROM = 0.9
/** A tone stays what it is; a melody of few notes comes near. */
const STEADY_FROM = 0.95

/** Of 16 kHz sound. `words` is asked only in doubt: most files are clear without. */
export async function speechPresence(
  samples: Samples,
  activity: VoiceActivity,
  words: () => Promise<readonly Word[]>,
): Promise<SpeechPresence> {
  if (samples.length < SHORTEST_LINE_SEC * SAMPLE_RATE_HZ) return 'tooShort'
  const envelope = envelopeOf(samples, SAMPLE_RATE_HZ)
  const spoken = spokenAtFirst(activity, envelope)
  if (spoken ?? (await words()).some(({ confidence }) => confidence >= SURE_OF_A_WORD)) return 'speech'
  return kindOf(samples, envelope)
}

/** Null in doubt. */
function spokenAtFirst(
  { speechSec, surestSpeech = 1 }: VoiceActivity,
  { audibleSec }: Envelope,
): boolean | null {
  if (surestSpeech < FINDS_NO_VOICE) return false
  if (audibleSec < EXCLAMATION_SEC) return true
  if (speechSec === 0) return false
  const share = speechSec / audibleSec
  if (share >= SURE_SHARE && surestSpeech >= SURE_OF_SPEECH) return true
  if (share >= WORDS_SHARE && speechSec >= WORDS_SEC && surestSpeech >= NEARLY_SURE) return true
  return null
}

function kindOf(samples: Samples, { loudestDbfs }: Envelope): SpeechPresence {
  if (loudestDbfs === null || loudestDbfs < SILENT_BELOW_DBFS) return 'silence'
  const tonality = tonalityOf(samples, SAMPLE_RATE_HZ)
  if (tonality === null || tonality.tonalShare < TONAL_FROM) return 'noise'
  return tonality.tonalShare >= PURE_FROM && tonality.steadiness >= STEADY_FROM ? 'tone' : 'music'
}
