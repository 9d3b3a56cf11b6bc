// Sound like speech that is no words: mumbled, reversed, shuffled, several voices at once, collapsed or broken by a vocoder.
import { type GarbleCurve, garbleEar, STEP_SEC } from '../../../../speech/garble-ear.js'
import type { Track } from '../../../../speech/track.js'
import type { Fault } from '../../issue.js'
import type { OpenDetector } from '../detector.js'
import { evidenceOf, mayHold } from './evidence.js'
import { GARBLED_FROM, garbleFaults } from './stretches.js'

/**
 * The network costs about 0.005 of real time on one core, five times that where it hears again. The transcript is asked for
 * only where the sound leaves room for doubt, which is one clean file in twelve.
 */
export const open: OpenDetector = ({ track }) => ({
  result: async () => ({ faults: await hearGarble(track), measures: null }),
})

async function hearGarble(track: Track): Promise<Fault[]> {
  if ((await track.presence()) !== 'speech') return []
  const { speechSamples } = await track.decoded()
  const curve = await (await garbleEar()).hear(speechSamples)
  if (!mayHold(curve, GARBLED_FROM)) return []
  const activity = await track.voiceActivity()
  if (activity.speech.length === 0 && !isBabble(curve)) return []
  const { tokens } = await track.transcript()
  return garbleFaults(curve, evidenceOf(curve, activity, tokens))
}

/**
 * Nobody is heard to speak. Machines and animals seem garbled to the network too, here and there, but only two of 44 noises
 * for three seconds and nearly throughout; a synthetic voice that collapsed does so for half a minute.
 */
const BABBLE_LOG_ODDS = 1
const BABBLE_SHARE = 0.9
const SURE_LOG_ODDS = 3
const SURE_SHARE = 0.6
const SHORTEST_BABBLE_SEC = 3

function isBabble({ logOdds, isSounding }: GarbleCurve): boolean {
  const sounding = logOdds.filter((_, step) => isSounding[step] === 1)
  const isOver = (limit: number, share: number) =>
    sounding.filter((value) => value > limit).length >= share * sounding.length
  return (
    sounding.length * STEP_SEC >= SHORTEST_BABBLE_SEC &&
    isOver(BABBLE_LOG_ODDS, BABBLE_SHARE) &&
    isOver(SURE_LOG_ODDS, SURE_SHARE)
  )
}
