// Power spectra of fine resolution, in which a tone is a line.
import { RealFft } from '../../../../audio/fft.js'
import { makeWindow } from '../../../../audio/window.js'

export interface LineSpectra {
  /** Power of each bin in each frame, row by row; a sinusoid of amplitude 1 shows 0.25. */
  powers: Float32Array
  frames: number
  bins: number
  binHz: number
  hopSec: number
  frameSec: number
}

interface Plan {
  fft: RealFft
  window: Float64Array
}

/** Tables take as long to make as some seconds of sound to analyse, and few lengths are ever asked for. */
const plans = new Map<number, Plan>()

function planOf(length: number): Plan {
  const known = plans.get(length)
  if (known) return known
  const plan = { fft: new RealFft(length), window: makeWindow('hann', length, 'periodic') }
  plans.set(length, plan)
  return plan
}

/** Frames of about a length (powers of two: the nearest one, or the next longer), half overlapping; bins up to `highestHz`. */
export function lineSpectra(
  samples: Float32Array,
  sampleRateHz: number,
  round: 'nearest' | 'longer',
  frameSec: number,
  highestHz: number,
): LineSpectra {
  const power = Math.log2(frameSec * sampleRateHz)
  const length = 2 ** Math.max(2, round === 'nearest' ? Math.round(power) : Math.ceil(power))
  const hop = length / 2
  const { fft, window } = planOf(length)
  const frames = samples.length < length ? 0 : 1 + Math.floor((samples.length - length) / hop)
  const binHz = sampleRateHz / length
  const bins = Math.min(fft.bins, Math.ceil(highestHz / binHz))
  const powers = new Float32Array(frames * bins)
  // The sum of a Hann window is half its length.
  const scale = (2 / length) ** 2
  for (let frame = 0; frame < frames; frame++)
    fft.windowedPowers(samples, frame * hop, window, scale, powers, frame * bins, bins)
  return { powers, frames, bins, binHz, hopSec: hop / sampleRateHz, frameSec: length / sampleRateHz }
}
