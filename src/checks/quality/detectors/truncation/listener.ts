// A file that stops inside a word, or begins inside one.
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { audibilityOf, type Fault, MOST_WHEN_UNSURE } from '../../issue.js'
import { ChannelsInTurn } from '../channels.js'
import type { OpenDetector } from '../detector.js'
import { cutAt, type EdgeName } from './cut.js'
import { parameters } from './parameters.js'

const { listedFrom, unheardDb, wordWithinSec } = parameters
/** What is said to be cut is the edge itself. */
const { hopSec: markedSec } = frontEnd

export const open: OpenDetector = ({ speech, durationSec }) => {
  const faults: Fault[] = []
  const channels = new ChannelsInTurn()

  const judge = async (section: Section, index: number, edge: EdgeName) => {
    const known = await section.faultsOf(index)
    const cut = known && (await cutAt(edge, known.features, section))
    if (!cut || cut.odds < listedFrom || cut.levelDb < unheardDb) return
    const toSpeechSec =
      edge === 'start' ? speech[0].startSec - cut.timeSec : cut.timeSec - speech[speech.length - 1].endSec
    const isInWord = toSpeechSec <= wordWithinSec
    const audibility = Math.min(audibilityOf(cut.levelDb - unheardDb), isInWord ? 1 : MOST_WHEN_UNSURE)
    const startSec = edge === 'start' ? cut.timeSec : Math.max(0, cut.timeSec - markedSec)
    const endSec = Math.min(durationSec, startSec + markedSec)
    faults.push({ type: 'truncation', startSec, endSec, severity: audibility, audibility, odds: cut.odds })
  }

  return {
    listen(section) {
      if (speech.length === 0) return
      if (section.isFirst) channels.push(section, (section, index) => judge(section, index, 'start'))
      if (section.isLast) channels.push(section, (section, index) => judge(section, index, 'end'))
    },
    async result() {
      await channels.end()
      return { faults, measures: null }
    },
  }
}
