// Short losses of signal: holes, lost packets, packets played twice, sudden drops of level.
import { audibilityOf, type Fault, NOTICEABLE_FROM } from '../issue.js'
import type { Section } from '../section.js'
import type { About, OpenSubCheck } from '../sub-check.js'
import { type Drop, levelDrops, SURE_ODDS } from './dropouts/level-drops.js'
import type { Loss } from './dropouts/loss.js'
import { repeats } from './dropouts/repeats.js'
import { zeroRuns } from './dropouts/zero-runs.js'
import { frameLevelsDb, SILENT_DB, speechLevelDb } from './time-levels/frame-levels.js'

const LEVEL_FRAME_SEC = 0.01
/** Losses that follow each other within this are one: what a line does when it is bad. */
const ONE_CAUSE_SEC = 0.25
/**
 * A gap of 10 ms in a vowel is heard as a roughness when one listens for it, one of 30 ms as a break (9 and 20 dB on the
 * scale of audibility): 9 dB and 23 dB more for each factor of ten.
 */
const AT_10_MS_DB = 9
const PER_DECADE_DB = 23
/** The loss of a sound this far below the speech is no loss. */
const NO_LOSS_BELOW_DB = 25

/** A sound turned down by so much is as good as gone. */
const ALL_GONE_DB = 25
/** Just below what counts as noticeable. */
const DOUBTED = NOTICEABLE_FROM - 0.05

export const openDropouts: OpenSubCheck = (_about: About) => {
  const faults: Fault[] = []
  return {
    hear(section) {
      const speechDb = speechLevelDb(
        frameLevelsDb(section.mono, Math.max(1, Math.round(LEVEL_FRAME_SEC * section.sampleRateHz))),
      )
      if (speechDb <= SILENT_DB) return
      for (const channel of distinctChannels(section)) {
        const losses = [
          ...zeroRuns(channel, section.sampleRateHz, speechDb),
          ...repeats(channel, section.sampleRateHz, speechDb),
        ]
        for (const loss of losses) if (section.isInCore(loss.from)) faults.push(faultOf(loss, section))
        for (const drop of levelDrops(channel, section.sampleRateHz, speechDb))
          if (section.isInCore(drop.from)) faults.push(dropFault(drop, section))
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

function faultOf({ from, to, lostDb }: Loss, section: Section): Fault {
  const startSec = section.timeSec(from)
  const endSec = section.timeSec(to)
  const lengthDb = AT_10_MS_DB + PER_DECADE_DB * Math.log10((endSec - startSec) / 0.01)
  const share = Math.min(1, Math.max(0, 1 + lostDb / NO_LOSS_BELOW_DB))
  const audibility = audibilityOf(lengthDb) * Math.sqrt(share)
  return { type: 'dropout', startSec, endSec, severity: audibility, audibility }
}

/** As a loss of all, less for what is left; what may be speech after all is not called noticed. */
function dropFault(drop: Drop, section: Section): Fault {
  const fault = faultOf(drop, section)
  const share = Math.min(1, drop.amountDb / ALL_GONE_DB)
  const isDoubted = drop.odds < SURE_ODDS || drop.isLikePause
  const audibility = Math.min(fault.audibility * share, isDoubted ? DOUBTED : 1)
  return { ...fault, severity: audibility, audibility }
}

/** Neighbours of one cause as one fault, as audible as its worst part or a little more. */
function merged(faults: Fault[]): Fault[] {
  const ordered = [...faults].sort((one, other) => one.startSec - other.startSec)
  const whole: Fault[] = []
  for (const fault of ordered) {
    const last = whole.at(-1)
    if (!last || fault.startSec - last.endSec > ONE_CAUSE_SEC) {
      whole.push({ ...fault })
      continue
    }
    last.endSec = Math.max(last.endSec, fault.endSec)
    last.audibility = 1 - (1 - last.audibility) * (1 - fault.audibility)
    last.severity = last.audibility
  }
  return whole
}
