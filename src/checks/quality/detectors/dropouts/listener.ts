// Short losses of signal: holes, lost packets, packets played twice, sudden drops of level.
import { merged } from '../../binarise.js'
import type { Loss } from '../../front-end/loss.js'
import type { Section } from '../../front-end/section.js'
import { isLongHole } from '../../front-end/zero-runs.js'
import { audibilityOf, type Fault, takeStronger } from '../../issue.js'
import { ChannelsInTurn } from '../channels.js'
import type { OpenDetector } from '../detector.js'
import { networkLosses, type UnsureLoss } from './network-losses.js'
import { parameters } from './parameters.js'
import { repeats } from './repeats.js'

const { allGoneDb, at10MsDb, fileEdgeSec, noLossBelowDb, oneCauseSec, perDecadeDb } = parameters

export const open: OpenDetector = () => {
  const faults: Fault[] = []
  const channels = new ChannelsInTurn()

  const judge = async (section: Section, index: number) => {
    const channel = section.channels[index]
    const holes = section.holesOf(channel)
    const short = holes.filter(({ from, to }) => !isLongHole(from, to, section.sampleRateHz))
    const copies = repeats(channel, section.sampleRateHz, section.speechDbOf(channel))
    for (const loss of [...short, ...copies])
      if (section.isInCore(loss.from)) faults.push(faultOf(loss, section))
    const known = await section.faultsOf(index)
    if (!known) return
    const exact = [...holes, ...copies]
    for (const loss of networkLosses(known.odds.loss, section, index)) {
      const isNew = comesBack(loss, section) && !exact.some((other) => overlap(loss, other))
      if (section.isInCore(loss.from) && isNew) faults.push(unsureFault(loss, section))
    }
  }

  return {
    listen(section) {
      channels.push(section, judge)
    },
    async result() {
      await channels.end()
      return { faults: oneForEachCause(faults), measures: null }
    },
  }
}

/** What is soft from the start of the file, or up to its end, was not lost: that is how voices begin and end. */
function comesBack({ from, to }: Loss, { length, sampleRateHz, isFirst, isLast }: Section): boolean {
  const edge = fileEdgeSec * sampleRateHz
  return !(isFirst && from < edge) && !(isLast && to > length - edge)
}

/** What is found to the sample is not reported a second time by the network. */
function overlap(one: Loss, other: Loss): boolean {
  return one.from < other.to && one.to > other.from
}

function faultOf({ from, to, lostDb }: Loss, section: Section): Fault {
  const startSec = section.timeSec(from)
  const endSec = section.timeSec(to)
  const lengthDb = at10MsDb + perDecadeDb * Math.log10((endSec - startSec) / 0.01)
  const share = Math.min(1, Math.max(0, 1 + lostDb / noLossBelowDb))
  const audibility = audibilityOf(lengthDb) * Math.sqrt(share)
  return { type: 'dropout', startSec, endSec, severity: audibility, audibility }
}

/** As audible as a loss of all sound, less for what is left. */
function unsureFault(loss: UnsureLoss, section: Section): Fault {
  const fault = faultOf(loss, section)
  const audibility = fault.audibility * Math.min(1, loss.amountDb / allGoneDb)
  return { ...fault, severity: audibility, audibility, odds: loss.odds }
}

/** Neighbours of one cause as one fault, as audible as its worst part or a little more; several doubts are no certainty. */
function oneForEachCause(faults: Fault[]): Fault[] {
  return merged(faults, oneCauseSec, (whole, next) => {
    const audibility = 1 - (1 - whole.audibility) * (1 - next.audibility)
    takeStronger(whole, next)
    whole.audibility = audibility
    whole.severity = audibility
  })
}
