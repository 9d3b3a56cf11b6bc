// Which stretches of which files a report carries within itself: what is around each fault, as far as there is room.
import type { Audit } from '../../audit/engine.js'
import type { Stretch } from '../../audit/excerpt-cutter.js'
import { measuresOf } from '../../report/judgements.js'
import { faultsOf, reportsOf, type Track } from '../ci/faults.js'

/** Before a fault, so that a person knows what comes, and after it; the page plays as much. */
const AROUND_SEC = 1
/** Of a fault that lasts long, its beginning. */
const LONGEST_SEC = 8
/** Of a file that is flagged as a whole, and of a typical one beside it: as much as the page plays of both. */
const OF_WHOLE_SEC = 6
/** Of what a slow change has come to. */
const TREND_END_SEC = 4
/** All sounds together; as FLAC in base64 about 35 kB a second, so about 20 MB. */
const MOST_SEC = 600
/** Between two stretches so near that they are one. */
const JOINED_WITHIN_SEC = 0.5

export interface ExcerptPlan {
  /** By the place of the file in the batch. */
  stretches: Map<number, Stretch[]>
  /** For which there was no room. */
  placesLeftOut: number
}

/** The first fault of every file comes before the second of any. */
export function planExcerpts(audit: Audit, mostSec = MOST_SEC): ExcerptPlan {
  const wanted = [...wantedStretches(audit)]
  const chosen = new Map<number, Stretch[]>(typicalFiles(audit).map((index) => [index, [beginning]]))
  let leftSec = mostSec - chosen.size * OF_WHOLE_SEC
  let placesLeftOut = 0
  const mostRanks = Math.max(0, ...wanted.map(([, { length }]) => length))
  for (let rank = 0; rank < mostRanks; rank++) {
    for (const [index, stretches] of wanted) {
      const stretch = stretches[rank]
      if (!stretch) continue
      const lengthSec = stretch.endSec - stretch.startSec
      if (lengthSec > leftSec) {
        placesLeftOut++
        continue
      }
      leftSec -= lengthSec
      chosen.set(index, [...(chosen.get(index) ?? []), stretch])
    }
  }
  return {
    stretches: new Map([...chosen].map(([index, stretches]) => [index, joined(stretches)])),
    placesLeftOut,
  }
}

const beginning: Stretch = { startSec: 0, endSec: OF_WHOLE_SEC }

function* wantedStretches({ checks, tracksToRegenerate }: Audit): Generator<[number, Stretch[]]> {
  const reports = reportsOf(checks)
  const places = new Map(reports[0]?.[1].tracks.map(({ file }, index) => [file, index]))
  for (const { file, reasons } of tracksToRegenerate) {
    const index = places.get(file)!
    const flagging = new Set(reasons.map(({ check }) => check))
    const stretches: Stretch[] = []
    for (const [check, { tracks }] of reports) {
      if (!flagging.has(check)) continue
      const faults = faultsOf(check, tracks[index])
      if (check === 'comparison' || check === 'pace' || faults.length === 0) stretches.unshift(beginning)
      stretches.push(...faults.map(({ timeSec, endSec }) => around(timeSec ?? 0, endSec ?? timeSec ?? 0)))
      stretches.push(...trendEnds(tracks[index]))
    }
    yield [index, stretches]
  }
}

function around(timeSec: number, endSec: number): Stretch {
  const startSec = Math.max(0, timeSec - AROUND_SEC)
  return { startSec, endSec: Math.min(endSec + AROUND_SEC, startSec + LONGEST_SEC) }
}

/** How a slow change begins is around its fault; it is noticed beside where it ends. */
function trendEnds({ trends }: Track): Stretch[] {
  const told = (trends ?? []) as (Stretch & { flagged: boolean })[]
  return told
    .filter(({ flagged }) => flagged)
    .map(({ startSec, endSec }) => ({ startSec: Math.max(startSec, endSec - TREND_END_SEC), endSec }))
}

/** The nearest to what the batch is like in voice, volume and pace: what the page plays before a file that is not. */
function typicalFiles(audit: Audit): number[] {
  const flagged = new Set(audit.tracksToRegenerate.map(({ file }) => file))
  const nearest = measuresOf(audit)
    .filter(({ name, files }) => isCompared(name) && files.some(({ verdict }) => verdict === 'flagged'))
    .flatMap(({ check, files }) => {
      const names = reportsOf(audit.checks).find(([name]) => name === check)![1].tracks
      const [first] = files
        .map(({ value }, index) => ({ value, index }))
        .filter(({ value, index }) => value !== null && !flagged.has(names[index].file))
        .sort((one, other) => Math.abs(one.value!) - Math.abs(other.value!))
      return first ? [first.index] : []
    })
  return [...new Set(nearest)]
}

function isCompared(name: string): boolean {
  return ['voice', 'volume', 'pace'].includes(name)
}

/** In order of time, with those that touch made one. */
function joined(stretches: Stretch[]): Stretch[] {
  const result: Stretch[] = []
  for (const stretch of stretches.toSorted((one, other) => one.startSec - other.startSec)) {
    const last = result.at(-1)
    if (last && stretch.startSec <= last.endSec + JOINED_WITHIN_SEC) {
      result[result.length - 1] = { ...last, endSec: Math.max(last.endSec, stretch.endSec) }
    } else {
      result.push(stretch)
    }
  }
  return result
}
