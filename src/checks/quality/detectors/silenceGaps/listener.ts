// Pauses longer than speech warrants, by what people tolerate and by the file's own pauses; and holes inside a word.

import { SILENT_DB, speechLevelDb } from '../../front-end/frame-levels.js'
import { LevelEnvelope } from '../../front-end/level-envelope.js'
import type { Section } from '../../front-end/section.js'
import { zeroRuns } from '../../front-end/zero-runs.js'
import { audibilityOf, type Fault } from '../../issue.js'
import type { About, OpenDetector } from '../detector.js'
import { parameters } from './parameters.js'
import { type Pause, pausesIn } from './pauses.js'

const {
  digitalDb,
  digitalLongSec,
  edgeLongSec,
  frameSec,
  headingWithinSec,
  holeDb,
  holePerDecadeDb,
  holeSec,
  longSec,
  noticedAfterHeadingSec,
  noticedDb,
  noticedSec,
  noticedTimesOwn,
  ownFromSec,
  perDecadeDb,
  timesOwn,
  tooLongSec,
} = parameters

export const open: OpenDetector = ({ sampleRateHz, speech }: About) => {
  const envelope = new LevelEnvelope(sampleRateHz, frameSec)
  const holes: Fault[] = []
  return {
    hear(section) {
      envelope.push(section.mono.subarray(section.coreFrom, section.coreTo))
      for (const channel of section.channels) holes.push(...holesIn(channel, section))
    },
    result() {
      const { levelsDb } = envelope
      const speechDb = speechLevelDb(levelsDb)
      // Where nobody speaks there is no pause in speech.
      if (speechDb <= SILENT_DB || speech.length === 0) return { faults: holes, measures: null }
      const pauses = pausesIn(levelsDb, speechDb).filter(
        ({ from, to }) => (to - from) * frameSec >= ownFromSec,
      )
      const isEdge = ({ from, to }: Pause) => from === 0 || to === levelsDb.length
      const inner = pauses.filter((pause) => !isEdge(pause))
      const firstFrame = speech[0].startSec / frameSec
      const isAfterHeading = ({ from, to }: Pause) =>
        from - firstFrame < Math.min(headingWithinSec / frameSec, levelsDb.length - to)
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

function holesIn(channel: Float32Array, section: Section): Fault[] {
  const { sampleRateHz } = section
  const speechDb = section.speechDbOf(channel)
  if (speechDb <= SILENT_DB) return []
  return zeroRuns(channel, sampleRateHz, speechDb)
    .filter(({ from, to }) => section.isInCore(from) && to - from >= holeSec * sampleRateHz)
    .map(({ from, to }) => {
      const lengthSec = (to - from) / sampleRateHz
      const audibility = audibilityOf(holeDb + holePerDecadeDb * Math.log10(lengthSec / holeSec))
      const startSec = section.timeSec(from)
      return { type: 'silence', startSec, endSec: startSec + lengthSec, severity: audibility, audibility }
    })
}

function edgeFault(pause: Pause): Fault[] {
  const lengthSec = (pause.to - pause.from) * frameSec
  // Waiting for the first word is taken more lightly than a break.
  return lengthSec < edgeLongSec ? [] : [faultOf(pause, lengthSec / 2, noticedAfterHeadingSec, 0)]
}

function innerFault(pause: Pause, others: Pause[], alwaysFromSec: number): Fault[] {
  const lengthSec = (pause.to - pause.from) * frameSec
  const ownSec = Math.max(0, ...others.map(({ from, to }) => (to - from) * frameSec))
  const isCutIn = pause.isDigital && others.length > 0 && others.every((other) => !other.isDigital)
  const isLong = lengthSec >= Math.max(longSec, timesOwn * ownSec) || lengthSec >= tooLongSec
  const noticedSec = Math.min(tooLongSec, Math.max(alwaysFromSec, noticedTimesOwn * ownSec))
  if (isLong) return [faultOf(pause, lengthSec, noticedSec, isCutIn ? digitalDb : 0)]
  if (isCutIn && lengthSec >= Math.max(digitalLongSec, timesOwn * ownSec))
    return [faultOf(pause, lengthSec, noticedSec, digitalDb)]
  return []
}

function faultOf(pause: Pause, lengthSec: number, noticedSec: number, addedDb: number): Fault {
  const overDb = noticedDb + perDecadeDb * Math.log10(lengthSec / noticedSec) + addedDb
  const audibility = Math.max(0.1, audibilityOf(overDb))
  return {
    type: 'silence',
    startSec: pause.from * frameSec,
    endSec: pause.to * frameSec,
    severity: audibility,
    audibility,
  }
}
