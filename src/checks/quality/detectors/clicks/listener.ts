// Clicks, pops, joins with a jump, steps of the offset: what no voice does and linear prediction cannot foresee.
import { shortSoundDb } from '../../../../audio/psychoacoustics.js'
import type { Features } from '../../front-end/fault-network/features.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import { PARTS, partStart } from '../../front-end/part-energies.js'
import type { Section } from '../../front-end/section.js'
import { audibilityOf, type Fault } from '../../issue.js'
import { ChannelsInTurn } from '../channels.js'
import type { OpenDetector } from '../detector.js'
import { Excess } from './excess.js'
import { parameters } from './parameters.js'

const { listedFrom, longestSec, markedSec, oneCauseFrames } = parameters

export const open: OpenDetector = ({ sampleRateHz }) => {
  const excess = new Excess(sampleRateHz)
  const faults: Fault[] = []
  const channels = new ChannelsInTurn()

  const judge = async (section: Section, index: number) => {
    const decoded = section.decoded[index]
    const steps = section.stepsOf(decoded)
    // The jump of a step is a click: levelling would take it away, or make a second one beside it.
    const channel = steps.length > 0 ? decoded : section.channels[index]
    const speechPower = 10 ** (section.speechDbOf(channel) / 10)
    // A frame knows nothing of what comes before the file or after it.
    const edge = frontEnd.frameSec * sampleRateHz
    const add = (at: number, more: Pick<Fault, 'odds' | 'isStep'>) => {
      const isAtEdge = (section.isFirst && at < edge) || (section.isLast && at > section.length - edge)
      if (!section.isInCore(at) || isAtEdge) return
      const overDb = excess.ofMoment(channel, at, speechPower) - shortSoundDb(longestSec)
      const audibility = audibilityOf(overDb)
      const startSec = section.timeSec(at)
      const place = { startSec, endSec: startSec + markedSec }
      faults.push({ type: 'click', ...place, severity: audibility, audibility, ...more })
    }
    for (const at of steps) add(at, { isStep: true })
    const known = await section.faultsOf(index)
    if (!known) return
    const { features, odds } = known
    for (const frame of peaksOf(odds.click))
      add(placeOf(features, frame, sampleRateHz), { odds: odds.click[frame] })
  }

  return {
    listen(section) {
      channels.push(section, judge)
    },
    async result() {
      await channels.end()
      return { faults, measures: null }
    },
  }
}

/** Frames whose odds are the highest of their neighbours. */
function peaksOf(odds: Float32Array): number[] {
  const peaks: number[] = []
  for (let frame = 0; frame < odds.length; frame++) {
    if (odds[frame] < listedFrom) continue
    const last = peaks.at(-1)
    if (last === undefined || frame - last > oneCauseFrames) peaks.push(frame)
    else if (odds[frame] > odds[last]) peaks[peaks.length - 1] = frame
  }
  return peaks
}

/** The middle of the millisecond that prediction foresees least, in a frame and the two beside it. */
function placeOf({ residualPeak, frames }: Features, frame: number, sampleRateHz: number): number {
  let best = { peak: -Infinity, frame, part: 0 }
  for (let other = Math.max(0, frame - 1); other <= Math.min(frames - 1, frame + 1); other++) {
    for (let part = 0; part < PARTS; part++) {
      const peak = residualPeak[part * frames + other]
      if (peak > best.peak) best = { peak, frame: other, part }
    }
  }
  const start = (part: number) => partStart(sampleRateHz, best.frame, part)
  return (start(best.part) + start(best.part + 1)) >> 1
}
