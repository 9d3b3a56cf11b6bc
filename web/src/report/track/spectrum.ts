// Short-time spectra for the eye.

/** Radix 2, in place. */
function transform(real: Float32Array, imaginary: Float32Array): void {
  const size = real.length
  for (let at = 1, other = 0; at < size; at++) {
    let bit = size >> 1
    for (; other & bit; bit >>= 1) other ^= bit
    other ^= bit
    if (at < other) {
      ;[real[at], real[other]] = [real[other], real[at]]
      ;[imaginary[at], imaginary[other]] = [imaginary[other], imaginary[at]]
    }
  }
  for (let length = 2; length <= size; length <<= 1) {
    const half = length / 2
    for (let turn = 0; turn < half; turn++) {
      const angle = (-2 * Math.PI * turn) / length
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
      for (let at = turn; at < size; at += length) {
        const pair = at + half
        const r = real[pair] * cosine - imaginary[pair] * sine
        const i = real[pair] * sine + imaginary[pair] * cosine
        real[pair] = real[at] - r
        imaginary[pair] = imaginary[at] - i
        real[at] += r
        imaginary[at] += i
      }
    }
  }
}

export const SPECTRUM_SIZE = 512

/** Decibels of each band from 0 to half the sample rate, around one place; a full-scale tone is near 0. */
export function spectrumDb(samples: Float32Array, middle: number): Float32Array {
  const real = new Float32Array(SPECTRUM_SIZE)
  const imaginary = new Float32Array(SPECTRUM_SIZE)
  const from = middle - SPECTRUM_SIZE / 2
  for (let at = 0; at < SPECTRUM_SIZE; at++) {
    const hann = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / SPECTRUM_SIZE)
    real[at] = hann * (samples[from + at] ?? 0)
  }
  transform(real, imaginary)
  // A tone of amplitude 1 under the Hann window has a line of size/4.
  const fullScale = SPECTRUM_SIZE / 4
  return Float32Array.from(
    { length: SPECTRUM_SIZE / 2 },
    (_, band) => 20 * Math.log10(Math.hypot(real[band], imaginary[band]) / fullScale + 1e-9),
  )
}
