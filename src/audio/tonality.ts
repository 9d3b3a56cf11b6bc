// Is a sound made of tones or of noise?
import type { Samples } from './samples.js'
import { powerSpectrum } from './spectrum.js'

export interface Tonality {
  /** Share of the power that lies in narrow lines, 0 to 1: near 1 for tones and played music, near 0 for noise. */
  tonalShare: number
  /** How alike the spectra of all instants are, 0 to 1: 1 for a sound that never changes, whatever its level. */
  steadiness: number
}

/** An eighth of a second: lines 20 Hz apart are told apart, and a note is longer. */
const FRAME_SEC = 0.128
const HOP_SEC = 0.064
/** More sound than this changes nothing in the answer, and only costs time. */
const LONGEST_SEC = 30
/** A line stands out of what lies around it by so much; a peak of noise does by that much once in thousands of bins. */
const LINE_OVER_FLOOR_DB = 12
/** Where the floor is looked for, on either side, and what of it belongs to the line itself (Hann: two bins). */
const FLOOR_BINS = 12
const LINE_BINS = 2
/** Frames further below the loudest are pauses, or the edges of a beep. */
const PAUSE_DB = 15

/** Of 16 kHz mono sound; null where there is nothing to tell by: too short, or silent. */
export function tonalityOf(samples: Samples, sampleRateHz: number): Tonality | null {
  const beginning = samples.subarray(0, Math.round(LONGEST_SEC * sampleRateHz))
  const { frames, dims, data } = powerSpectrum(beginning, {
    sampleRateHz,
    frameSec: FRAME_SEC,
    hopSec: HOP_SEC,
  })
  // Without the lowest bins: an offset is no sound.
  const rows = Array.from({ length: frames }, (_, frame) =>
    data.subarray(frame * dims + LINE_BINS, (frame + 1) * dims),
  )
  const powers = rows.map(total)
  const loudest = Math.max(0, ...powers)
  if (!(loudest > 0)) return null
  const sounding = rows.filter((_, frame) => powers[frame] >= loudest * 10 ** (-PAUSE_DB / 10))
  return {
    tonalShare: tonalShareOf(sounding),
    steadiness: steadinessOf(sounding),
  }
}

function tonalShareOf(rows: Float32Array[]): number {
  let inLines = 0
  let all = 0
  const factor = 10 ** (LINE_OVER_FLOOR_DB / 10)
  for (const row of rows) {
    all += total(row)
    for (let bin = 1; bin + 1 < row.length; bin++) {
      if (row[bin] < row[bin - 1] || row[bin] <= row[bin + 1]) continue
      if (row[bin] < factor * floorAround(row, bin)) continue
      for (let k = Math.max(0, bin - LINE_BINS); k <= Math.min(row.length - 1, bin + LINE_BINS); k++)
        inLines += row[k]
    }
  }
  return all > 0 ? Math.min(1, inLines / all) : 0
}

/** The lower of the mean powers on both sides of a line: lines of a chord are close neighbours. */
function floorAround(row: Float32Array, bin: number): number {
  const mean = (from: number, to: number) => {
    let sum = 0
    let count = 0
    for (let k = Math.max(0, from); k <= Math.min(row.length - 1, to); k++, count++) sum += row[k]
    return count === 0 ? Number.POSITIVE_INFINITY : sum / count
  }
  return Math.min(mean(bin - FLOOR_BINS, bin - LINE_BINS - 1), mean(bin + LINE_BINS + 1, bin + FLOOR_BINS))
}

/** Mean cosine between the magnitudes of each instant and those of all together. */
function steadinessOf(rows: Float32Array[]): number {
  const mean = new Float64Array(rows[0].length)
  const units = rows.map((row) => {
    const magnitudes = Float64Array.from(row, Math.sqrt)
    const length = Math.sqrt(total(row))
    return magnitudes.map((magnitude) => magnitude / length)
  })
  for (const unit of units) for (let bin = 0; bin < mean.length; bin++) mean[bin] += unit[bin]
  const length = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0))
  let sum = 0
  for (const unit of units)
    for (let bin = 0; bin < mean.length; bin++) sum += (unit[bin] * mean[bin]) / length
  return sum / units.length
}

function total(values: ArrayLike<number>): number {
  let sum = 0
  for (let n = 0; n < values.length; n++) sum += values[n]
  return sum
}
