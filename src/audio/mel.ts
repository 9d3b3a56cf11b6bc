import type { TimedMatrix } from './matrix.js'
import { powerSpectrum, type SpectrumOptions } from './spectrum.js'

/** HTK's and Kaldi's mel scale: 1127 ln(1 + f / 700). */
export function melOfHz(hz: number): number {
  return 1127 * Math.log(1 + hz / 700)
}

export function hzOfMel(mel: number): number {
  return 700 * (Math.exp(mel / 1127) - 1)
}

export interface MelBankOptions {
  sampleRateHz: number
  fftSize: number
  bands: number
  lowHz: number
  highHz: number
}

/** Overlapping triangles, each stored as the short run of bins in which it is not zero. */
export interface MelBank {
  bands: number
  centersHz: Float64Array
  firstBin: Int32Array
  weights: Float64Array[]
}

/**
 * Triangles that are straight in mel, equally spaced in mel, and reach from the centre of one neighbour to that
 * of the other (Kaldi's `MelBanks`; the Nyquist bin takes no part there, nor here).
 */
export function melBank({ sampleRateHz, fftSize, bands, lowHz, highHz }: MelBankOptions): MelBank {
  const nyquistHz = sampleRateHz / 2
  if (!Number.isInteger(bands) || bands < 1)
    throw new RangeError(`bands must be a whole number from 1, got ${bands}`)
  if (!(lowHz >= 0 && lowHz < highHz && highHz <= nyquistHz)) {
    throw new RangeError(`need 0 <= lowHz < highHz <= ${nyquistHz}, got lowHz ${lowHz} and highHz ${highHz}`)
  }
  const binHz = sampleRateHz / fftSize
  const lowMel = melOfHz(lowHz)
  const stepMel = (melOfHz(highHz) - lowMel) / (bands + 1)
  const bank: MelBank = {
    bands,
    centersHz: new Float64Array(bands),
    firstBin: new Int32Array(bands),
    weights: [],
  }
  for (let band = 0; band < bands; band++) {
    const leftMel = lowMel + band * stepMel
    const centerMel = leftMel + stepMel
    const rightMel = centerMel + stepMel
    const weights: number[] = []
    for (let bin = 0; bin < fftSize / 2; bin++) {
      const mel = melOfHz(bin * binHz)
      if (mel <= leftMel || mel >= rightMel) continue
      if (weights.length === 0) bank.firstBin[band] = bin
      weights.push(mel <= centerMel ? (mel - leftMel) / stepMel : (rightMel - mel) / stepMel)
    }
    if (weights.length === 0) {
      throw new RangeError(
        `mel band ${band + 1} of ${bands} holds no FFT bin: use fewer bands or a longer FFT`,
      )
    }
    bank.centersHz[band] = hzOfMel(centerMel)
    bank.weights.push(Float64Array.from(weights))
  }
  return bank
}

/** Energy in each band of one power spectrum that starts at `offset`, into `energies`. */
export function melEnergies(
  bank: MelBank,
  power: Float32Array | Float64Array,
  offset: number,
  energies: Float64Array,
): void {
  for (let band = 0; band < bank.bands; band++) {
    const weights = bank.weights[band]
    const first = offset + bank.firstBin[band]
    let energy = 0
    for (let i = 0; i < weights.length; i++) energy += weights[i] * power[first + i]
    energies[band] = energy
  }
}

export interface LogMelOptions extends SpectrumOptions {
  bands: number
  lowHz: number
  highHz: number
  /** Energies below this are raised to it, so that silence has a logarithm. */
  floor?: number
}

/** Far below the energy that 16-bit quantisation leaves in any band. */
const DEFAULT_FLOOR = 1e-12

/** Natural logarithm of the mel band energies of each frame. */
export function logMel(samples: Float32Array, options: LogMelOptions): TimedMatrix {
  const spectrum = powerSpectrum(samples, options)
  const bank = melBank({ ...options, fftSize: spectrum.fftSize })
  const floor = options.floor ?? DEFAULT_FLOOR
  if (!(floor > 0)) throw new RangeError(`floor must be above 0, got ${floor}`)
  const data = new Float32Array(spectrum.frames * bank.bands)
  const energies = new Float64Array(bank.bands)
  for (let frame = 0; frame < spectrum.frames; frame++) {
    melEnergies(bank, spectrum.data, frame * spectrum.dims, energies)
    for (let band = 0; band < bank.bands; band++) {
      data[frame * bank.bands + band] = Math.log(Math.max(energies[band], floor))
    }
  }
  return { frames: spectrum.frames, dims: bank.bands, data, timesSec: spectrum.timesSec }
}
