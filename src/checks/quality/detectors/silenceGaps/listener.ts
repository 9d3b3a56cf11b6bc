// Pauses longer than speech warrants, by what people tolerate and by the file's own pauses; and holes inside a word.

import { SILENT_DB, speechLevelDb } from '../../front-end/frame-levels.js'
import { LevelEnvelope } from '../../front-end/level-envelope.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { isLongHole } from '../../front-end/zero-runs.js'
import { audibilityOf, type Fault, NOTICEABLE_DB } from '../../issue.js'
import type { About, OpenDetector } from '../detector.js'
import { parameters } from './parameters.js'
import { type Pause, pausesIn } from './pauses.js'

const {
  afterHeadingSec,
  digitalDb,
  digitalLongSec,
  headingWithinSec,
  longSec,
  noticedAfterHeadingSec,
  noticedSec,
  noticedTimesOwn,
  ownFromSec,
  perDecadeDb,
  timesOwn,
  tooLongSec,
} = parameters
const { hopSec } = frontEnd

export const open: OpenDetector = ({ sampleRateHz, speech }: About) => {
  const envelope = new LevelEnvelope(sampleRateHz, hopSec)
  const holes: Fault[] = []
  return {
    listen(section) {
      envelope.push(section.mono.subarray(section.coreFrom, section.coreTo))
      for (const channel of section.channels) holes.push(...holesIn(channel, section))
    },
    result() {
      const { levelsDb } = envelope
      const speechDb = speechLevelDb(levelsDb)
      // Where nobody speaks there is no pause in speech.
      if (speechDb <= SILENT_DB || speech.length === 0) return { faults: holes, measures: null }
      const pauses = pausesIn(levelsDb, speechDb).filter(({ from, to }) => (to - from) * hopSec >= ownFromSec)
      const isEdge = ({ from, to }: Pause) => from === 0 || to === levelsDb.length
      const inner = pauses.filter((pause) => !isEdge(pause))
      const firstFrame = speech[0].startSec / hopSec
      const isAfterHeading = ({ from, to }: Pause) =>
        from - firstFrame < Math.min(headingWithinSec / hopSec, levelsDb.length - to) &&
        levelsDb.length - to >= afterHeadingSec / hopSec
      const faults = pauses.flatMap((pause) =>
        isEdge(pause)
          ? edgeFault(pause)
          : innerFault(
              pause,
              inner.filter((other) => other !== pause),
              isAfterHeading(pause) ? noticedAfterHeadingSec : noticedSec,
            ),
      )
      return { faults: [...faults, ...holes], measures: null }
    },
  }
}

/** Nobody misses that sound is gone for so long; what is gone for less is a dropout. */
function holesIn(channel: Float32Array, section: Section): Fault[] {
  return section
    .holesOf(channel)
    .filter(({ from, to }) => section.isInCore(from) && isLongHole(from, to, section.sampleRateHz))
    .map(({ from, to }) => ({
      type: 'silence',
      startSec: section.timeSec(from),
      endSec: section.timeSec(to),
      severity: 1,
      audibility: 1,
    }))
}

function edgeFault(pause: Pause): Fault[] {
  const lengthSec = (pause.to - pause.from) * hopSec
  // Waiting for the first word is taken more lightly than a break.
  return lengthSec < tooLongSec ? [] : [faultOf(pause, lengthSec / 2, noticedAfterHeadingSec, 0)]
}

function innerFault(pause: Pause, others: Pause[], alwaysFromSec: number): Fault[] {
  const lengthSec = (pause.to - pause.from) * hopSec
  const ownSec = Math.max(0, ...others.map(({ from, to }) => (to - from) * hopSec))
  const isCutIn = pause.isDigital && others.length > 0 && others.every((other) => !other.isDigital)
  const isLong = lengthSec >= Math.max(longSec, timesOwn * ownSec) || lengthSec >= tooLongSec
  const expectedSec = Math.min(tooLongSec, Math.max(alwaysFromSec, noticedTimesOwn * ownSec))
  if (isLong) return [faultOf(pause, lengthSec, expectedSec, isCutIn ? digitalDb : 0)]
  if (isCutIn && lengthSec >= Math.max(digitalLongSec, timesOwn * ownSec))
    return [faultOf(pause, lengthSec, expectedSec, digitalDb)]
  return []
}

function faultOf(pause: Pause, lengthSec: number, expectedSec: number, addedDb: number): Fault {
  const overDb = NOTICEABLE_DB + perDecadeDb * Math.log10(lengthSec / expectedSec) + addedDb
  const audibility = Math.max(0.1, audibilityOf(overDb))
  return {
    type: 'silence',
    startSec: pause.from * hopSec,
    endSec: pause.to * hopSec,
    severity: audibility,
    audibility,
  }
}
