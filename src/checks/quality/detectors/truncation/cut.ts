// Where an edge of a file is most like a cut inside a word, as the network of cuts sees it.
import { selected } from '../../../../audio/selection.js'
import { type Features, featuresIn, LEVEL_SCALE } from '../../front-end/fault-network/features.js'
import { cutOddsOf } from '../../front-end/fault-network/network.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import { PARTS, partStart } from '../../front-end/part-energies.js'
import type { Section } from '../../front-end/section.js'
import { parameters } from './parameters.js'

const { endWithinSec, floorShare, leastOverFloorDb, seenSec, startWithinSec } = parameters
const { unheardDb, voiceFrames } = parameters

export type EdgeName = 'start' | 'end'

export interface Cut {
  odds: number
  /** Of the voice beside it, in dB against the speech. */
  levelDb: number
  timeSec: number
}

/** Null where nothing is audible there but perhaps the noise that runs through the file. */
export async function cutAt(
  edge: EdgeName,
  features: Features,
  section: Section,
  network = cutOddsOf,
): Promise<Cut | null> {
  const { frames, sound } = features
  const isStart = edge === 'start'
  const seen = Math.min(frames, Math.round(seenSec / frontEnd.hopSec))
  const first = isStart ? 0 : frames - seen
  const odds = await network(featuresIn(features, first, first + seen))
  const curve = isStart ? odds.cutStart : odds.cutEnd
  const within = Math.min(seen, Math.round((isStart ? startWithinSec : endWithinSec) / frontEnd.hopSec))
  const near = isStart ? curve.subarray(0, within) : curve.subarray(-within)
  const most = Math.max(...near)
  const frame = first + (isStart ? 0 : seen - within) + near.indexOf(most)
  // Parts of 1.25 ms from the edge inwards, from a frame outside of the cut on: the first audible one is the edge of the voice.
  const inwards = isStart ? 1 : -1
  const levels: number[] = []
  let place: { frame: number; part: number } | undefined
  for (let at = frame - inwards; Math.abs(at - frame) <= voiceFrames; at += inwards) {
    if (at < 0 || at >= frames) continue
    for (let k = 0; k < PARTS; k++) {
      const part = isStart ? k : PARTS - 1 - k
      const levelDb = sound[part * frames + at] / LEVEL_SCALE
      if (levelDb >= unheardDb) place ??= { frame: at, part }
      if (place && levels.length < voiceFrames * PARTS) levels.push(levelDb)
    }
  }
  if (!place) return null
  const power = levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length
  const levelDb = 10 * Math.log10(power)
  const floorDb = selected(sound.slice(), sound.length, Math.floor(floorShare * sound.length)) / LEVEL_SCALE
  if (levelDb < floorDb + leastOverFloorDb) return null
  return { odds: most, levelDb, timeSec: timeOf(place, isStart, section, frames) }
}

/** Frames do not reach the very edges of a file: a voice that is there in the outermost part is there at the edge. */
function timeOf(
  { frame, part }: { frame: number; part: number },
  isStart: boolean,
  section: Section,
  frames: number,
): number {
  const isOutermost = isStart ? frame === 0 && part === 0 : frame === frames - 1 && part === PARTS - 1
  if (isOutermost) return section.timeSec(isStart ? 0 : section.length)
  return section.timeSec(partStart(section.sampleRateHz, frame, isStart ? part : part + 1))
}
