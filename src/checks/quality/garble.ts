// Sound like speech that is no words: mumbled, reversed, shuffled, several voices at once, collapsed or broken by a vocoder.
import { type GarbleCurve, garbleEar } from '../../speech/garble-ear.js'
import type { Track } from '../../speech/track.js'
import { evidenceOf, mayHold } from './garble/evidence.js'
import { GARBLED_FROM, garbleFaults } from './garble/stretches.js'
import type { Fault } from './issue.js'

/**
 * The network costs about 0.005 of real time on one core. The transcript is asked for only where the sound leaves room for
 * doubt, which is one clean file in five.
 */
export async function hearGarble(track: Track): Promise<Fault[]> {
  const { speechSamples } = await track.decoded()
  const curve = await (await garbleEar()).hear(speechSamples)
  if (!mayHold(curve, GARBLED_FROM)) return []
  const activity = await track.voiceActivity()
  if (activity.speech.length === 0 && !isBabble(curve)) return []
  const { tokens } = await track.transcript()
  return garbleFaults(curve, evidenceOf(curve, activity, tokens))
}

/**
 * Nobody is heard to speak. Machines, animals and music seem garbled to the network too, here and there; only what seems so
 * nearly throughout, and loud enough to be meant for speech, is a voice that collapsed.
 */
const BABBLE_SHARE = 0.9
const BABBLE_LOG_ODDS = 3
const SHORTEST_BABBLE_STEPS = 30

function isBabble({ logOdds, isSounding }: GarbleCurve): boolean {
  const sounding = logOdds.filter((_, step) => isSounding[step] === 1)
  const garbled = sounding.filter((value) => value > BABBLE_LOG_ODDS)
  return garbled.length >= SHORTEST_BABBLE_STEPS && garbled.length >= BABBLE_SHARE * sounding.length
}
