// Voices that need no speech: points in a space of eight dimensions.
import type { FileFindings } from '../../../src/checks/check.js'
import type { ComparisonFindings } from '../../../src/checks/comparison/listen.js'
import type { Calibrations, VoiceJudge } from '../../../src/checks/comparison/voice-judge.js'
import type { Calibration, VoiceModel } from '../../../src/checks/comparison/voice-model.js'

const DIMS = 8

/** Voices differ by 1 in each direction, prints of one voice by 0.05, and those of short speech by more. */
export const madeUpModel: VoiceModel = {
  dims: DIMS,
  mean: new Float32Array(DIMS),
  directions: Float32Array.from({ length: DIMS * DIMS }, (_, index) => (index % (DIMS + 1) === 0 ? 1 : 0)),
  between: new Float32Array(DIMS).fill(1),
  within: new Float32Array(DIMS).fill(0.05),
  withinOneSec: new Float32Array(DIMS).fill(0.2),
}

export const asItIs: Calibration = { offset: 0, scale: 1, shortOffset: 0, shortScale: 0 }

/** Three views in one: their sum. */
const madeUpWhole: VoiceModel = {
  ...madeUpModel,
  mean: new Float32Array(3 * DIMS),
  directions: Float32Array.from({ length: 3 * DIMS * DIMS }, (_, index) =>
    Math.floor(index / (3 * DIMS)) === index % DIMS ? 1 : 0,
  ),
}

const calibrations: Calibrations = { pair: asItIs, group: asItIs }

/** The same model for every view. */
export const madeUpJudge: VoiceJudge = {
  models: {
    plain: madeUpModel,
    slow: madeUpModel,
    fast: madeUpModel,
    timbre: madeUpModel,
    whole: madeUpWhole,
  },
  calibrations: {
    print: calibrations,
    timbre: calibrations,
    speeds: calibrations,
    speedsAndTimbre: calibrations,
    whole: calibrations,
  },
}

/** A voice is a direction; `nudge` makes prints of it differ a little, without chance. */
export function voiceVector(voice: number, nudge = 0): Float32Array {
  return Float32Array.from(
    { length: DIMS },
    (_, d) => (d === voice ? 1 : 0) + 0.03 * Math.sin(1 + 7 * nudge + 3 * d),
  )
}

export interface MadeUpFile {
  presence?: ComparisonFindings['presence']
  voice: number | null
  speechSec?: number
  loudnessLufs?: number | null
  recording?: ComparisonFindings['recording']
  parts?: ComparisonFindings['parts']
  pauses?: ComparisonFindings['pauses']
  overlaps?: ComparisonFindings['overlaps']
  levels?: ComparisonFindings['levels']
  phraseEnds?: ComparisonFindings['phraseEnds']
  pitchSemitones?: ComparisonFindings['pitchSemitones']
  pitches?: ComparisonFindings['pitches']
}

export function madeUpBatch(files: MadeUpFile[]): FileFindings<ComparisonFindings>[] {
  return files.map(
    (
      {
        presence = 'speech',
        voice,
        speechSec = 5,
        loudnessLufs = -20,
        recording = null,
        parts = [],
        pauses = [],
        overlaps = [],
        levels = [],
        phraseEnds = [],
        pitchSemitones = null,
        pitches = [],
      },
      index,
    ) => ({
      file: `${index}.wav`,
      findings: {
        presence,
        voice: voice === null ? null : { views: { plain: voiceVector(voice, index) }, speechSec },
        parts,
        pauses,
        overlaps,
        recording,
        loudnessLufs,
        levels,
        phraseEnds,
        pitchSemitones,
        pitches,
      },
    }),
  )
}

export function voices(...numbers: number[]): MadeUpFile[] {
  return numbers.map((voice) => ({ voice }))
}
