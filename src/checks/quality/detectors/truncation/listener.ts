// A file that stops inside a word, or begins inside one.

import type { Word } from '../../../../speech/speech-data.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { audibilityOf, type Fault, isNoticed, MOST_WHEN_UNSURE } from '../../issue.js'
import { ChannelsInTurn } from '../channels.js'
import type { OpenDetector } from '../detector.js'
import { cutAt, type EdgeName } from './cut.js'
import { parameters } from './parameters.js'

const { besideWordSec, listedFrom, unheardDb, wordWithinSec } = parameters
/** What is said to be cut is the edge itself. */
const { hopSec: markedSec } = frontEnd

interface EdgeFault {
  edge: EdgeName
  fault: Fault
}

export const open: OpenDetector = ({ speech, durationSec, track }) => {
  const found: EdgeFault[] = []
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
    const fault: Fault = {
      type: 'truncation',
      startSec,
      endSec,
      severity: audibility,
      audibility,
      odds: cut.odds,
    }
    found.push({ edge, fault })
  }

  return {
    listen(section) {
      if (speech.length === 0) return
      if (section.isFirst) channels.push(section, (section, index) => judge(section, index, 'start'))
      if (section.isLast) channels.push(section, (section, index) => judge(section, index, 'end'))
    },
    async result() {
      await channels.end()
      // The transcript is asked for only where somebody would notice the cut, if it is one.
      const words = found.some(({ fault }) => isNoticed(fault)) ? (await track.transcript()).words : []
      const faults = found.map(({ edge, fault }) => ({ ...fault, ...understoodBeside(words, edge, fault) }))
      return { faults, measures: null }
    },
  }
}

/** A word that is whole is understood, however tightly it was trimmed; of one that is cut the recogniser is less sure. */
function understoodBeside(
  words: readonly Word[],
  edge: EdgeName,
  { startSec, endSec }: Fault,
): Pick<Fault, 'wordConfidence'> {
  const word = edge === 'start' ? words[0] : words.at(-1)
  if (!word) return {}
  const apartSec = edge === 'start' ? word.startSec - endSec : startSec - word.endSec
  return apartSec > besideWordSec ? {} : { wordConfidence: word.confidence }
}
