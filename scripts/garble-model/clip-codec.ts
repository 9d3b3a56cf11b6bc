// A small codec for 16 kHz speech: modified discrete cosine transform, each band in steps of a share of its own level. The
// noise stays 15 to 25 dB under the speech in every band, at about 6 kB a second. `clips.py` decodes it.
import { deflateRawSync } from 'node:zlib'

/** Coefficients of one frame; a frame is twice as long and overlaps half of the next. */
export const FRAME = 320
/** Coefficients that share a level. */
const BAND = 16
const BANDS = FRAME / BAND
/** Steps as shares of a band's root mean square: fine where pitch is told, coarse on top. */
const FINE_BANDS = 3
const MIDDLE_BANDS = 10
const STEP = { fine: 0.2, middle: 0.4, coarse: 0.6 }
/** Levels are kept as powers of two to the quarter, down to -90 dB below full scale. */
const LEVEL_STEP = 0.25
const LOWEST_LEVEL = -60

export interface Coefficients {
  frames: number
  /** Of each frame's bands. */
  levels: Int8Array
  /** Of each frame, in steps. */
  values: Int8Array
}

const sine = Float64Array.from({ length: 2 * FRAME }, (_, n) => Math.sin((Math.PI * (n + 0.5)) / (2 * FRAME)))
const cosines = Float64Array.from({ length: FRAME * 2 * FRAME }, (_, index) => {
  const k = Math.floor(index / (2 * FRAME))
  const n = index % (2 * FRAME)
  return Math.sqrt(2 / FRAME) * Math.cos((Math.PI / FRAME) * (n + 0.5 + FRAME / 2) * (k + 0.5))
})

export function quantised(samples: Float32Array): Coefficients {
  const frames = Math.ceil(samples.length / FRAME) + 1
  const levels = new Int8Array(frames * BANDS)
  const values = new Int8Array(frames * FRAME)
  const block = new Float64Array(2 * FRAME)
  const spectrum = new Float64Array(FRAME)
  for (let frame = 0; frame < frames; frame++) {
    for (let n = 0; n < 2 * FRAME; n++) block[n] = sine[n] * (samples[(frame - 1) * FRAME + n] ?? 0)
    for (let k = 0; k < FRAME; k++) {
      let sum = 0
      for (let n = 0, at = k * 2 * FRAME; n < 2 * FRAME; n++, at++) sum += cosines[at] * block[n]
      spectrum[k] = sum
    }
    for (let band = 0; band < BANDS; band++) {
      let power = 0
      for (let k = band * BAND; k < (band + 1) * BAND; k++) power += spectrum[k] ** 2 / BAND
      const level = Math.max(LOWEST_LEVEL, Math.round(Math.log2(Math.sqrt(power) + 1e-12) / LEVEL_STEP))
      levels[frame * BANDS + band] = level
      const step = 2 ** (LEVEL_STEP * level) * stepOf(band)
      for (let k = band * BAND; k < (band + 1) * BAND; k++)
        values[frame * FRAME + k] = Math.max(-127, Math.min(127, Math.round(spectrum[k] / step)))
    }
  }
  return { frames, levels, values }
}

function stepOf(band: number): number {
  if (band < FINE_BANDS) return STEP.fine
  return band < MIDDLE_BANDS ? STEP.middle : STEP.coarse
}

/** All levels of all clips, then all values of the first band, of the second, and so on: like beside like packs best. */
export function encodeClips(clips: Coefficients[]): Uint8Array {
  const frames = clips.reduce((sum, clip) => sum + clip.frames, 0)
  const all = new Int8Array(frames * (BANDS + FRAME))
  let at = 0
  for (let band = 0; band < BANDS; band++)
    for (const clip of clips)
      for (let frame = 0; frame < clip.frames; frame++) all[at++] = clip.levels[frame * BANDS + band]
  for (let band = 0; band < BANDS; band++)
    for (const clip of clips)
      for (let frame = 0; frame < clip.frames; frame++) {
        const from = frame * FRAME + band * BAND
        all.set(clip.values.subarray(from, from + BAND), at)
        at += BAND
      }
  return deflateRawSync(new Uint8Array(all.buffer), { level: 6, memLevel: 9 })
}
