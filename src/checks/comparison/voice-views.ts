// The voice in a file, as several views of it: the higher the accuracy, the more of them are taken.
import type { WidebandMeasures } from '../../speech/wideband.js'
import type { Accuracy } from '../check.js'

/**
 * "plain": the voice print of the file. "slow" and "fast": prints of the same speech played at another speed. The network sees
 * 20 to 3,700 Hz; played slower, higher overtones come into its range, and played faster its filters resolve the lower ones
 * better. "timbre": the print together with colour and pitch over the whole band.
 */
export const views = ['plain', 'slow', 'fast', 'timbre'] as const
export type View = (typeof views)[number]

export const viewsAt: Readonly<Record<Accuracy, readonly View[]>> = {
  standard: ['plain'],
  high: ['plain', 'slow', 'fast'],
  highest: ['plain', 'slow', 'fast', 'timbre'],
}

export const viewSpeeds = { slow: 0.8, fast: 1.2 } as const

export interface VoiceViews {
  speechSec: number
  /** As many numbers as the view has, for each view that was taken. */
  views: Partial<Record<View, Float32Array>>
}

/** Where a voice is hardly ever voiced (a whisper), it is taken to be like most voices. */
const COMMON_PITCH_SEMITONES = 5
const COMMON_PITCH_IQR_SEMITONES = 3
const COMMON_HARMONICS_TO_NOISE_DB = 10
/** Of the order of the other numbers. */
const VOICED_SHARE_SCALE = 3

/** The print, the mean spectrum and how it moves, tilt, pitch, hoarseness. */
export function timbreView(print: Float32Array, measures: WidebandMeasures): Float32Array {
  return Float32Array.from([
    ...print,
    ...measures.mfccMean,
    ...measures.mfccSd,
    measures.tiltDbPerOctave,
    Math.log(measures.rolloffHz),
    VOICED_SHARE_SCALE * measures.voicedShare,
    measures.pitchMedianSemitones ?? COMMON_PITCH_SEMITONES,
    measures.pitchIqrSemitones ?? COMMON_PITCH_IQR_SEMITONES,
    measures.harmonicsToNoiseDb ?? COMMON_HARMONICS_TO_NOISE_DB,
  ])
}
