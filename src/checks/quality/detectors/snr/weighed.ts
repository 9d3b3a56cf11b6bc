// How much noise lowers a listener's opinion.
import { rounded } from '../../../statistics.js'
import { parameters } from '../../parameter.js'
import type { Weighed } from '../detector.js'

export interface SnrMeasures {
  /** Level of the speech over the level of the noise, over all frequencies; null without speech. */
  snrDb: number | null
  /** Level of the speech over noise that comes and goes with it; null with too little speech. */
  modulatedSnrDb: number | null
}

export const weights = parameters({
  'So much for each decibel below what nobody minds. Slopes read off the mean votes of the 12 conditions of the P.835 set.':
    {
      unmindedDb: [40, 'dB'],
      stepsPerSnrDb: [0.057, 'steps'],
      stepsPerModulatedDb: [0.072, 'steps'],
    },
  'Speech with noise nearer than this is noisy to everybody (Rec. ITU-T P.835 scores background "intrusive" there).':
    {
      noisyBelowDb: [20, 'dB'],
    },
})
const { unmindedDb, stepsPerSnrDb, stepsPerModulatedDb, noisyBelowDb } = weights

/** Without speech there is no signal over the noise. */
const NO_SPEECH_SNR_DB = 0

export const weighed: Weighed<SnrMeasures, { snrDb: number }> = {
  steps: ({ snrDb, modulatedSnrDb }) => [
    stepsBelow(snrDb, stepsPerSnrDb),
    stepsBelow(modulatedSnrDb, stepsPerModulatedDb),
  ],
  reason: ({ snrDb }) =>
    snrDb !== null && snrDb < noisyBelowDb
      ? `noisy: the speech is only ${Math.round(snrDb)} dB above the noise`
      : null,
  reported: ({ snrDb }) => ({ snrDb: rounded(snrDb ?? NO_SPEECH_SNR_DB, 1) }),
}

function stepsBelow(db: number | null, stepsPerDb: number): number {
  return db === null ? 0 : stepsPerDb * Math.max(0, unmindedDb - db)
}
