import { lastOfFour, lastOfTwo, passOfEight } from './fft-passes.js'

/**
 * Discrete Fourier transform of real signals, X[k] = sum over n of x[n] e^(-2 pi i k n / N), N a power of two.
 *
 * Two neighbouring real samples travel as one complex number through a transform of half the size
 * (Press et al., Numerical Recipes, 12.3), which is a Stockham self-sorting radix-8 transform: it needs no
 * bit reversal, and reads and writes memory in order. Everything is reused between calls.
 *
 * Its numbers stand in plain arrays: as soon as anything in the thread has ever detached a buffer (a decoder in WebAssembly
 * that asked for more memory has), every access to a typed array looks whether its buffer is still there, which took a fifth
 * of the time.
 */
export class RealFft {
  readonly size: number
  /** Number of bins of the half spectrum, 0 Hz and Nyquist included. */
  readonly bins: number

  /** e^(-2 pi i j / (size / 2)) for the butterflies, and e^(-2 pi i k / size) to part the two interleaved halves. */
  private readonly twiddles: number[]
  private readonly splitters: number[]
  /** The butterflies go back and forth between two buffers of complex numbers (real and imaginary part in turn). */
  private work: number[]
  private spare: number[]

  constructor(size: number) {
    if (!Number.isInteger(size) || size < 2 || 2 ** Math.round(Math.log2(size)) !== size) {
      throw new RangeError(`FFT size must be a power of two and at least 2, got ${size}`)
    }
    this.size = size
    this.bins = size / 2 + 1
    this.twiddles = unitCircle(size / 2, size / 2)
    this.splitters = unitCircle(size / 2, size)
    this.work = fractions(size)
    this.spare = fractions(size)
  }

  /** Half spectrum of `input` (`size` samples) into `re` and `im` (`bins` values each). */
  forward(input: Float32Array | Float64Array, re: Float64Array, im: Float64Array): void {
    this.requireLengths(input.length, re.length, im.length)
    for (let n = 0; n < input.length; n++) this.work[n] = input[n]
    this.transform()
    const { size, work, splitters } = this
    const half = size >> 1
    re[0] = work[0] + work[1]
    im[0] = 0
    re[half] = work[0] - work[1]
    im[half] = 0
    for (let k = 1; k < half; k++) {
      const at = 2 * k
      const mirror = size - at
      const evenRe = 0.5 * (work[at] + work[mirror])
      const evenIm = 0.5 * (work[at + 1] - work[mirror + 1])
      const oddRe = 0.5 * (work[at + 1] + work[mirror + 1])
      const oddIm = 0.5 * (work[mirror] - work[at])
      re[k] = evenRe + splitters[at] * oddRe - splitters[at + 1] * oddIm
      im[k] = evenIm + splitters[at] * oddIm + splitters[at + 1] * oddRe
    }
  }

  /**
   * Squared magnitudes of the first `count` bins, times `scale`, into `into` from `at` on; of the samples from `start` on under
   * a window, zero-padded where the window is shorter than the transform.
   */
  windowedPowers(
    samples: Float32Array,
    start: number,
    window: Float64Array,
    scale: number,
    into: Float32Array,
    at: number,
    count: number,
  ): void {
    const { size, splitters } = this
    if (window.length > size || start < 0 || start + window.length > samples.length) {
      throw new RangeError(`FFT of size ${size} cannot take ${window.length} samples from ${start} on`)
    }
    windowed(samples, start, window, this.work)
    this.transform()
    writePowers(this.work, splitters, scale, into, at, count)
  }

  /** The real signal whose half spectrum is `re`, `im`; the exact inverse of `forward`. */
  inverse(re: Float64Array, im: Float64Array, output: Float32Array | Float64Array): void {
    this.requireLengths(output.length, re.length, im.length)
    const { size, splitters } = this
    const half = size >> 1
    const packed = this.work
    const scale = 1 / size
    for (let k = 0; k < half; k++) {
      const at = 2 * k
      const mirror = half - k
      const evenRe = re[k] + re[mirror]
      const evenIm = im[k] - im[mirror]
      const differenceRe = re[k] - re[mirror]
      const differenceIm = im[k] + im[mirror]
      const oddRe = differenceRe * splitters[at] + differenceIm * splitters[at + 1]
      const oddIm = differenceIm * splitters[at] - differenceRe * splitters[at + 1]
      // The forward butterflies compute the inverse when real and imaginary parts change places.
      packed[at] = scale * (evenIm + oddRe)
      packed[at + 1] = scale * (evenRe - oddIm)
    }
    this.transform()
    const { work } = this
    for (let n = 0; n < size; n += 2) {
      output[n] = work[n + 1]
      output[n + 1] = work[n]
    }
  }

  /** Complex transform of what stands in `work`, into what is `work` afterwards. */
  private transform(): void {
    let length = this.size >> 1
    let stride = 1
    for (; length >= 8; length >>= 3, stride <<= 3) {
      passOfEight(this.work, this.spare, this.twiddles, length, stride)
      this.swapBuffers()
    }
    if (length === 1) return
    if (length === 4) lastOfFour(this.work, this.spare, stride)
    else lastOfTwo(this.work, this.spare, stride)
    this.swapBuffers()
  }

  private swapBuffers(): void {
    const work = this.work
    this.work = this.spare
    this.spare = work
  }

  private requireLengths(samples: number, reBins: number, imBins: number): void {
    if (samples !== this.size || reBins !== this.bins || imBins !== this.bins) {
      throw new RangeError(
        `FFT of size ${this.size} needs ${this.size} samples and twice ${this.bins} bins, got ${samples}, ${reBins} and ${imBins}`,
      )
    }
  }
}

/** An array that the engine keeps as one of doubles from the start: it would keep whole numbers otherwise, and change over later. */
function fractions(length: number): number[] {
  return Array.from(new Float64Array(length).fill(0.5))
}

/** The first `count` of the points e^(-2 pi i j / period). */
function unitCircle(count: number, period: number): number[] {
  const points = fractions(2 * count)
  for (let j = 0; j < count; j++) {
    const angle = (2 * Math.PI * j) / period
    points[2 * j] = Math.cos(angle)
    points[2 * j + 1] = -Math.sin(angle)
  }
  return points
}

/** Samples times window, and zeros up to the end; four at a time take two thirds of the time. */
function windowed(samples: Float32Array, start: number, window: Float64Array, into: number[]): void {
  const { length } = window
  let n = 0
  for (; n + 3 < length; n += 4) {
    const at = start + n
    into[n] = samples[at] * window[n]
    into[n + 1] = samples[at + 1] * window[n + 1]
    into[n + 2] = samples[at + 2] * window[n + 2]
    into[n + 3] = samples[at + 3] * window[n + 3]
  }
  for (; n < length; n++) into[n] = samples[start + n] * window[n]
  if (length < into.length) into.fill(0, length)
}

/** Parts the two interleaved halves, and squares. */
function writePowers(
  work: number[],
  splitters: number[],
  scale: number,
  into: Float32Array,
  at: number,
  count: number,
): void {
  const half = work.length >> 1
  const lowest = work[0] + work[1]
  const highest = work[0] - work[1]
  if (count > 0) into[at] = scale * lowest * lowest
  if (count > half) into[at + half] = scale * highest * highest
  // A bin and its mirror are sum and difference of the same two numbers, each twice as large as in `forward`.
  const quarter = scale / 4
  for (let k = 1, mirror = half - 1; k <= mirror; k++, mirror--) {
    const one = 2 * k
    const other = 2 * mirror
    const oneRe = work[one]
    const oneIm = work[one + 1]
    const otherRe = work[other]
    const otherIm = work[other + 1]
    const turnRe = splitters[one]
    const turnIm = splitters[one + 1]
    const evenRe = oneRe + otherRe
    const evenIm = oneIm - otherIm
    const oddRe = oneIm + otherIm
    const oddIm = otherRe - oneRe
    const turnedRe = turnRe * oddRe - turnIm * oddIm
    const turnedIm = turnRe * oddIm + turnIm * oddRe
    const sumRe = evenRe + turnedRe
    const sumIm = evenIm + turnedIm
    if (k < count) into[at + k] = quarter * (sumRe * sumRe + sumIm * sumIm)
    if (mirror >= count) continue
    const differenceRe = evenRe - turnedRe
    const differenceIm = evenIm - turnedIm
    into[at + mirror] = quarter * (differenceRe * differenceRe + differenceIm * differenceIm)
  }
}
