/**
 * Discrete Fourier transform of real signals, X[k] = sum over n of x[n] e^(-2 pi i k n / N), N a power of two.
 *
 * Two neighbouring real samples travel as one complex number through a transform of half the size
 * (Press et al., Numerical Recipes, 12.3), which is a Stockham self-sorting radix-4 transform: it needs no
 * bit reversal, and reads and writes memory in order. Everything is reused between calls.
 */
export class RealFft {
  readonly size: number
  /** Number of bins of the half spectrum, 0 Hz and Nyquist included. */
  readonly bins: number

  private readonly half: number
  /** e^(-2 pi i j / half) for the butterflies. */
  private readonly twiddleRe: Float64Array
  private readonly twiddleIm: Float64Array
  /** e^(-2 pi i k / size), which part the two interleaved halves again. */
  private readonly splitRe: Float64Array
  private readonly splitIm: Float64Array
  /** The butterflies go back and forth between two buffers. */
  private re: Float64Array
  private im: Float64Array
  private otherRe: Float64Array
  private otherIm: Float64Array

  constructor(size: number) {
    if (!Number.isInteger(size) || size < 2 || 2 ** Math.round(Math.log2(size)) !== size) {
      throw new RangeError(`FFT size must be a power of two and at least 2, got ${size}`)
    }
    const half = size / 2
    this.size = size
    this.half = half
    this.bins = half + 1
    this.twiddleRe = Float64Array.from({ length: half }, (_, j) => Math.cos((2 * Math.PI * j) / half))
    this.twiddleIm = Float64Array.from({ length: half }, (_, j) => -Math.sin((2 * Math.PI * j) / half))
    this.splitRe = Float64Array.from({ length: half }, (_, k) => Math.cos((2 * Math.PI * k) / size))
    this.splitIm = Float64Array.from({ length: half }, (_, k) => -Math.sin((2 * Math.PI * k) / size))
    this.re = new Float64Array(half)
    this.im = new Float64Array(half)
    this.otherRe = new Float64Array(half)
    this.otherIm = new Float64Array(half)
  }

  /** Half spectrum of `input` (`size` samples) into `re` and `im` (`bins` values each). */
  forward(input: Float32Array | Float64Array, re: Float64Array, im: Float64Array): void {
    const { half, splitRe, splitIm } = this
    this.requireLengths(input.length, re.length, im.length)
    for (let k = 0; k < half; k++) {
      this.re[k] = input[2 * k]
      this.im[k] = input[2 * k + 1]
    }
    this.transform()
    const zRe = this.re
    const zIm = this.im
    re[0] = zRe[0] + zIm[0]
    im[0] = 0
    re[half] = zRe[0] - zIm[0]
    im[half] = 0
    for (let k = 1; k < half; k++) {
      const mirror = half - k
      const evenRe = 0.5 * (zRe[k] + zRe[mirror])
      const evenIm = 0.5 * (zIm[k] - zIm[mirror])
      const oddRe = 0.5 * (zIm[k] + zIm[mirror])
      const oddIm = 0.5 * (zRe[mirror] - zRe[k])
      re[k] = evenRe + splitRe[k] * oddRe - splitIm[k] * oddIm
      im[k] = evenIm + splitRe[k] * oddIm + splitIm[k] * oddRe
    }
  }

  /** The real signal whose half spectrum is `re`, `im`; the exact inverse of `forward`. */
  inverse(re: Float64Array, im: Float64Array, output: Float32Array | Float64Array): void {
    const { half, splitRe, splitIm } = this
    this.requireLengths(output.length, re.length, im.length)
    // The forward butterflies compute the inverse when real and imaginary parts change places.
    const scale = 0.5 / half
    for (let k = 0; k < half; k++) {
      const mirror = half - k
      const evenRe = re[k] + re[mirror]
      const evenIm = im[k] - im[mirror]
      const differenceRe = re[k] - re[mirror]
      const differenceIm = im[k] + im[mirror]
      const oddRe = differenceRe * splitRe[k] + differenceIm * splitIm[k]
      const oddIm = differenceIm * splitRe[k] - differenceRe * splitIm[k]
      this.im[k] = scale * (evenRe - oddIm)
      this.re[k] = scale * (evenIm + oddRe)
    }
    this.transform()
    const zRe = this.im
    const zIm = this.re
    for (let k = 0; k < half; k++) {
      output[2 * k] = zRe[k]
      output[2 * k + 1] = zIm[k]
    }
  }

  /** Complex transform of `this.re`, `this.im` in place (as seen from outside). */
  private transform(): void {
    let length = this.half
    let stride = 1
    for (; length >= 4; length /= 4, stride *= 4) this.radix4(length, stride)
    if (length === 2) this.radix2(stride)
  }

  private radix4(length: number, stride: number): void {
    const { re, im, otherRe, otherIm, twiddleRe, twiddleIm } = this
    const quarter = length / 4
    const step = stride * quarter
    for (let p = 0; p < quarter; p++) {
      const w1Re = twiddleRe[p * stride]
      const w1Im = twiddleIm[p * stride]
      const w2Re = twiddleRe[2 * p * stride]
      const w2Im = twiddleIm[2 * p * stride]
      const w3Re = twiddleRe[3 * p * stride]
      const w3Im = twiddleIm[3 * p * stride]
      const from = stride * p
      const to = 4 * from
      for (let q = 0; q < stride; q++) {
        const a = from + q
        const b = a + step
        const c = b + step
        const d = c + step
        const sumAcRe = re[a] + re[c]
        const sumAcIm = im[a] + im[c]
        const sumBdRe = re[b] + re[d]
        const sumBdIm = im[b] + im[d]
        const differenceAcRe = re[a] - re[c]
        const differenceAcIm = im[a] - im[c]
        // i (b - d)
        const turnedRe = im[d] - im[b]
        const turnedIm = re[b] - re[d]
        const out = to + q
        otherRe[out] = sumAcRe + sumBdRe
        otherIm[out] = sumAcIm + sumBdIm
        const firstRe = differenceAcRe - turnedRe
        const firstIm = differenceAcIm - turnedIm
        otherRe[out + stride] = w1Re * firstRe - w1Im * firstIm
        otherIm[out + stride] = w1Re * firstIm + w1Im * firstRe
        const secondRe = sumAcRe - sumBdRe
        const secondIm = sumAcIm - sumBdIm
        otherRe[out + 2 * stride] = w2Re * secondRe - w2Im * secondIm
        otherIm[out + 2 * stride] = w2Re * secondIm + w2Im * secondRe
        const thirdRe = differenceAcRe + turnedRe
        const thirdIm = differenceAcIm + turnedIm
        otherRe[out + 3 * stride] = w3Re * thirdRe - w3Im * thirdIm
        otherIm[out + 3 * stride] = w3Re * thirdIm + w3Im * thirdRe
      }
    }
    this.swapBuffers()
  }

  private radix2(stride: number): void {
    const { re, im, otherRe, otherIm } = this
    for (let q = 0; q < stride; q++) {
      otherRe[q] = re[q] + re[q + stride]
      otherIm[q] = im[q] + im[q + stride]
      otherRe[q + stride] = re[q] - re[q + stride]
      otherIm[q + stride] = im[q] - im[q + stride]
    }
    this.swapBuffers()
  }

  private swapBuffers(): void {
    const re = this.re
    const im = this.im
    this.re = this.otherRe
    this.im = this.otherIm
    this.otherRe = re
    this.otherIm = im
  }

  private requireLengths(samples: number, reBins: number, imBins: number): void {
    if (samples !== this.size || reBins !== this.bins || imBins !== this.bins) {
      throw new RangeError(
        `FFT of size ${this.size} needs ${this.size} samples and twice ${this.bins} bins, got ${samples}, ${reBins} and ${imBins}`,
      )
    }
  }
}
