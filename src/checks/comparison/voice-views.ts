// The voice in a file, as several views of it: the higher the accuracy, the more of them are taken.
import type { WidebandMeasures } from '../../speech/wideband.js'
import type { Accuracy } from '../check.js'

/**
 * "plain": the voice print of the file. "slow" and "fast": prints of the same speech played at another speed. The network sees
 * 20 to 3,700 Hz; played slower, higher overtones come into its range, and played faster its filters resolve the lower ones
 * better. "timbre": the print together with colour and pitch over the whole band.
 */
const takenViews = ['plain', 'slow', 'fast', 'timbre'] as const
export type TakenView = (typeof takenViews)[number]
/** "whole": all of those in one. */
export const views = [...takenViews, 'whole'] as const
export type View = (typeof views)[number]

export const takenAt: Readonly<Record<Accuracy, readonly TakenView[]>> = {
  standard: ['plain', 'timbre'],
  high: takenViews,
  highest: takenViews,
}

/** What two voices are compared by: the views whose evidence is added up. */
export const levels = {
  print: ['plain'],
  timbre: ['timbre'],
  speeds: ['plain', 'slow', 'fast'],
  speedsAndTimbre: ['plain', 'slow', 'fast', 'timbre'],
  whole: ['whole'],
} as const satisfies Record<string, readonly View[]>
export type Level = keyof typeof levels

/**
 * Timbre tells channels apart as well as voices: it counts only where two recordings are alike. Chosen by the equal error of
 * sets left out of the training, in per cent for 3 s and more, 1.5 to 3 s and 0.8 to 1.5 s of speech: print 0.6, 4.9, 10.6;
 * timbre 0.4, 3.4, 7.2; speeds 0.4, 4.1, 9.3; with timbre 0.2, 3.4, 7.9; whole 0.2, 3.0, 7.9.
 */
export const levelsAt: Readonly<Record<Accuracy, { alike: Level; otherwise: Level }>> = {
  standard: { alike: 'timbre', otherwise: 'print' },
  high: { alike: 'speedsAndTimbre', otherwise: 'speeds' },
  highest: { alike: 'whole', otherwise: 'speeds' },
}

export const viewSpeeds = { slow: 0.8, fast: 1.2 } as const

export interface VoiceViews {
  speechSec: number
  /** As many numbers as the view has, for each view that was taken. */
  views: Partial<Record<TakenView, Float32Array>>
}

/** A view of the voice; undefined where it was not taken. */
export function viewOf({ views }: VoiceViews, view: View): Float32Array | undefined {
  if (view !== 'whole') return views[view]
  const { plain, slow, fast, timbre } = views
  if (!plain || !slow || !fast || !timbre) return undefined
  // The timbre begins with the print.
  return Float32Array.from([...slow, ...fast, ...timbre])
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
