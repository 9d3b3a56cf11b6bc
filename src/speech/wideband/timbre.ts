import { type MelBank, melBank, melEnergies } from '../../audio/mel.js'
import { powerSpectrum, type Spectrum } from '../../audio/spectrum.js'
import type { Stretch } from './stretches.js'

export interface Timbre {
  /** Coefficients 1 to 20 (0 is the level) of the natural logarithm of the mel energies, by an orthonormal DCT-II. */
  mfccMean: number[]
  mfccSd: number[]
  /** Long-term average spectrum: power in each mel band (`MEL_BANDS` from `LOW_HZ` to Nyquist) over all power. */
  bandsDb: number[]
  /** Slope of the power density from 200 to 5,000 Hz, equal weight to equal intervals. 0 for white noise, -6 for 1 / f^2. */
  tiltDbPerOctave: number
  /** 95 % of the power lies below. */
  rolloffHz: number
  /** The highest frequency at which there is sound worth the name: within 60 dB of the strongest band. */
  bandwidthHz: number
  /** What is left in the bands when the voice is elsewhere, over all power: noise under the speech, where there is some. */
  restDb: number
}

export const MEL_BANDS = 40
/** Below the deepest voice there is only hum and rumble. */
export const LOW_HZ = 60
const COEFFICIENTS = 20
const FRAME_SEC = 0.025
const HOP_SEC = 0.01
/** Frames this far below the mean power are pauses within speech, whose spectrum is the room's and not the voice's. */
const GATE_DB = -40
/** Energies of a band are not followed further below the mean of all bands: what is inaudible must not weigh. */
const BAND_FLOOR_DB = -60
/** No rest is recorded as quieter: far below what is audible beside speech. */
const LOWEST_REST_DB = -100
const TILT_LOW_HZ = 200
const TILT_HIGH_HZ = 5_000
const TILT_BANDS_PER_OCTAVE = 3
const ROLLOFF_SHARE = 0.95
/** Sound above 5 kHz is 40 to 50 dB below the vowels in a wideband voice; a band limit leaves far less. */
const BANDWIDTH_RANGE_DB = -60
const BANDWIDTH_STEP_HZ = 250

export function timbreOf(stretches: Stretch[], sampleRateHz: number): Timbre | null {
  const spectra = stretches
    .map((stretch) => powerSpectrum(stretch, { sampleRateHz, frameSec: FRAME_SEC, hopSec: HOP_SEC }))
    .filter(({ frames }) => frames > 0)
  const frames = loudFrames(spectra)
  if (frames.length === 0) return null
  const { fftSize, dims, binHz } = spectra[0]
  const average = averageOf(frames, dims)
  for (let bin = 0; bin * binHz < LOW_HZ; bin++) average[bin] = 0
  const bank = melBank({ sampleRateHz, fftSize, bands: MEL_BANDS, lowHz: LOW_HZ, highHz: sampleRateHz / 2 })
  const energies = frames.map((frame) => {
    const energy = new Float64Array(bank.bands)
    melEnergies(bank, frame, 0, energy)
    return energy
  })
  return {
    restDb: rest(energies),
    ...cepstrum(energies),
    bandsDb: bandLevels(average, bank),
    tiltDbPerOctave: tilt(average, binHz),
    rolloffHz: rolloff(average, binHz),
    bandwidthHz: bandwidth(average, binHz),
  }
}

/** The power spectra of the frames that are not pauses. */
function loudFrames(spectra: Spectrum[]): Float32Array[] {
  const frames = spectra.flatMap(({ frames, dims, data }) =>
    Array.from({ length: frames }, (_, frame) => data.subarray(frame * dims, (frame + 1) * dims)),
  )
  const powers = frames.map((frame) => sumOf(frame))
  const gate = (sumOf(powers) / powers.length) * 10 ** (GATE_DB / 10)
  return frames.filter((_, index) => powers[index] > gate)
}

function averageOf(frames: Float32Array[], dims: number): Float64Array {
  const average = new Float64Array(dims)
  for (const frame of frames) for (let bin = 0; bin < dims; bin++) average[bin] += frame[bin] / frames.length
  return average
}

/** A band is free of voice, or nearly, in this share of the frames; each band in its own. */
const FREE_SHARE = 0.05

function rest(energies: Float64Array[]): number {
  const bands = energies[0].length
  const inBand = new Float64Array(energies.length)
  let left = 0
  let all = 0
  for (let band = 0; band < bands; band++) {
    for (let frame = 0; frame < inBand.length; frame++) inBand[frame] = energies[frame][band]
    all += sumOf(inBand) / inBand.length
    left += inBand.sort()[Math.floor(FREE_SHARE * inBand.length)]
  }
  return Math.max(decibels(left / all), LOWEST_REST_DB)
}

/** Takes the energies over: they become their logarithms. */
function cepstrum(logs: Float64Array[]): Pick<Timbre, 'mfccMean' | 'mfccSd'> {
  const bands = logs[0].length
  const total = logs.reduce((sum, energy) => sum + sumOf(energy), 0)
  const floor = (total / (logs.length * bands)) * 10 ** (BAND_FLOOR_DB / 10)
  const mean: number[] = []
  const sd: number[] = []
  for (const log of logs) for (let b = 0; b < bands; b++) log[b] = Math.log(Math.max(log[b], floor))
  for (let c = 1; c <= COEFFICIENTS; c++) {
    const row = Float64Array.from(
      { length: bands },
      (_, b) => Math.sqrt(2 / bands) * Math.cos((Math.PI / bands) * (b + 0.5) * c),
    )
    let sum = 0
    let squares = 0
    for (const log of logs) {
      let coefficient = 0
      for (let b = 0; b < bands; b++) coefficient += row[b] * log[b]
      sum += coefficient
      squares += coefficient * coefficient
    }
    const centre = sum / logs.length
    mean.push(centre)
    sd.push(Math.sqrt(Math.max(0, squares / logs.length - centre * centre)))
  }
  return { mfccMean: mean, mfccSd: sd }
}

function bandLevels(average: Float64Array, bank: MelBank): number[] {
  const energies = new Float64Array(bank.bands)
  melEnergies(bank, average, 0, energies)
  const total = sumOf(average)
  return Array.from(energies, (energy) => Math.max(decibels(energy / total), BAND_FLOOR_DB))
}

/** Least squares of level against the logarithm of frequency, over bands a third of an octave wide. */
function tilt(average: Float64Array, binHz: number): number {
  const octaves: number[] = []
  const levelsDb: number[] = []
  const half = 2 ** (0.5 / TILT_BANDS_PER_OCTAVE)
  const count = Math.floor(Math.log2(TILT_HIGH_HZ / TILT_LOW_HZ) * TILT_BANDS_PER_OCTAVE) + 1
  const floor = (sumOf(average) / average.length) * 10 ** (BAND_FLOOR_DB / 10)
  for (let band = 0; band < count; band++) {
    const octave = band / TILT_BANDS_PER_OCTAVE
    const centreHz = TILT_LOW_HZ * 2 ** octave
    octaves.push(octave)
    levelsDb.push(decibels(Math.max(densityBetween(average, binHz, centreHz / half, centreHz * half), floor)))
  }
  const meanOctave = sumOf(octaves) / count
  const meanDb = sumOf(levelsDb) / count
  let joint = 0
  let spreadSquared = 0
  for (let band = 0; band < count; band++) {
    joint += (octaves[band] - meanOctave) * (levelsDb[band] - meanDb)
    spreadSquared += (octaves[band] - meanOctave) ** 2
  }
  return joint / spreadSquared
}

function rolloff(average: Float64Array, binHz: number): number {
  const wanted = ROLLOFF_SHARE * sumOf(average)
  let sum = 0
  let bin = 0
  while (sum + average[bin] < wanted) sum += average[bin++]
  // A bin stands for the half bins on both sides of it.
  return (bin - 0.5 + (wanted - sum) / average[bin]) * binHz
}

function bandwidth(average: Float64Array, binHz: number): number {
  const nyquistHz = (average.length - 1) * binHz
  const densities: number[] = []
  for (let lowHz = 0; lowHz < nyquistHz; lowHz += BANDWIDTH_STEP_HZ)
    densities.push(densityBetween(average, binHz, lowHz, lowHz + BANDWIDTH_STEP_HZ))
  const least = Math.max(...densities) * 10 ** (BANDWIDTH_RANGE_DB / 10)
  return (densities.findLastIndex((density) => density >= least) + 1) * BANDWIDTH_STEP_HZ
}

/** Mean power of the bins in a band, or of the bin nearest its middle where it holds none. */
function densityBetween(average: Float64Array, binHz: number, lowHz: number, highHz: number): number {
  const first = Math.ceil(lowHz / binHz)
  const bins = average.subarray(first, Math.ceil(highHz / binHz))
  if (bins.length === 0) return average[Math.round((lowHz + highHz) / 2 / binHz)]
  return sumOf(bins) / bins.length
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]
  return sum
}

function decibels(powerRatio: number): number {
  return 10 * Math.log10(powerRatio)
}
