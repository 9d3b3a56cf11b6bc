import { RealFft } from './fft.js'
import type { Matrix, TimedMatrix } from './matrix.js'
import { type MelBank, melBank, melEnergies } from './mel.js'
import { nextPowerOfTwo } from './spectrum.js'
import { makeWindow, type WindowName } from './window.js'

/** Named and preset as the options of Kaldi's compute-mfcc-feats; only dither is 0, so that equal sound gives equal features. */
export interface MfccOptions {
  sampleRateHz: number
  frameSec?: number
  hopSec?: number
  window?: WindowName
  preEmphasis?: number
  removeDcOffset?: boolean
  /** True: only frames that lie wholly inside. False: one frame per hop, the edges mirrored. */
  snipEdges?: boolean
  melBands?: number
  lowHz?: number
  /** 0 or less counts down from Nyquist. */
  highHz?: number
  ceps?: number
  cepstralLifter?: number
  /** Puts the logarithm of the frame's energy in place of the first coefficient. */
  useEnergy?: boolean
  /** Energy before pre-emphasis and window rather than after. */
  rawEnergy?: boolean
  /** Lowest energy reported (linear, on the 16-bit scale); 0 for none. */
  energyFloor?: number
}

const KALDI_DEFAULTS = {
  frameSec: 0.025,
  hopSec: 0.01,
  window: 'povey',
  preEmphasis: 0.97,
  removeDcOffset: true,
  snipEdges: true,
  melBands: 23,
  lowHz: 20,
  highHz: 0,
  ceps: 13,
  cepstralLifter: 22,
  useEnergy: true,
  rawEnergy: true,
  energyFloor: 0,
} satisfies Omit<Required<MfccOptions>, 'sampleRateHz'>

/** Kaldi reads 16-bit integers as they are, and its models have learnt that scale. */
const FULL_SCALE_16_BIT = 32768
/** Kaldi floors energies at the smallest step of a 32-bit float above 1 before taking the logarithm. */
const FLOAT32_EPSILON = 2 ** -23

/**
 * Mel-frequency cepstral coefficients as Kaldi computes them (feat/feature-window.cc, feature-mfcc.cc,
 * mel-computations.cc): frame, remove the mean, pre-emphasise, window, power spectrum, mel bank, logarithm,
 * orthonormal DCT-II, lifter. `samples` are in -1 to 1.
 */
export function mfcc(samples: Float32Array, options: MfccOptions): TimedMatrix {
  const settings = { ...KALDI_DEFAULTS, ...options }
  requireSaneSettings(settings)
  const { sampleRateHz, preEmphasis, ceps } = settings
  const frameLength = Math.floor(sampleRateHz * settings.frameSec)
  const hop = Math.floor(sampleRateHz * settings.hopSec)
  const fftSize = nextPowerOfTwo(frameLength)
  const nyquistHz = sampleRateHz / 2
  const bank = melBank({
    sampleRateHz,
    fftSize,
    bands: settings.melBands,
    lowHz: settings.lowHz,
    highHz: settings.highHz > 0 ? settings.highHz : nyquistHz + settings.highHz,
  })
  const cosines = lifteredDct(ceps, settings.melBands, settings.cepstralLifter)
  const window = makeWindow(settings.window, frameLength, 'symmetric')
  const logEnergyFloor = settings.energyFloor > 0 ? Math.log(settings.energyFloor) : Number.NEGATIVE_INFINITY

  const frames = countFrames(samples.length, frameLength, hop, settings.snipEdges)
  const data = new Float32Array(frames * ceps)
  const timesSec = new Float64Array(frames)
  const spectrum = new PowerSpectrum(fftSize)
  const block = spectrum.input
  const logMel = new Float64Array(bank.bands)
  for (let frame = 0; frame < frames; frame++) {
    const start = settings.snipEdges
      ? frame * hop
      : frame * hop + Math.floor(hop / 2) - Math.floor(frameLength / 2)
    copyFrame(samples, start, frameLength, block)
    if (settings.removeDcOffset) removeMean(block, frameLength)
    let energy = settings.rawEnergy ? energyOf(block, frameLength) : 0
    for (let n = frameLength - 1; n > 0; n--) block[n] = (block[n] - preEmphasis * block[n - 1]) * window[n]
    block[0] = (block[0] - preEmphasis * block[0]) * window[0]
    if (!settings.rawEnergy) energy = energyOf(block, frameLength)
    takeLogMel(bank, spectrum.compute(), logMel)

    const row = frame * ceps
    for (let c = 0; c < ceps; c++) {
      let sum = 0
      for (let band = 0; band < bank.bands; band++) sum += cosines[c * bank.bands + band] * logMel[band]
      data[row + c] = sum
    }
    if (settings.useEnergy) {
      data[row] = Math.max(Math.log(Math.max(energy, FLOAT32_EPSILON)), logEnergyFloor)
    }
    timesSec[frame] = (start + frameLength / 2) / sampleRateHz
  }
  return { frames, dims: ceps, data, timesSec }
}

/**
 * Subtracts from each frame the mean over the window around it, as Kaldi's apply-cmvn-sliding does (mean only):
 * at an edge the window keeps its length and leans inwards; a file shorter than the window has one mean. Without
 * `center` the window lies behind the frame, and is filled up to 100 frames ahead of it at the start.
 */
export function slidingCmn<Features extends Matrix>(
  features: Features,
  windowFrames = 300,
  center = true,
): Features {
  if (!Number.isInteger(windowFrames) || windowFrames < 1) {
    throw new RangeError(`windowFrames must be a whole number from 1, got ${windowFrames}`)
  }
  const { frames, dims, data } = features
  const normalised = new Float32Array(data.length)
  const sum = new Float64Array(dims)
  let from = 0
  let to = 0
  for (let t = 0; t < frames; t++) {
    const [start, end] = cmnWindow(t, frames, windowFrames, center)
    for (; to < end; to++) for (let d = 0; d < dims; d++) sum[d] += data[to * dims + d]
    for (; from < start; from++) for (let d = 0; d < dims; d++) sum[d] -= data[from * dims + d]
    for (let d = 0; d < dims; d++) normalised[t * dims + d] = data[t * dims + d] - sum[d] / (end - start)
  }
  return { ...features, data: normalised }
}

/** Kaldi's --min-cmn-window. */
const MIN_TRAILING_WINDOW_FRAMES = 100

/** First frame of the window, and the one after its last; neither ever goes back as `t` goes on. */
function cmnWindow(t: number, frames: number, windowFrames: number, center: boolean): [number, number] {
  let start = center ? t - Math.floor(windowFrames / 2) : t - windowFrames
  let end = center ? start + windowFrames : t + 1
  if (start < 0) {
    end -= start
    start = 0
  }
  if (!center && end > t) end = Math.max(t + 1, MIN_TRAILING_WINDOW_FRAMES)
  if (end > frames) {
    start = Math.max(0, start - (end - frames))
    end = frames
  }
  return [start, end]
}

function requireSaneSettings(settings: Required<MfccOptions>): void {
  const { sampleRateHz, frameSec, hopSec, ceps, melBands, cepstralLifter } = settings
  if (!(sampleRateHz > 0)) throw new RangeError(`sampleRateHz must be above 0, got ${sampleRateHz}`)
  if (!(sampleRateHz * frameSec >= 2)) {
    throw new RangeError(`frameSec must span 2 samples or more, got ${frameSec} s`)
  }
  if (!(sampleRateHz * hopSec >= 1))
    throw new RangeError(`hopSec must span 1 sample or more, got ${hopSec} s`)
  if (!Number.isInteger(ceps) || ceps < 1 || ceps > melBands) {
    throw new RangeError(`ceps must be a whole number from 1 to melBands (${melBands}), got ${ceps}`)
  }
  if (!(cepstralLifter >= 0)) throw new RangeError(`cepstralLifter must be 0 or more, got ${cepstralLifter}`)
}

function countFrames(samples: number, frameLength: number, hop: number, snipEdges: boolean): number {
  if (!snipEdges) return Math.floor((samples + Math.floor(hop / 2)) / hop)
  return samples < frameLength ? 0 : 1 + Math.floor((samples - frameLength) / hop)
}

/** A frame that overhangs an end sees the sound mirrored there. */
function copyFrame(samples: Float32Array, start: number, length: number, block: Float64Array): void {
  const count = samples.length
  if (start >= 0 && start + length <= count) {
    for (let n = 0; n < length; n++) block[n] = samples[start + n] * FULL_SCALE_16_BIT
    return
  }
  for (let n = 0; n < length; n++) {
    let at = start + n
    while (at < 0 || at >= count) at = at < 0 ? -at - 1 : 2 * count - 1 - at
    block[n] = samples[at] * FULL_SCALE_16_BIT
  }
}

function removeMean(block: Float64Array, length: number): void {
  let sum = 0
  for (let n = 0; n < length; n++) sum += block[n]
  const mean = sum / length
  for (let n = 0; n < length; n++) block[n] -= mean
}

function energyOf(block: Float64Array, length: number): number {
  let energy = 0
  for (let n = 0; n < length; n++) energy += block[n] * block[n]
  return energy
}

function takeLogMel(bank: MelBank, power: Float64Array, logMel: Float64Array): void {
  melEnergies(bank, power, 0, logMel)
  for (let band = 0; band < bank.bands; band++) {
    logMel[band] = Math.log(Math.max(logMel[band], FLOAT32_EPSILON))
  }
}

/** DCT-II rows, orthonormal, each raised by HTK's lifter 1 + Q / 2 sin(pi c / Q), Q = 0 for none. */
function lifteredDct(ceps: number, bands: number, lifter: number): Float64Array {
  const rows = new Float64Array(ceps * bands)
  for (let c = 0; c < ceps; c++) {
    const norm = Math.sqrt((c === 0 ? 1 : 2) / bands)
    const lift = lifter > 0 ? 1 + (lifter / 2) * Math.sin((Math.PI * c) / lifter) : 1
    for (let band = 0; band < bands; band++) {
      rows[c * bands + band] = lift * norm * Math.cos((Math.PI / bands) * (band + 0.5) * c)
    }
  }
  return rows
}

/** |X[k]|^2 of what stands in `input`, in buffers that are reused. */
class PowerSpectrum {
  readonly input: Float64Array
  private readonly fft: RealFft
  private readonly re: Float64Array
  private readonly im: Float64Array

  constructor(fftSize: number) {
    this.fft = new RealFft(fftSize)
    this.input = new Float64Array(fftSize)
    this.re = new Float64Array(this.fft.bins)
    this.im = new Float64Array(this.fft.bins)
  }

  compute(): Float64Array {
    const { re, im } = this
    this.fft.forward(this.input, re, im)
    for (let k = 0; k < re.length; k++) re[k] = re[k] * re[k] + im[k] * im[k]
    return re
  }
}
