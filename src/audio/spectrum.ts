import { RealFft } from './fft.js'
import type { TimedMatrix } from './matrix.js'
import { makeWindow, type WindowName } from './window.js'

export interface SpectrumOptions {
  sampleRateHz: number
  frameSec: number
  hopSec: number
  /** Default: Hann. */
  window?: WindowName
  /** A power of two no shorter than the frame, which is zero-padded to it. Default: the next one. */
  fftSize?: number
}

/** One row a frame, one column a bin from 0 Hz to Nyquist. */
export interface Spectrum extends TimedMatrix {
  fftSize: number
  /** Distance between two bins. */
  binHz: number
}

interface Plan {
  name: WindowName
  fft: RealFft
  window: Float64Array
  scale: number
}

/** Tables take as long to make as a second of sound to analyse, and one file after the other asks for the same. */
let lastPlan: Plan | undefined

function planFor(name: WindowName, frameLength: number, fftSize: number): Plan {
  if (lastPlan?.name === name && lastPlan.window.length === frameLength && lastPlan.fft.size === fftSize)
    return lastPlan
  const window = makeWindow(name, frameLength, 'periodic')
  let windowSum = 0
  for (const value of window) windowSum += value
  lastPlan = { name, fft: new RealFft(fftSize), window, scale: 1 / (windowSum * windowSum) }
  return lastPlan
}

/**
 * Short-time power spectrum, |X[k]|^2 / (sum of window)^2: a sinusoid of amplitude 1 shows 0.25 in its bin,
 * whatever the window and the frame length. Only whole frames are taken; the first starts at sample 0.
 */
export function powerSpectrum(samples: Float32Array, options: SpectrumOptions): Spectrum {
  const { sampleRateHz, frameSec, hopSec } = options
  if (!(sampleRateHz > 0)) throw new RangeError(`sampleRateHz must be above 0, got ${sampleRateHz}`)
  const frameLength = Math.round(frameSec * sampleRateHz)
  const hop = Math.round(hopSec * sampleRateHz)
  if (!(frameLength >= 2)) throw new RangeError(`frameSec must span 2 samples or more, got ${frameSec} s`)
  if (!(hop >= 1)) throw new RangeError(`hopSec must span 1 sample or more, got ${hopSec} s`)
  const fftSize = options.fftSize ?? nextPowerOfTwo(frameLength)
  if (fftSize < frameLength) {
    throw new RangeError(`fftSize must be at least the frame of ${frameLength} samples, got ${fftSize}`)
  }
  const { fft, window, scale } = planFor(options.window ?? 'hann', frameLength, fftSize)
  const frames = samples.length < frameLength ? 0 : 1 + Math.floor((samples.length - frameLength) / hop)
  const dims = fft.bins
  const data = new Float32Array(frames * dims)
  const timesSec = new Float64Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * hop
    fft.windowedPowers(samples, start, window, scale, data, frame * dims, dims)
    timesSec[frame] = (start + frameLength / 2) / sampleRateHz
  }
  return { frames, dims, data, timesSec, fftSize, binHz: sampleRateHz / fftSize }
}

export function nextPowerOfTwo(length: number): number {
  let power = 2
  while (power < length) power *= 2
  return power
}
