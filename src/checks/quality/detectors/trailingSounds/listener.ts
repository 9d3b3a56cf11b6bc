// What a voice adds after the last word: a breath, a held vowel, the beginning of a word that never comes.
import { trackPitch } from '../../../../audio/pitch.js'
import { shortSoundDb } from '../../../../audio/psychoacoustics.js'
import type { Samples } from '../../../../audio/samples.js'
import type { Word } from '../../../../speech/speech-data.js'
import { SPEECH_RATE_HZ, type Track } from '../../../../speech/track.js'
import { binarise, type Stretch } from '../../binarise.js'
import { frameLevelsDb, meanPower, powerDb, SILENT_DB, speechLevelDb } from '../../front-end/frame-levels.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import { audibilityOf, type Fault } from '../../issue.js'
import type { OpenDetector } from '../detector.js'
import { heldFrom } from './held.js'
import { parameters } from './parameters.js'

const { belowSpeechDb, floorShare, heldSec, joinedFrames, longestBreathSec, longestVoiceSec } = parameters
const { overFloorDb, pauseSec } = parameters
const { shortestBreathSec, shortestVoiceSec, unheardDb, unvoicedShare, voicedFrom } = parameters
const { hopSec } = frontEnd
const HOP = Math.round(hopSec * SPEECH_RATE_HZ)

/** What a recogniser writes for a voice that says nothing. */
const NO_WORD = /^(a+h*|h?u+h+|[ue]+[hrm]+|m+|h+m+|o+h+|h+|ha)$/i

export const open: OpenDetector = ({ track }) => ({
  result: async () => ({ faults: await trailingSound(track), measures: null }),
})

async function trailingSound(track: Track): Promise<Fault[]> {
  if ((await track.presence()) !== 'speech') return []
  const { speechSamples } = await track.decoded()
  const levelsDb = frameLevelsDb(speechSamples, HOP)
  const speechDb = speechLevelDb(levelsDb)
  if (speechDb <= SILENT_DB) return []
  const sounds = soundsIn(levelsDb, speechDb)
  const last = sounds.at(-1)
  if (!last) return []
  const isApart = sounds.length > 1 && (last.from - sounds[sounds.length - 2].to) * hopSec >= pauseSec
  const held = heldFrom(speechSamples, last)
  // What stands alone and is held nearly throughout is added as a whole.
  const isHeldAlone = isApart && held !== null && (held - last.from) * hopSec < heldSec
  const isAdded = isHeldAlone || (isApart && (await isNoWord(track, speechSamples, last)))
  const from = isAdded ? last.from : held
  if (from === null) return []
  const added = speechSamples.subarray(from * HOP, last.to * HOP)
  const levelDb = powerDb(meanPower(added, 0, added.length)) - speechDb
  const startSec = from * hopSec
  const endSec = last.to * hopSec
  const audibility = audibilityOf(levelDb - unheardDb - shortSoundDb(endSec - startSec))
  return audibility === 0
    ? []
    : [{ type: 'trailingSound', startSec, endSec, severity: audibility, audibility }]
}

function soundsIn(levelsDb: Float64Array, speechDb: number): Stretch[] {
  const floorDb = levelsDb.slice().sort()[Math.floor(floorShare * levelsDb.length)]
  const offset = Math.max(speechDb - belowSpeechDb, Math.min(floorDb + overFloorDb, speechDb - overFloorDb))
  const shortest = Math.round(shortestVoiceSec / hopSec)
  return binarise(levelsDb, { offset, join: joinedFrames, shortest })
}

/** The transcript is asked for only where a short sound with a voice stands alone. */
async function isNoWord(track: Track, samples: Samples, sound: Stretch): Promise<boolean> {
  const lengthSec = (sound.to - sound.from) * hopSec
  if (lengthSec > longestBreathSec) return false
  const { voicing } = trackPitch(samples.subarray(sound.from * HOP, sound.to * HOP), {
    sampleRateHz: SPEECH_RATE_HZ,
  })
  const isBreath = voicing.slice().sort()[Math.floor(unvoicedShare * voicing.length)] < voicedFrom
  if (isBreath) return lengthSec >= shortestBreathSec
  if (lengthSec > longestVoiceSec) return false
  const { words } = await track.transcript()
  // Where nothing is understood, one sound more that is not says nothing.
  const saidSec = words.reduce((sum, word) => sum + saidSecIn(word, sound), 0)
  return words.length > 0 && saidSec < lengthSec / 2
}

function saidSecIn({ text, startSec, endSec }: Word, { from, to }: Stretch): number {
  if (NO_WORD.test(text.replace(/[^\p{L}]/gu, ''))) return 0
  return Math.max(0, Math.min(endSec, to * hopSec) - Math.max(startSec, from * hopSec))
}
