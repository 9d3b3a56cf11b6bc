// The spectrum that Whisper was trained on: 80 mel bands of 25 ms every 10 ms, on Slaney's scale, as decimal logarithms. The
// window has 400 samples, which is no power of two, and none of the transforms in src/audio is for such; the bins are summed here.

const SAMPLE_RATE_HZ = 16_000
const WINDOW = 400
const HOP = 160
const BINS = WINDOW / 2 + 1
export const MEL_BANDS = 80
export const FRAMES_PER_SEC = SAMPLE_RATE_HZ / HOP

const FLOOR = 1e-10
/** Decades below the loudest at which everything counts as silence. */
const DEPTH_DECADES = 8

/** Slaney's mel scale (Auditory Toolbox): linear to 1 kHz, 15 mel there, logarithmic above, 27 mel to a factor of 6.4. */
const LINEAR_HZ_PER_MEL = 200 / 3
const LOG_FROM_HZ = 1000
const LOG_FROM_MEL = LOG_FROM_HZ / LINEAR_HZ_PER_MEL
const LOG_STEP = Math.log(6.4) / 27

function slaneyMelOfHz(hz: number): number {
  return hz < LOG_FROM_HZ ? hz / LINEAR_HZ_PER_MEL : LOG_FROM_MEL + Math.log(hz / LOG_FROM_HZ) / LOG_STEP
}

function hzOfSlaneyMel(mel: number): number {
  return mel < LOG_FROM_MEL
    ? mel * LINEAR_HZ_PER_MEL
    : LOG_FROM_HZ * Math.exp((mel - LOG_FROM_MEL) * LOG_STEP)
}

interface Triangle {
  firstBin: number
  weights: number[]
}

/** Triangles straight in hertz, each with the same area. */
function triangles(): Triangle[] {
  const highestMel = slaneyMelOfHz(SAMPLE_RATE_HZ / 2)
  const edgesHz = Array.from({ length: MEL_BANDS + 2 }, (_, edge) =>
    hzOfSlaneyMel((edge * highestMel) / (MEL_BANDS + 1)),
  )
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [leftHz, centerHz, rightHz] = edgesHz.slice(band, band + 3)
    const all = Array.from({ length: BINS }, (_, bin) => {
      const hz = (bin * SAMPLE_RATE_HZ) / WINDOW
      const height = Math.min((hz - leftHz) / (centerHz - leftHz), (rightHz - hz) / (rightHz - centerHz))
      return (Math.max(0, height) * 2) / (rightHz - leftHz)
    })
    const firstBin = all.findIndex((weight) => weight > 0)
    return { firstBin, weights: all.slice(firstBin, all.findLastIndex((weight) => weight > 0) + 1) }
  })
}

interface Tables {
  window: Float64Array
  /** cos and sin of 2 pi j / WINDOW. */
  cosines: Float64Array
  sines: Float64Array
  bank: Triangle[]
}

let tables: Tables | undefined

function tablesOnce(): Tables {
  const each = (of: (turn: number) => number) =>
    Float64Array.from({ length: WINDOW }, (_, n) => of((2 * Math.PI * n) / WINDOW))
  tables ??= {
    window: each((turn) => 0.5 - 0.5 * Math.cos(turn)),
    cosines: each(Math.cos),
    sines: each(Math.sin),
    bank: triangles(),
  }
  return tables
}

/** The bands of 16 kHz sound, one row for each, a column for each 10 ms; what is not of the sound to its ends is mirrored. */
export function logMelSpectrum(samples: Float32Array): { frames: number; data: Float32Array } {
  const { bank } = tablesOnce()
  const frames = Math.floor(samples.length / HOP)
  const data = new Float32Array(MEL_BANDS * frames)
  const frame = new Float64Array(WINDOW)
  const power = new Float64Array(BINS)
  let highest = Math.log10(FLOOR)
  for (let at = 0; at < frames; at++) {
    windowed(samples, at * HOP - WINDOW / 2, frame)
    powers(frame, power)
    for (let band = 0; band < MEL_BANDS; band++) {
      const { firstBin, weights } = bank[band]
      let energy = 0
      for (let n = 0; n < weights.length; n++) energy += weights[n] * power[firstBin + n]
      const level = Math.log10(Math.max(FLOOR, energy))
      data[band * frames + at] = level
      highest = Math.max(highest, level)
    }
  }
  for (let n = 0; n < data.length; n++) data[n] = (Math.max(data[n], highest - DEPTH_DECADES) + 4) / 4
  return { frames, data }
}

function windowed(samples: Float32Array, start: number, into: Float64Array): void {
  const { window } = tablesOnce()
  const last = samples.length - 1
  for (let n = 0; n < WINDOW; n++) {
    let at = Math.abs(start + n)
    if (at > last) at = 2 * last - at
    into[n] = window[n] * (samples[at] ?? 0)
  }
}

/** Samples at the same distance from the first have the same cosine and the opposite sine: half the products. */
function powers(frame: Float64Array, into: Float64Array): void {
  const { cosines, sines } = tablesOnce()
  const half = WINDOW / 2
  const even = new Float64Array(half + 1)
  const odd = new Float64Array(half)
  even[0] = frame[0]
  even[half] = frame[half]
  for (let n = 1; n < half; n++) {
    even[n] = frame[n] + frame[WINDOW - n]
    odd[n] = frame[n] - frame[WINDOW - n]
  }
  for (let bin = 0; bin < BINS; bin++) {
    let re = even[0] + (bin % 2 === 0 ? even[half] : -even[half])
    let im = 0
    for (let n = 1, turn = bin; n < half; n++, turn += bin) {
      if (turn >= WINDOW) turn -= WINDOW
      re += even[n] * cosines[turn]
      im += odd[n] * sines[turn]
    }
    into[bin] = re * re + im * im
  }
}
