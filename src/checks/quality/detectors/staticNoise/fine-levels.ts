// Levels of parts of a frame: the sound itself in parts of 2.5 ms, and its sharpness in parts of 1.25 ms.
import { quickLog10 } from '../../../../audio/quick-log10.js'
import { PARTS } from '../../front-end/part-energies.js'
import type { Section } from '../../front-end/section.js'
import { scaledLevel } from './level-range.js'

const PAIRS = PARTS / 2
export const FINE_ROWS = PARTS + PAIRS
/** As in the shared spectrum. */
const FRAME_SEC = 0.02
const TINY = 1e-20

/** One row of values a block, one value a frame. */
export type FineLevels = Float32Array

/** `speechDb` and `fftSize` as of the section's spectrum. */
export function fineLevels(section: Section, frames: number, fftSize: number, speechDb: number): FineLevels {
  const { mono, sampleRateHz } = section
  const frameLength = Math.round(FRAME_SEC * sampleRateHz)
  // The bins of a Hann frame add up to 3/4 of transform over frame, times the mean square.
  const referenceDb = speechDb - 10 * Math.log10((0.75 * fftSize) / frameLength)
  const rows = new Float32Array(FINE_ROWS * frames)
  const { sound, sharpness, lengths } = section.partsOf(mono)
  for (let frame = 0; frame < frames; frame++) {
    const row = frame * PARTS
    for (let part = 0; part < PARTS; part++)
      rows[part * frames + frame] = levelOf(sharpness[row + part] / lengths[part], referenceDb)
    for (let pair = 0; pair < PAIRS; pair++) {
      const first = 2 * pair
      const energy = sound[row + first] + sound[row + first + 1]
      const length = lengths[first] + lengths[first + 1]
      rows[(PARTS + pair) * frames + frame] = levelOf(energy / length, referenceDb)
    }
  }
  return rows
}

function levelOf(meanSquare: number, referenceDb: number): number {
  return scaledLevel(10 * quickLog10(meanSquare + TINY) - referenceDb)
}
