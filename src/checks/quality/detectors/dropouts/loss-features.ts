// What the network of the dropouts check is told of each frame: how loud the sound is in each band against the speech and
// against the floor of that band, and how its level goes within the frame, millisecond by millisecond. Sound that is turned
// down falls in all bands at once, its noise too, and keeps its colour; a voice that pauses does none of these.
import { hzOfMel, melOfHz } from '../../../../audio/mel.js'
import { quickLog10 } from '../../../../audio/quick-log10.js'
import { selected } from '../../../../audio/selection.js'
import type { Spectrum } from '../../../../audio/spectrum.js'
import { sumOf } from '../../front-end/frame-levels.js'
import { PARTS, partEnergies } from '../../front-end/part-energies.js'

const BANDS = 18
/** Bands of equal width on the mel scale, over what nearly all files hold. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 7_600
/**
 * Levels of the bands, the same over their floors, levels of the parts of a frame, and of their sharpness: steeper than from one
 * part to the next neither a voice nor a codec ends a sound.
 */
export const LOSS_ROWS = 2 * BANDS + 2 * PARTS
/** Against the speech. Digital silence is as if so soft. */
const SOFTEST_DB = -80
const LOUDEST_DB = 20
/** Keeps the inputs of the network near one. */
const SCALE = 1 / 10
/** The softest tenth of what is not digital silence. */
const FLOOR_SHARE = 0.1
const TINY = 1e-20

/** `LOSS_ROWS` rows of one value a frame. `speechDb`: mean square of the speech. */
export function lossFeatures(
  spectrum: Spectrum,
  samples: Float32Array,
  sampleRateHz: number,
  speechDb: number,
  parts = partEnergies(samples, sampleRateHz, spectrum.frames),
): Float32Array {
  const { frames } = spectrum
  const rows = new Float32Array(LOSS_ROWS * frames)
  const row = (index: number) => rows.subarray(index * frames, (index + 1) * frames)
  bandLevels(spectrum, speechDb, rows)
  const scratch = new Float32Array(frames)
  for (let band = 0; band < BANDS; band++) overFloor(row(band), scratch, row(BANDS + band))
  for (let part = 0; part < PARTS; part++) {
    const length = parts.lengths[part]
    writePart(parts.sound, part, length, speechDb, row(2 * BANDS + part))
    writePart(parts.sharpness, part, length, speechDb, row(2 * BANDS + PARTS + part))
  }
  return rows
}

function writePart(
  energies: Float64Array,
  part: number,
  length: number,
  speechDb: number,
  into: Float32Array,
): void {
  for (let frame = 0; frame < into.length; frame++)
    into[frame] = scaled(energies[frame * PARTS + part] / length, speechDb)
}

function scaled(power: number, speechDb: number): number {
  return SCALE * Math.min(LOUDEST_DB, Math.max(SOFTEST_DB, 10 * quickLog10(power + TINY) - speechDb))
}

/** Writes one row a band. */
function bandLevels(spectrum: Spectrum, speechDb: number, rows: Float32Array): void {
  const { frames, dims, data, binHz, fftSize, timesSec } = spectrum
  const step = (melOfHz(HIGHEST_HZ) - melOfHz(LOWEST_HZ)) / BANDS
  const edges = new Int32Array(BANDS + 1)
  for (let band = 0; band <= BANDS; band++)
    edges[band] = Math.round(hzOfMel(melOfHz(LOWEST_HZ) + band * step) / binHz)
  // The bins of a Hann frame add up to 3/4 of transform over frame, times the mean square; a frame's middle is half of it.
  const frameLength = 2 * timesSec[0] * binHz * fftSize
  const toMeanSquare = frameLength / (0.75 * fftSize)
  for (let frame = 0; frame < frames; frame++) {
    for (let band = 0; band < BANDS; band++) {
      const from = edges[band]
      const to = Math.max(from + 1, edges[band + 1])
      // The file's rate has no more bands.
      const sum = to > dims ? 0 : sumOf(data, frame * dims + from, frame * dims + to)
      rows[band * frames + frame] = scaled(sum * toMeanSquare, speechDb)
    }
  }
}

function overFloor(levels: Float32Array, scratch: Float32Array, into: Float32Array): void {
  let audible = 0
  for (let frame = 0; frame < levels.length; frame++)
    if (levels[frame] > SCALE * SOFTEST_DB) scratch[audible++] = levels[frame]
  const floor = audible > 0 ? selected(scratch, audible, Math.floor(FLOOR_SHARE * (audible - 1))) : 0
  for (let frame = 0; frame < levels.length; frame++) into[frame] = levels[frame] - floor
}
