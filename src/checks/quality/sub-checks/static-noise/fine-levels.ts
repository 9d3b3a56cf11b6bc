// Levels of parts of a frame: the sound itself in parts of 2.5 ms, and its sharpness in parts of 1.25 ms.
import { quickLog10 } from '../../../../audio/quick-log10.js'
import type { Section } from '../../section.js'
import { energy } from '../time-levels/frame-levels.js'
import { scaledLevel } from './level-range.js'

const SHARP_BLOCKS = 8
const RAW_BLOCKS = 4
export const FINE_ROWS = SHARP_BLOCKS + RAW_BLOCKS
/** Differences of samples so far apart leave nothing of a voice's pitch and most of what lies around 4 kHz. */
const APART_SEC = 1 / 8_000
/** As in the shared spectrum. */
const FRAME_SEC = 0.02
const HOP_SEC = 0.01
const TINY = 1e-20

/** One row of values a block, one value a frame. */
export type FineLevels = Float32Array

/** `speechDb` and `fftSize` as of the section's spectrum. */
export function fineLevels(section: Section, frames: number, fftSize: number, speechDb: number): FineLevels {
  const { mono, sampleRateHz } = section
  const hop = Math.round(HOP_SEC * sampleRateHz)
  const frameLength = Math.round(FRAME_SEC * sampleRateHz)
  // The bins of a Hann frame add up to 3/4 of transform over frame, times the mean square.
  const referenceDb = speechDb - 10 * Math.log10((0.75 * fftSize) / frameLength)
  const rows = new Float32Array(FINE_ROWS * frames)
  const apart = Math.max(1, Math.round(APART_SEC * sampleRateHz))
  const start = hop >> 1
  for (let frame = 0; frame < frames; frame++) {
    const begin = frame * hop + start
    for (let block = 0; block < SHARP_BLOCKS; block++) {
      const from = begin + Math.floor((block * hop) / SHARP_BLOCKS)
      const to = begin + Math.floor(((block + 1) * hop) / SHARP_BLOCKS)
      let sum = 0
      for (let n = Math.max(from, 2 * apart); n < to; n++) {
        const bend = mono[n] - 2 * mono[n - apart] + mono[n - 2 * apart]
        sum += bend * bend
      }
      rows[block * frames + frame] = levelOf(sum / (to - from), referenceDb)
    }
    for (let block = 0; block < RAW_BLOCKS; block++) {
      const from = begin + Math.floor((block * hop) / RAW_BLOCKS)
      const to = begin + Math.floor(((block + 1) * hop) / RAW_BLOCKS)
      rows[(SHARP_BLOCKS + block) * frames + frame] = levelOf(
        energy(mono, from, to) / (to - from),
        referenceDb,
      )
    }
  }
  return rows
}

function levelOf(meanSquare: number, referenceDb: number): number {
  return scaledLevel(10 * quickLog10(meanSquare + TINY) - referenceDb)
}
