export type WindowName = 'hann' | 'hamming' | 'blackman' | 'povey' | 'rectangular'

/**
 * Periodic windows (period `length`) suit spectra, where frames overlap-add; symmetric ones (first and last value
 * equal) suit filters, and are what Kaldi uses.
 */
export function makeWindow(name: WindowName, length: number, shape: 'periodic' | 'symmetric'): Float64Array {
  if (!Number.isInteger(length) || length < 2) {
    throw new RangeError(`window length must be a whole number from 2, got ${length}`)
  }
  const period = shape === 'periodic' ? length : length - 1
  const valueAt = shapes[name]
  if (valueAt === undefined) {
    throw new RangeError(`window must be one of ${Object.keys(shapes).join(', ')}, got ${name}`)
  }
  const window = new Float64Array(length)
  for (let n = 0; n < length; n++) window[n] = valueAt((2 * Math.PI * n) / period)
  return window
}

/** Value at an angle that runs once round from 0 to 2 pi over the window. */
const shapes: Record<WindowName, (angle: number) => number> = {
  hann: (angle) => 0.5 - 0.5 * Math.cos(angle),
  hamming: (angle) => 0.54 - 0.46 * Math.cos(angle),
  blackman: (angle) => 0.42 - 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle),
  // Kaldi's default: a Hann window to the power 0.85, which goes to zero at the edges like Hann but is as wide as Hamming.
  povey: (angle) => (0.5 - 0.5 * Math.cos(angle)) ** 0.85,
  rectangular: () => 1,
}
