// Files that stop inside the last word, or begin inside the first.
import { frameLevelsDb, LEVEL_FRAME_SEC, speechPower, toDb } from '../places.js'
import { oneOf, type Planter, type Planting, type Range, type Strength } from '../planter.js'

/**
 * How loud it still is where it is cut, in dB against the speech: a cut in the last of the decay, in the decay proper, in the
 * middle of a vowel.
 */
const CUT_AT_DB: Record<Strength, Range> = { just: [-26, -18], clear: [-12, -6], gross: [-4, 6] }
/** Looked for in the last (or first) so many seconds of speech. */
const SEARCHED_SEC = 1.2
/** What is lost beside the cut is half a phone at least: less is a tight edge, and nobody misses it. */
const LOST_FRAMES = 4
const WORD_FRAMES = 15
const WORD_WITHIN_DB = 12
/** What is said to be truncated is the cut itself. */
const CUT_SEC = 0.01

/** `lost`: on which side of the cut, in frames. */
function cutPlaces(
  samples: Float32Array,
  sampleRateHz: number,
  powerDb: number,
  range: Range,
  lost: 'before' | 'after',
): number[] {
  const levels = frameLevelsDb(samples, sampleRateHz)
  const isIn = (index: number) => levels[index] > powerDb + range[0] && levels[index] < powerDb + range[1]
  const loudest = (from: number, to: number) => Math.max(-120, ...levels.subarray(Math.max(0, from), to))
  const places: number[] = []
  for (let index = LOST_FRAMES; index + LOST_FRAMES < levels.length; index++) {
    // Not where a sound begins or ends by itself: what is lost is as loud as the cut.
    const from = lost === 'before' ? index - LOST_FRAMES : index
    const isLost = levels.subarray(from, from + LOST_FRAMES).every((level) => level > powerDb + range[0])
    // And there must be a word before the cut, or after it.
    const isWord = loudest(index - WORD_FRAMES, index + WORD_FRAMES) > powerDb - WORD_WITHIN_DB
    if (isIn(index - 1) && isIn(index) && isLost && isWord) places.push(index)
  }
  return places
}

const stop: Planter = ({ samples, sampleRateHz, speech, random, ...rest }, strength) => {
  const powerDb = toDb(speechPower({ samples, sampleRateHz, speech, random, ...rest }))
  const endSec = speech.at(-1)?.endSec ?? 0
  const places = cutPlaces(samples, sampleRateHz, powerDb, CUT_AT_DB[strength], 'after')
    .map((index) => index * LEVEL_FRAME_SEC)
    .filter((timeSec) => timeSec > endSec - SEARCHED_SEC && timeSec < endSec && timeSec > 0.7)
  if (places.length === 0) return null
  const cutSec = oneOf(random, places)
  return {
    samples: samples.slice(0, Math.round(cutSec * sampleRateHz)),
    planted: [{ type: 'truncation', variant: 'stop', startSec: cutSec - CUT_SEC, endSec: cutSec }],
  }
}

const start: Planter = ({ samples, sampleRateHz, speech, random, ...rest }, strength) => {
  const powerDb = toDb(speechPower({ samples, sampleRateHz, speech, random, ...rest }))
  const startSec = speech[0]?.startSec ?? 0
  const fileSec = samples.length / sampleRateHz
  const places = cutPlaces(samples, sampleRateHz, powerDb, CUT_AT_DB[strength], 'before')
    .map((index) => index * LEVEL_FRAME_SEC)
    .filter((timeSec) => timeSec > startSec && timeSec < startSec + SEARCHED_SEC && timeSec < fileSec - 0.7)
  if (places.length === 0) return null
  const cutSec = oneOf(random, places)
  return {
    samples: samples.slice(Math.round(cutSec * sampleRateHz)),
    planted: [{ type: 'truncation', variant: 'start', startSec: 0, endSec: CUT_SEC }],
  }
}

export const planting: Planting = {
  planters: { stop, start },
  toleranceSec: 0.1,
}
