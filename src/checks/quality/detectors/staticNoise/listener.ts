// Bursts and stretches of hiss, crackle, buzz and ring, in pauses and under speech.

import type { Section } from '../../front-end/section.js'
import { audibilityOf, type Fault, MOST_WHEN_UNSURE } from '../../issue.js'
import type { OpenDetector } from '../detector.js'
import { audibleOf } from './audible.js'
import { burstsOf } from './bursts.js'
import { type Features, featuresOf } from './features.js'
import { staticLogOdds } from './network.js'
import { speechLevelDb } from './speech-level.js'

/** As in the shared spectrum. */
const FRAME_SEC = 0.02
const HOP_SEC = 0.01
/** Static as loud as the speech leaves nothing of it; 40 dB below it spoils nothing. */
const SPOILT_RANGE_DB = 40
/**
 * Softer than this over the masked threshold it is no fault to anybody; but what the network is sure of is heard, in a short gap
 * between loud sounds for instance, by which its audibility is measured too low.
 */
const LEAST_EXCESS_DB = 3
/**
 * Log odds from which it is listed, and from which it may be more than subtle. Chosen on voices of the tuning half: see
 * scripts/static-model/README.md for what lies above them. Voices that the network does not know have lower odds, hence the
 * first; it makes 13 false bursts of 6 in 43 minutes of human speech, the new ones subtle. The second leaves two of these and 88
 * in 100 clear ones, 90 at 4.
 */
const LISTED_FROM = 0.5
const SURE_FROM = 4.5

export const open: OpenDetector = ({ speech, durationSec }) => {
  const faults: Fault[] = []
  let speechDb: number | null = null
  let heard = Promise.resolve()

  const judge = async (section: Section, features: Features) => {
    const hop = Math.round(HOP_SEC * section.sampleRateHz)
    for (const burst of burstsOf(await staticLogOdds(features), LISTED_FROM)) {
      const startSec = section.timeSec(burst.from * hop)
      const endSec = Math.min(durationSec, section.timeSec(burst.to * hop) + FRAME_SEC)
      if (!section.isInCore(burst.from * hop)) {
        // What began in the section before goes on here; what begins after is the next one's.
        const last = faults.at(-1)
        if (last && burst.from * hop < section.coreFrom && startSec <= last.endSec)
          last.endSec = Math.max(last.endSec, endSec)
        continue
      }
      const { excessDb, levelDb } = audibleOf(features, burst)
      const isSure = burst.sureness >= SURE_FROM
      if (excessDb < LEAST_EXCESS_DB && !isSure) continue
      faults.push({
        type: 'static',
        startSec,
        endSec,
        severity: Math.min(1, Math.max(0, 1 + levelDb / SPOILT_RANGE_DB)),
        audibility: Math.min(
          audibilityOf(Math.max(LEAST_EXCESS_DB, excessDb)),
          isSure ? 1 : MOST_WHEN_UNSURE,
        ),
      })
    }
  }

  return {
    hear(section) {
      speechDb = speechLevelDb(section, speech) ?? speechDb
      // Without speech there is nothing to hear it against, and no fault in what was meant to be noise.
      if (speechDb === null || section.spectrum.frames === 0) return
      const features = featuresOf(section, speechDb)
      heard = heard.then(() => judge(section, features))
      // Told to whoever asks for the result, and to nobody when the file turns out to be unreadable.
      heard.catch(() => {})
    },

    async result() {
      await heard
      return { faults, measures: null }
    },
  }
}
