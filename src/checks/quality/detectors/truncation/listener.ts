// A file that stops inside a word or its decay, or begins inside one.

import { SILENT_DB } from '../../front-end/frame-levels.js'
import { audibilityOf, type Fault, MOST_WHEN_UNSURE } from '../../issue.js'
import type { About, OpenDetector } from '../detector.js'
import { cutNetworks } from './cut-network.js'
import { EdgeBands } from './edge-bands.js'
import { type Edge, edgeOf } from './edge-features.js'
import { parameters } from './parameters.js'
import { logOdds } from './small-network.js'

const {
  edgeSec,
  leastAudibility,
  longestSilenceBeforeSec,
  markedSec,
  leastOverFloorDb,
  shortestSec,
  speechWithinSec,
  unheardDb,
  wordWithinSec,
} = parameters

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
  const bands = new EdgeBands(sampleRateHz, edgeSec)
  return {
    hear(section) {
      bands.push(section.mono.subarray(section.coreFrom, section.coreTo))
    },
    result() {
      const faults: Fault[] = []
      const durationSec = bands.samples / sampleRateHz
      if (durationSec < shortestSec || speech.length === 0) return { faults, measures: null }
      const levels = bands.levels()
      if (levels.speechDb[0] <= SILENT_DB) return { faults, measures: null }
      const { start, end } = cutNetworks()
      const toFirstSec = speech[0].startSec
      const fromLastSec = durationSec - speech[speech.length - 1].endSec
      if (toFirstSec < speechWithinSec) {
        const edge = edgeOf(bands.start, sampleRateHz, levels)
        const startSec = edge ? edge.padding / sampleRateHz : 0
        if (edge && startSec <= longestSilenceBeforeSec)
          faults.push(...cutFault(edge, logOdds(start, edge.features), FROM.start, toFirstSec, startSec))
      }
      if (fromLastSec < speechWithinSec) {
        const edge = edgeOf(bands.end, sampleRateHz, levels)
        const endSec = durationSec - (edge ? edge.padding / sampleRateHz : 0)
        if (edge)
          faults.push(
            ...cutFault(edge, logOdds(end, edge.features), FROM.end, fromLastSec, endSec - markedSec),
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
  if (odds < listed || levelDb < unheardDb || overFloorDb < leastOverFloorDb) return []
  const heard = Math.max(leastAudibility, audibilityOf(levelDb - riseWeight * riseDb - unheardDb))
  const isSure = odds >= sure && toSpeechSec <= wordWithinSec
  const audibility = isSure ? heard : Math.min(heard, MOST_WHEN_UNSURE)
  return [{ type: 'truncation', startSec, endSec: startSec + markedSec, severity: audibility, audibility }]
}
