// Clicks, pops, joins with a jump, steps of the offset: what no voice does and no prediction foresees.

import { shortSoundDb } from '../../../../audio/psychoacoustics.js'
import { merged } from '../../binarise.js'
import { SILENT_DB } from '../../front-end/frame-levels.js'
import type { Section } from '../../front-end/section.js'
import { audibilityOf, type Fault, MOST_WHEN_UNSURE } from '../../issue.js'
import { logOdds } from '../../small-network.js'
import type { About, OpenDetector } from '../detector.js'
import { amongOthers } from './among-others.js'
import { SuspectFinder } from './features.js'
import { type Moment, oddsLessHabit } from './habit.js'
import { clickNetworks } from './network.js'

/**
 * Natural logarithms of odds. From the first on a moment is listed; below the second, its voice's habits considered, it may
 * still be a hard plosive or a smack of the lips, which nobody notices: never more than subtle. In the voices of the tuning
 * half, each judged by networks that had not heard it, 95 % of the clear clicks that the evaluation plants and 99 % of the
 * gross ones are listed (90 % and 97 % after mp3), 83 % and 96 % sure and loud enough to be noticed; of eight kinds that others
 * may plant, down to half sines of 20 ms, 88 % and 99 %, and 69 % and 91 %. Of 42 minutes of human speech 50 moments are listed
 * and two noticed, both real clicks of the recordings; of 35 of neural voices 18 and none.
 */
const LISTED_FROM = 0
const SURE_FROM = 3.25
/** What lasts 20 ms at most is less loud than it is strong. */
const SHORT_DB = shortSoundDb(0.02)
/** A click has no length; what is said of it is where it sounds. */
const MARKED_SEC = 0.003
/** Neighbours within this are one: the two edges of a gap, the decay of a pop. */
const ONE_CAUSE_SEC = 0.03
/** The prediction knows nothing of what comes before the file or after it. */
const EDGE_SEC = 0.02

/** Nothing but a fault makes a step of the offset that stays: none in 384 files of untouched speech of the tuning half. */
const CERTAIN = 10

interface Heard extends Moment {
  audibility: number
  isStep: boolean
}

export const open: OpenDetector = ({ sampleRateHz }: About) => {
  const finder = new SuspectFinder(sampleRateHz)
  const { listed, sure } = clickNetworks()
  const heard: Heard[] = []
  return {
    hear(section) {
      const edge = EDGE_SEC * sampleRateHz
      const coreSec = (section.coreTo - section.coreFrom) / sampleRateHz
      const isInside = (at: number) =>
        section.isInCore(at) &&
        !(section.isFirst && at < edge) &&
        !(section.isLast && at > section.length - edge)
      for (const index of distinctChannels(section)) {
        const decoded = section.decoded[index]
        const steps = section.stepsOf(decoded)
        // The jump of a step is a click: levelling would take it away, or make a second one beside it.
        const channel = steps.length > 0 ? decoded : section.channels[index]
        const speechDb = section.speechDbOf(channel)
        if (speechDb <= SILENT_DB) continue
        const speechPower = 10 ** (speechDb / 10)
        const add = (at: number, excessDb: number, odds: number, isStep: boolean) => {
          const startSec = section.timeSec(at)
          const audibility = audibilityOf(excessDb - SHORT_DB)
          heard.push({ startSec, endSec: startSec + MARKED_SEC, odds, audibility, isStep })
        }
        for (const at of steps)
          if (isInside(at)) add(at, finder.excessDb(channel, at, speechPower), CERTAIN, true)
        const suspects = finder.find(channel, speechPower, isInside)
        for (const suspect of suspects) {
          const { at, excessDb, isNoVoice, features } = suspect
          const among = amongOthers(suspect, suspects, coreSec, sampleRateHz)
          const isLikely = logOdds(listed, [...features, ...among]) >= LISTED_FROM
          if (!isLikely && !isNoVoice) continue
          add(at, excessDb, logOdds(sure, features), false)
        }
      }
    },
    result() {
      const moments = oneForEachCause(heard)
      const odds = oddsLessHabit(moments, SURE_FROM)
      const faults = moments.map(({ startSec, endSec, audibility, isStep }, index): Fault => {
        const heardAs = odds[index] < SURE_FROM ? Math.min(audibility, MOST_WHEN_UNSURE) : audibility
        return {
          type: 'click',
          startSec,
          endSec,
          severity: heardAs,
          audibility: heardAs,
          ...(isStep && { isStep }),
        }
      })
      return { faults, measures: null }
    },
  }
}

/** Which they are: a second channel that is a copy of the first says nothing new. */
function distinctChannels({ channels }: Section): number[] {
  const [first] = channels
  const isOther = (channel: Float32Array) => channel.some((sample, n) => sample !== first[n])
  return channels.flatMap((channel, index) => (index === 0 || isOther(channel) ? [index] : []))
}

/** The surest of each cause tells how sure it is, the loudest how loud. */
function oneForEachCause(moments: Heard[]): Heard[] {
  return merged(moments, ONE_CAUSE_SEC, (whole, next) => {
    whole.audibility = Math.max(whole.audibility, next.audibility)
    whole.odds = Math.max(whole.odds, next.odds)
    whole.isStep ||= next.isStep
  })
}
