// Bursts and stretches of hiss, crackle, buzz and ring, in pauses and under speech.
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { audibilityOf, type Fault } from '../../issue.js'
import { ChannelsInTurn } from '../channels.js'
import type { OpenDetector } from '../detector.js'
import { audibleOf } from './audible.js'
import { burstsOf } from './bursts.js'
import { parameters } from './parameters.js'

const { leastExcessDb, spoiltRangeDb } = parameters

export const open: OpenDetector = ({ speech, durationSec }) => {
  const faults: Fault[] = []
  const channels = new ChannelsInTurn()

  const judge = async (section: Section, index: number) => {
    const known = await section.faultsOf(index)
    if (!known) return
    const hop = Math.round(frontEnd.hopSec * section.sampleRateHz)
    for (const burst of burstsOf(known.odds.static)) {
      const startSec = section.timeSec(burst.from * hop)
      const endSec = Math.min(durationSec, section.timeSec(burst.to * hop) + frontEnd.frameSec)
      if (!section.isInCore(burst.from * hop)) {
        // What began in the section before goes on here; what begins after is the next one's.
        const last = faults.at(-1)
        if (last && burst.from * hop < section.coreFrom && startSec <= last.endSec)
          last.endSec = Math.max(last.endSec, endSec)
        continue
      }
      const { excessDb, levelDb } = audibleOf(known.features, burst)
      if (excessDb < leastExcessDb) continue
      faults.push({
        type: 'static',
        startSec,
        endSec,
        severity: Math.min(1, Math.max(0, 1 + levelDb / spoiltRangeDb)),
        audibility: audibilityOf(excessDb),
        odds: burst.sureness,
      })
    }
  }

  return {
    listen(section) {
      // Without speech there is nothing to compare it with, and what was meant to be noise has no fault.
      if (speech.length === 0) return
      channels.push(section, judge)
    },
    async result() {
      await channels.end()
      return { faults, measures: null }
    },
  }
}
