// A file that stops inside a word or its decay, or begins inside one.
import { audibilityOf, type Fault } from '../issue.js'
import type { About, OpenSubCheck } from '../sub-check.js'
import { frameLevelsDb, meanPower, powerDb, SILENT_DB, speechLevelDb } from './time-levels/frame-levels.js'
import { VoiceBand } from './truncation/voice-band.js'

const LEVEL_FRAME_SEC = 0.01
/** The file's quiet; a short file of dense speech has only a few quiet frames. */
const FLOOR_QUANTILE = 0.02
/** Last and next to last moments of the sound: about a period of a deep voice each. */
const LAST_SEC = 0.012
const BEFORE_SEC = 0.025
/** The very end: even a short fade shows in it. */
const VERY_LAST_SEC = 0.005
/**
 * How loud it still is where the file ends, in dB against the speech. The ends of 330 files of neural voices all lie below
 * -28 dB, of 440 human ones all but seven below -19 dB (three of these are cut).
 */
const CUT_ABOVE_DB = -19
const FADE_DB = 6
/**
 * An mp3 encoder fills its last frames with silence, and smears the cut over some milliseconds: the sound then breaks off
 * within so long before the end of the file, from so loud to so soft in the shortest time in which no voice dies away. Of 237
 * stops planted before an mp3 encoder 94 % are found so.
 */
const PADDED_SEC = 0.14
const BREAKS_OFF_SEC = 0.025
const PADDED_CUT_ABOVE_DB = -14
const PADDED_BELOW_DB = -40
const PADDED_FRAME_SEC = 0.005
/** Some voices end their last consonant nearly as fast: three of 40 files of one engine at -12 dB. */
const PADDED_DOUBT_DB = 4
/** What is loud only in the last moment, after quiet like this, is a click. */
const CLICK_AFTER_DB = -30
/** A noise that never stops is not cut at the end. */
const OVER_FLOOR_DB = 8
/** A cut at -15 dB is noticed (9 dB on the scale of audibility), one at -4 dB annoys (20 dB). */
const UNHEARD_DB = -24
/**
 * A voice that begins where the file begins rises at once by 10 dB and more; one that is cut off is already there. The rise
 * over the first moments is taken off the level: of starts cut in the middle of a vowel (360, tuning voices) 98 % are still
 * noticed, of untouched files of neural voices none.
 */
const RISE_FRAME_SEC = 0.005
const RISE_WITHIN_SEC = 0.03
const RISE_WEIGHT = 1.25
/** Somebody must be speaking up to about there: voice activity is known to some tenths of a second. */
const SPEECH_WITHIN_SEC = 0.3
const MARKED_SEC = 0.01
/** Too short to say what level its speech has. */
const SHORTEST_SEC = 0.3

export const openTruncation: OpenSubCheck = ({ sampleRateHz, speech }: About) => {
  const band = new VoiceBand(sampleRateHz)
  const frame = Math.max(1, Math.round(LEVEL_FRAME_SEC * sampleRateHz))
  const levelsDb: number[] = []
  let samples = 0
  let head: Float32Array = new Float32Array(0)
  let tail: Float32Array = head
  return {
    hear(section) {
      const voice = band.push(section.mono.subarray(section.coreFrom, section.coreTo))
      for (const level of frameLevelsDb(voice, frame)) levelsDb.push(level)
      samples += voice.length
      if (section.isFirst) head = voice.slice(0, Math.round(RISE_WITHIN_SEC * sampleRateHz))
      // Turned round, so that both edges read from the edge of the file inwards.
      tail = voice.slice(-Math.round((PADDED_SEC + BEFORE_SEC) * sampleRateHz)).reverse()
    },
    result() {
      const faults: Fault[] = []
      const durationSec = samples / sampleRateHz
      const speechDb = speechLevelDb(levelsDb)
      if (durationSec >= SHORTEST_SEC && speechDb > SILENT_DB && speech.length > 0) {
        const floorDb = Float64Array.from(levelsDb).sort()[Math.floor(FLOOR_QUANTILE * levelsDb.length)]
        const mark = (inwards: Float32Array, startSec: number, doubtDb: number) => {
          const levelDb = cutLevelDb(inwards, sampleRateHz, speechDb, floorDb)
          if (levelDb === null) return
          const audibility = audibilityOf(levelDb - doubtDb - UNHEARD_DB)
          const endSec = startSec + MARKED_SEC
          faults.push({ type: 'truncation', startSec, endSec, severity: audibility, audibility })
        }
        if (speech[0].startSec < SPEECH_WITHIN_SEC)
          mark(head, 0, RISE_WEIGHT * firstRiseDb(head, sampleRateHz))
        const lastSec = speech[speech.length - 1].endSec
        if (lastSec > durationSec - SPEECH_WITHIN_SEC) {
          const padding = paddingLength(tail, sampleRateHz, speechDb)
          const doubtDb = padding > 0 ? PADDED_DOUBT_DB : 0
          mark(tail.subarray(padding), durationSec - padding / sampleRateHz - MARKED_SEC, doubtDb)
        }
      }
      return { faults, measures: null }
    },
  }
}

/** Samples after the place where the sound breaks off; 0 when it does not, or only with the file. */
function paddingLength(inwards: Float32Array, sampleRateHz: number, speechDb: number): number {
  const frame = Math.max(1, Math.round(PADDED_FRAME_SEC * sampleRateHz))
  const levelsDb = frameLevelsDb(inwards, frame)
  const loud = levelsDb.findIndex((level) => level > speechDb + PADDED_CUT_ABOVE_DB)
  const breaking = Math.round(BREAKS_OFF_SEC / PADDED_FRAME_SEC)
  if (loud <= 0 || loud * PADDED_FRAME_SEC > PADDED_SEC) return 0
  const isSilence = levelsDb
    .subarray(0, Math.max(0, loud - breaking))
    .every((level) => level < speechDb + PADDED_BELOW_DB)
  return isSilence ? loud * frame : 0
}

/** How loud the edge is against the speech where it is a cut, else null. */
function cutLevelDb(
  inwards: Float32Array,
  sampleRateHz: number,
  speechDb: number,
  floorDb: number,
): number | null {
  const levelDb = (fromSec: number, toSec: number) =>
    powerDb(meanPower(inwards, fromSec * sampleRateHz, toSec * sampleRateHz))
  const lastDb = levelDb(0, LAST_SEC)
  const beforeDb = levelDb(LAST_SEC, BEFORE_SEC)
  const veryLastDb = levelDb(0, VERY_LAST_SEC)
  const limitDb = Math.max(speechDb + CUT_ABOVE_DB, floorDb + OVER_FLOOR_DB)
  const isCut = lastDb > limitDb && veryLastDb > limitDb - FADE_DB && beforeDb > speechDb + CLICK_AFTER_DB
  return isCut ? lastDb - speechDb : null
}

/** By how much the first moments grow louder, 0 where they do not. */
function firstRiseDb(head: Float32Array, sampleRateHz: number): number {
  const levelsDb = frameLevelsDb(head, Math.max(1, Math.round(RISE_FRAME_SEC * sampleRateHz)))
  return Math.max(...levelsDb) - levelsDb[0]
}
