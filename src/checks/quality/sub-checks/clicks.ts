// Clicks, pops, joins with a jump, steps of the offset: what no voice does and no prediction foresees.
import { audibilityOf, type Fault, NOTICEABLE_FROM } from '../issue.js'
import type { Section } from '../section.js'
import type { About, OpenSubCheck } from '../sub-check.js'
import { SuspectFinder } from './clicks/features.js'
import { clickNetwork, logOdds } from './clicks/network.js'
import { frameLevelsDb, SILENT_DB, speechLevelDb } from './time-levels/frame-levels.js'

const LEVEL_FRAME_SEC = 0.01
/**
 * Odds of e to 1 that it is a click: then it is listed. In 293 voices, each judged by a network that had not heard it, 94 % of
 * clear planted clicks lie above and 99 % of gross ones; plosives and lip noise of human readers do so 80 times an hour.
 */
const LISTED_FROM = 1
/**
 * Below e^4 to 1 it may still be a hard plosive or a smack of the lips, which nobody notices: never more than subtle. Judged in
 * the same way, about 85 % of clear and 96 % of gross ones lie above, and 3 to 5 places an hour of human readers.
 */
const SURE_FROM = 4
const MOST_WHEN_UNSURE = 0.9 * NOTICEABLE_FROM
/** The ear adds up sound over 200 ms: what lasts 20 ms at most is 10 dB less loud (Zwicker and Fastl, 8.3). */
const SHORT_DB = 10
/** A click has no length; what is said of it is where it sounds. */
const MARKED_SEC = 0.003
/** Neighbours within this are one: the two edges of a gap, the decay of a pop. */
const ONE_CAUSE_SEC = 0.03
/** The prediction knows nothing of what comes before the file or after it. */
const EDGE_SEC = 0.02

export const openClicks: OpenSubCheck = ({ sampleRateHz }: About) => {
  const finder = new SuspectFinder(sampleRateHz)
  const network = clickNetwork()
  const faults: Fault[] = []
  return {
    hear(section) {
      const frame = Math.max(1, Math.round(LEVEL_FRAME_SEC * sampleRateHz))
      const edge = EDGE_SEC * sampleRateHz
      const isInside = (at: number) =>
        section.isInCore(at) &&
        !(section.isFirst && at < edge) &&
        !(section.isLast && at > section.length - edge)
      for (const channel of distinctChannels(section)) {
        const speechDb = speechLevelDb(frameLevelsDb(channel, frame))
        if (speechDb <= SILENT_DB) continue
        for (const { at, excessDb, features } of finder.find(channel, 10 ** (speechDb / 10), isInside)) {
          const odds = logOdds(network, features)
          if (odds < LISTED_FROM) continue
          const heard = audibilityOf(excessDb - SHORT_DB)
          const audibility = odds < SURE_FROM ? Math.min(heard, MOST_WHEN_UNSURE) : heard
          const startSec = section.timeSec(at)
          faults.push({
            type: 'click',
            startSec,
            endSec: startSec + MARKED_SEC,
            severity: audibility,
            audibility,
          })
        }
      }
    },
    result: () => ({ faults: merged(faults), measures: null }),
  }
}

/** A second channel that is a copy of the first says nothing new. */
function distinctChannels({ channels }: Section): Float32Array[] {
  const [first, ...rest] = channels
  return [first, ...rest.filter((channel) => channel.some((sample, n) => sample !== first[n]))]
}

function merged(faults: Fault[]): Fault[] {
  const whole: Fault[] = []
  for (const fault of [...faults].sort((one, other) => one.startSec - other.startSec)) {
    const last = whole.at(-1)
    if (!last || fault.startSec - last.endSec > ONE_CAUSE_SEC) {
      whole.push({ ...fault })
      continue
    }
    last.endSec = Math.max(last.endSec, fault.endSec)
    last.audibility = Math.max(last.audibility, fault.audibility)
    last.severity = last.audibility
  }
  return whole
}
