// Bursts and stretches of hiss, crackle, buzz and ring, in pauses and under speech.
import { audibilityOf, type Fault } from '../issue.js'
import type { OpenSubCheck } from '../sub-check.js'
import { audibleOf } from './static-noise/audible.js'
import { burstsOf } from './static-noise/bursts.js'
import { featuresOf } from './static-noise/features.js'
import { logOdds, staticNetwork } from './static-noise/network.js'
import { speechLevelDb } from './static-noise/speech-level.js'
import { squarenessDb } from './static-noise/squareness.js'

/** As in the shared spectrum. */
const FRAME_SEC = 0.02
const HOP_SEC = 0.01
/** Static as loud as the speech leaves nothing of it; 40 dB below it spoils nothing. */
const SPOILT_RANGE_DB = 40
/** Softer than this over the masked threshold it is no fault to anybody. */
const LEAST_EXCESS_DB = 3
/**
 * What the network hears must also begin and end like something that was switched. On voices that it was not trained on it
 * hears static 60 times an hour without this, 5 times with it (3 neural, 7 human), at the price of half of the soft bursts.
 */
const LEAST_SQUARENESS_DB = 9

/**
 * Breathy sounds of speech last up to a quarter of a second. A shorter burst may be one: it is listed, but does not flag a file
 * by itself.
 */
const BREATH_SEC = 0.25
const AUDIBILITY_OF_BREATH = 0.27

export const openStaticNoise: OpenSubCheck = ({ speech, durationSec }) => {
  const network = staticNetwork()
  const faults: Fault[] = []
  let speechDb: number | null = null

  return {
    hear(section) {
      const hop = Math.round(HOP_SEC * section.sampleRateHz)
      speechDb = speechLevelDb(section, speech) ?? speechDb
      // Without speech there is nothing to hear it against, and no fault in what was meant to be noise.
      if (speechDb === null || section.spectrum.frames === 0) return
      const features = featuresOf(section, speechDb)
      for (const burst of burstsOf(logOdds(network, features))) {
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
        if (excessDb < LEAST_EXCESS_DB || squarenessDb(features, burst) < LEAST_SQUARENESS_DB) continue
        faults.push({
          type: 'static',
          startSec,
          endSec,
          severity: Math.min(1, Math.max(0, 1 + levelDb / SPOILT_RANGE_DB)),
          audibility: Math.min(
            audibilityOf(excessDb),
            endSec - startSec < BREATH_SEC ? AUDIBILITY_OF_BREATH : 1,
          ),
        })
      }
    },

    result() {
      return { faults, measures: null }
    },
  }
}
