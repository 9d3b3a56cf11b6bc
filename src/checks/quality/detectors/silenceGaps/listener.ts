// Pauses longer than speech warrants, by what people tolerate and by the file's own pauses; and holes inside a word.

import { SILENT_DB, speechLevelDb } from '../../front-end/frame-levels.js'
import { LevelEnvelope } from '../../front-end/level-envelope.js'
import type { Section } from '../../front-end/section.js'
import { zeroRuns } from '../../front-end/zero-runs.js'
import { audibilityOf, type Fault } from '../../issue.js'
import type { About, OpenDetector } from '../detector.js'
import { type Pause, pausesIn } from './pauses.js'

const FRAME_SEC = 0.01
/**
 * Readers pause up to 1 s between sentences and 1.5 s between paragraphs (E. Campione, J. Veronis, 2002). On untouched
 * speech one pause in 80 lasts longer than 1.9 s, all but one of them with people who search for words.
 */
const LONG_SEC = 1.9
/** Longer than this many times the longest other pause: the file's own habit is no fault. */
const TIMES_OWN = 2
/** After so long one looks whether it still plays, whatever the habit. */
const TOO_LONG_SEC = 5
/** Nothing at all where the other pauses have the noise of a room: cut in, and heard as such. */
const DIGITAL_LONG_SEC = 1
/** Before the first word and after the last a player may wait. */
const EDGE_LONG_SEC = 5
/** Shorter ones are closures of consonants. */
const OWN_FROM_SEC = 0.15
/**
 * A pause of 2.5 s in running speech is noticed (9 dB on the scale of audibility), one of 4 s annoys (20 dB). Readers stop for up
 * to 3.4 s after a heading, and nobody minds: 9 of the 11 pauses of 1.9 to 3.6 s in 2.7 h of untouched speech begin within 5 s of
 * the first word, with more said after them than before. Who makes long pauses is expected to make them: less than 2.5 times as
 * long is not noticed.
 */
const NOTICED_SEC = 2.5
const NOTICED_AFTER_HEADING_SEC = 3.6
const HEADING_WITHIN_SEC = 5
const NOTICED_TIMES_OWN = 2.5
const NOTICED_DB = 9
const PER_DECADE_DB = 54
/** A shorter hole is a lost packet; from here on it is a silence to some and a dropout to others. */
const HOLE_SEC = 0.06
/** A hole of 60 ms in a word is noticed and more (15 dB), one of 200 ms cannot be missed (30 dB). */
const HOLE_DB = 15
const HOLE_PER_DECADE_DB = 29
/** A cut to nothing is heard by itself: noticed from 1.5 s on. */
const DIGITAL_DB = 12

export const open: OpenDetector = ({ sampleRateHz, speech }: About) => {
  const envelope = new LevelEnvelope(sampleRateHz, FRAME_SEC)
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
        ({ from, to }) => (to - from) * FRAME_SEC >= OWN_FROM_SEC,
      )
      const isEdge = ({ from, to }: Pause) => from === 0 || to === levelsDb.length
      const inner = pauses.filter((pause) => !isEdge(pause))
      const firstFrame = speech[0].startSec / FRAME_SEC
      const isAfterHeading = ({ from, to }: Pause) =>
        from - firstFrame < Math.min(HEADING_WITHIN_SEC / FRAME_SEC, levelsDb.length - to)
      const faults = pauses.flatMap((pause) =>
        isEdge(pause)
          ? edgeFault(pause)
          : innerFault(
              pause,
              inner.filter((other) => other !== pause),
              isAfterHeading(pause) ? NOTICED_AFTER_HEADING_SEC : NOTICED_SEC,
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
    .filter(({ from, to }) => section.isInCore(from) && to - from >= HOLE_SEC * sampleRateHz)
    .map(({ from, to }) => {
      const lengthSec = (to - from) / sampleRateHz
      const audibility = audibilityOf(HOLE_DB + HOLE_PER_DECADE_DB * Math.log10(lengthSec / HOLE_SEC))
      const startSec = section.timeSec(from)
      return { type: 'silence', startSec, endSec: startSec + lengthSec, severity: audibility, audibility }
    })
}

function edgeFault(pause: Pause): Fault[] {
  const lengthSec = (pause.to - pause.from) * FRAME_SEC
  // Waiting for the first word is taken more lightly than a break.
  return lengthSec < EDGE_LONG_SEC ? [] : [faultOf(pause, lengthSec / 2, NOTICED_AFTER_HEADING_SEC, 0)]
}

function innerFault(pause: Pause, others: Pause[], alwaysFromSec: number): Fault[] {
  const lengthSec = (pause.to - pause.from) * FRAME_SEC
  const ownSec = Math.max(0, ...others.map(({ from, to }) => (to - from) * FRAME_SEC))
  const isCutIn = pause.isDigital && others.length > 0 && others.every((other) => !other.isDigital)
  const isLong = lengthSec >= Math.max(LONG_SEC, TIMES_OWN * ownSec) || lengthSec >= TOO_LONG_SEC
  const noticedSec = Math.min(TOO_LONG_SEC, Math.max(alwaysFromSec, NOTICED_TIMES_OWN * ownSec))
  if (isLong) return [faultOf(pause, lengthSec, noticedSec, isCutIn ? DIGITAL_DB : 0)]
  if (isCutIn && lengthSec >= Math.max(DIGITAL_LONG_SEC, TIMES_OWN * ownSec))
    return [faultOf(pause, lengthSec, noticedSec, DIGITAL_DB)]
  return []
}

function faultOf(pause: Pause, lengthSec: number, noticedSec: number, addedDb: number): Fault {
  const overDb = NOTICED_DB + PER_DECADE_DB * Math.log10(lengthSec / noticedSec) + addedDb
  const audibility = Math.max(0.1, audibilityOf(overDb))
  return {
    type: 'silence',
    startSec: pause.from * FRAME_SEC,
    endSec: pause.to * FRAME_SEC,
    severity: audibility,
    audibility,
  }
}
