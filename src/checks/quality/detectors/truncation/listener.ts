// A file that stops inside a word or its decay, or begins inside one.

import { SILENT_DB } from '../../front-end/frame-levels.js'
import { audibilityOf, type Fault, NOTICEABLE_FROM } from '../../issue.js'
import { logOdds } from '../../small-network.js'
import type { About, OpenDetector } from '../detector.js'
import { cutNetworks } from './cut-network.js'
import { EdgeBands } from './edge-bands.js'
import { EDGE_SEC, type Edge, edgeOf } from './edge-features.js'

/**
 * Log odds from which a cut is listed, and from which it may be more than subtle. By networks that do not know the voice
 * (scripts/cut-model/train.ts): of 3,454 cuts, some with a fade of milliseconds or silence after them, 99 in 100 lie above the
 * first and 94 above the second, of 1,555 after an mp3 encoder 98 and 88. Of 734 untouched files 22 lie above the first with
 * their end and 39 with their start, one and eight above the second; five of these eight are cut indeed. The rise tells most of
 * the others from cuts, and calls a third of the starts that are cut 6 to 12 dB below the speech subtle.
 */
const FROM: Record<'end' | 'start', Limits> = {
  end: { listed: -1, sure: 2, riseWeight: 0 },
  start: { listed: -1, sure: 1.5, riseWeight: 1.25 },
}
/** However a voice rises, what the network takes for a cut is listed. */
const LEAST_AUDIBILITY = 0.05
/** A voice that sets in at once after a silence may well do so by itself. */
const LONGEST_SILENCE_BEFORE_SEC = 0.012
/** Just below what counts as noticeable. */
const MOST_WHEN_UNSURE = NOTICEABLE_FROM - 0.05
/** A cut at -15 dB against the speech is noticed (9 dB on the scale of audibility), one at -4 dB annoys (20 dB). */
const UNHEARD_DB = -24
/** A noise that never stops is not cut at the end. */
const OVER_FLOOR_DB = 8
/** Somebody must be speaking near: a voice that is cut short can go unnoticed for some tenths of a second. */
const SPEECH_WITHIN_SEC = 0.8
/**
 * Where nobody is heard to speak for longer, it is some other sound that is cut, a breath or a knock on the table, or too little
 * of a word to be taken for one: of 80 words that were cut the voice is heard within this of all but one, of six untouched files
 * that begin or end in such a sound in none.
 */
const WORD_WITHIN_SEC = 0.4
const MARKED_SEC = 0.01
/** Too short to say what level its speech has. */
const SHORTEST_SEC = 0.3

interface Limits {
  listed: number
  sure: number
  /**
   * A voice that begins where the file begins rises at once by 10 dB and more; one that is cut off is already there. So much of
   * the rise over the first moments is taken off the level.
   */
  riseWeight: number
}

export const open: OpenDetector = ({ sampleRateHz, speech }: About) => {
  const bands = new EdgeBands(sampleRateHz, EDGE_SEC)
  return {
    hear(section) {
      bands.push(section.mono.subarray(section.coreFrom, section.coreTo))
    },
    result() {
      const faults: Fault[] = []
      const durationSec = bands.samples / sampleRateHz
      if (durationSec < SHORTEST_SEC || speech.length === 0) return { faults, measures: null }
      const levels = bands.levels()
      if (levels.speechDb[0] <= SILENT_DB) return { faults, measures: null }
      const { start, end } = cutNetworks()
      const toFirstSec = speech[0].startSec
      const fromLastSec = durationSec - speech[speech.length - 1].endSec
      if (toFirstSec < SPEECH_WITHIN_SEC) {
        const edge = edgeOf(bands.start, sampleRateHz, levels)
        const startSec = edge ? edge.padding / sampleRateHz : 0
        if (edge && startSec <= LONGEST_SILENCE_BEFORE_SEC)
          faults.push(...cutFault(edge, logOdds(start, edge.features), FROM.start, toFirstSec, startSec))
      }
      if (fromLastSec < SPEECH_WITHIN_SEC) {
        const edge = edgeOf(bands.end, sampleRateHz, levels)
        const endSec = durationSec - (edge ? edge.padding / sampleRateHz : 0)
        if (edge)
          faults.push(
            ...cutFault(edge, logOdds(end, edge.features), FROM.end, fromLastSec, endSec - MARKED_SEC),
          )
      }
      return { faults, measures: null }
    },
  }
}

function cutFault(
  { levelDb, overFloorDb, riseDb }: Edge,
  odds: number,
  { listed, sure, riseWeight }: Limits,
  toSpeechSec: number,
  startSec: number,
): Fault[] {
  if (odds < listed || levelDb < UNHEARD_DB || overFloorDb < OVER_FLOOR_DB) return []
  const heard = Math.max(LEAST_AUDIBILITY, audibilityOf(levelDb - riseWeight * riseDb - UNHEARD_DB))
  const isSure = odds >= sure && toSpeechSec <= WORD_WITHIN_SEC
  const audibility = isSure ? heard : Math.min(heard, MOST_WHEN_UNSURE)
  return [{ type: 'truncation', startSec, endSec: startSec + MARKED_SEC, severity: audibility, audibility }]
}
