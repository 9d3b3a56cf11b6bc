// Sound like speech that is no words: mumbled, reversed, shuffled, several voices at once, collapsed or broken by a vocoder.
import { type GarbleCurve, garbleEar } from '../../speech/garble-ear.js'
import type { Transcript, VoiceActivity } from '../../speech/heard.js'
import type { Track } from '../../speech/track.js'
import { doubtCurve, NEUTRAL_NATS } from './garble/doubt.js'
import { evidenceOf } from './garble/evidence.js'
import { garbleFaults } from './garble/stretches.js'
import type { Fault } from './issue.js'

/**
 * Takes the transcript, and adds the network's own cost to it: about 0.005 of real time on one core.
 */
export async function hearGarble(track: Track): Promise<Fault[]> {
  const { speechSamples } = await track.decoded()
  const ear = await garbleEar()
  const curve = await ear.hear(speechSamples)
  return garbleIn(curve, await track.voiceActivity(), await track.transcript())
}

export function garbleIn(curve: GarbleCurve, activity: VoiceActivity, transcript: Transcript): Fault[] {
  if (activity.speech.length === 0)
    return isBabble(curve) ? garbleFaults(curve, evidenceOf(curve, neutral(curve))) : []
  const doubt = doubtCurve(transcript.tokens, activity.speech, curve.logOdds.length)
  return garbleFaults(curve, evidenceOf(curve, doubt))
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

function neutral({ logOdds }: GarbleCurve): Float32Array {
  return new Float32Array(logOdds.length).fill(NEUTRAL_NATS)
}
