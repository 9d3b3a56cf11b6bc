// Sound like speech that is no words: mumbled, reversed, shuffled, several voices at once, collapsed or broken by a vocoder.
import { type GarbleCurve, STEP_SEC } from '../../../../speech/garble-network.js'
import type { Track } from '../../../../speech/track.js'
import type { Fault } from '../../issue.js'
import type { OpenDetector } from '../detector.js'
import { evidenceOf, mayHold } from './evidence.js'
import { parameters } from './parameters.js'
import { garbleFaults } from './stretches.js'

const { babbleLogOdds, babbleShare, shortestBabbleSec, sureLogOdds, sureShare } = parameters

/**
 * The network costs about 0.005 of real time on one core, five times that where it runs again. The transcript is asked for
 * only where the sound leaves room for doubt, which is one clean file in twelve.
 */
export const open: OpenDetector = ({ track }) => ({
  result: async () => ({ faults: await garbleIn(track), measures: null }),
})

async function garbleIn(track: Track): Promise<Fault[]> {
  if ((await track.presence()) !== 'speech') return []
  const curve = await track.garbleCurve()
  if (!mayHold(curve, parameters.garbledFrom)) return []
  const activity = await track.voiceActivity()
  if (activity.speech.length === 0 && !isBabble(curve)) return []
  const { tokens } = await track.transcript()
  return garbleFaults(curve, evidenceOf(curve, activity, tokens))
}

function isBabble({ logOdds, isSounding }: GarbleCurve): boolean {
  const sounding = logOdds.filter((_, step) => isSounding[step] === 1)
  const isOver = (limit: number, share: number) =>
    sounding.filter((value) => value > limit).length >= share * sounding.length
  return (
    sounding.length * STEP_SEC >= shortestBabbleSec &&
    isOver(babbleLogOdds, babbleShare) &&
    isOver(sureLogOdds, sureShare)
  )
}
