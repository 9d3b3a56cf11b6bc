// Passes of a Stockham transform, between two buffers of complex numbers (real and imaginary part in turn). Eight points at a
// time make the fewest passes, and to fetch and store the numbers is what takes the time.

const HALF_ROOT = Math.SQRT1_2

/** One pass over `stride` transforms of `length` points each, which leaves 8 * `stride` of an eighth of the length. */
export function passOfEight(
  from: number[],
  to: number[],
  twiddles: number[],
  length: number,
  stride: number,
): void {
  const eighth = length >> 3
  const pairs = 2 * stride
  const step = pairs * eighth
  for (let p = 0; p < eighth; p++) {
    const first = p * pairs
    const w1Re = twiddles[first]
    const w1Im = twiddles[first + 1]
    const w2Re = twiddles[2 * first]
    const w2Im = twiddles[2 * first + 1]
    const w3Re = twiddles[3 * first]
    const w3Im = twiddles[3 * first + 1]
    const w4Re = twiddles[4 * first]
    const w4Im = twiddles[4 * first + 1]
    const w5Re = twiddles[5 * first]
    const w5Im = twiddles[5 * first + 1]
    const w6Re = twiddles[6 * first]
    const w6Im = twiddles[6 * first + 1]
    const w7Re = twiddles[7 * first]
    const w7Im = twiddles[7 * first + 1]
    for (let at = first, out = 8 * first; at < first + pairs; at += 2, out += 2) {
      const x0Re = from[at]
      const x0Im = from[at + 1]
      const x4Re = from[at + 4 * step]
      const x4Im = from[at + 4 * step + 1]
      const s0Re = x0Re + x4Re
      const s0Im = x0Im + x4Im
      const d0Re = x0Re - x4Re
      const d0Im = x0Im - x4Im
      const x2Re = from[at + 2 * step]
      const x2Im = from[at + 2 * step + 1]
      const x6Re = from[at + 6 * step]
      const x6Im = from[at + 6 * step + 1]
      const s2Re = x2Re + x6Re
      const s2Im = x2Im + x6Im
      // -i (x2 - x6)
      const d2Re = x2Im - x6Im
      const d2Im = x6Re - x2Re
      const x1Re = from[at + step]
      const x1Im = from[at + step + 1]
      const x5Re = from[at + 5 * step]
      const x5Im = from[at + 5 * step + 1]
      const s1Re = x1Re + x5Re
      const s1Im = x1Im + x5Im
      const b1Re = x1Re - x5Re
      const b1Im = x1Im - x5Im
      const x3Re = from[at + 3 * step]
      const x3Im = from[at + 3 * step + 1]
      const x7Re = from[at + 7 * step]
      const x7Im = from[at + 7 * step + 1]
      const s3Re = x3Re + x7Re
      const s3Im = x3Im + x7Im
      const b3Re = x3Re - x7Re
      const b3Im = x3Im - x7Im
      // Even ones: four points of the sums.
      const s02Re = s0Re + s2Re
      const s02Im = s0Im + s2Im
      const s13Re = s1Re + s3Re
      const s13Im = s1Im + s3Im
      to[out] = s02Re + s13Re
      to[out + 1] = s02Im + s13Im
      const y4Re = s02Re - s13Re
      const y4Im = s02Im - s13Im
      to[out + 4 * pairs] = w4Re * y4Re - w4Im * y4Im
      to[out + 4 * pairs + 1] = w4Re * y4Im + w4Im * y4Re
      const t02Re = s0Re - s2Re
      const t02Im = s0Im - s2Im
      // -i (s1 - s3)
      const t13Re = s1Im - s3Im
      const t13Im = s3Re - s1Re
      const y2Re = t02Re + t13Re
      const y2Im = t02Im + t13Im
      to[out + 2 * pairs] = w2Re * y2Re - w2Im * y2Im
      to[out + 2 * pairs + 1] = w2Re * y2Im + w2Im * y2Re
      const y6Re = t02Re - t13Re
      const y6Im = t02Im - t13Im
      to[out + 6 * pairs] = w6Re * y6Re - w6Im * y6Im
      to[out + 6 * pairs + 1] = w6Re * y6Im + w6Im * y6Re
      // Odd ones: four points of the differences, each turned by an eighth of a circle more than the one before.
      const c1Re = HALF_ROOT * (b1Re + b1Im)
      const c1Im = HALF_ROOT * (b1Im - b1Re)
      const c3Re = HALF_ROOT * (b3Im - b3Re)
      const c3Im = -HALF_ROOT * (b3Re + b3Im)
      const u02Re = d0Re + d2Re
      const u02Im = d0Im + d2Im
      const u13Re = c1Re + c3Re
      const u13Im = c1Im + c3Im
      const y1Re = u02Re + u13Re
      const y1Im = u02Im + u13Im
      to[out + pairs] = w1Re * y1Re - w1Im * y1Im
      to[out + pairs + 1] = w1Re * y1Im + w1Im * y1Re
      const y5Re = u02Re - u13Re
      const y5Im = u02Im - u13Im
      to[out + 5 * pairs] = w5Re * y5Re - w5Im * y5Im
      to[out + 5 * pairs + 1] = w5Re * y5Im + w5Im * y5Re
      const v02Re = d0Re - d2Re
      const v02Im = d0Im - d2Im
      // -i (c1 - c3)
      const v13Re = c1Im - c3Im
      const v13Im = c3Re - c1Re
      const y3Re = v02Re + v13Re
      const y3Im = v02Im + v13Im
      to[out + 3 * pairs] = w3Re * y3Re - w3Im * y3Im
      to[out + 3 * pairs + 1] = w3Re * y3Im + w3Im * y3Re
      const y7Re = v02Re - v13Re
      const y7Im = v02Im - v13Im
      to[out + 7 * pairs] = w7Re * y7Re - w7Im * y7Im
      to[out + 7 * pairs + 1] = w7Re * y7Im + w7Im * y7Re
    }
  }
}

/** The last pass where four points are left of each transform: their twiddle factors are 1. */
export function lastOfFour(from: number[], to: number[], stride: number): void {
  const pairs = 2 * stride
  for (let a = 0; a < pairs; a += 2) {
    const b = a + pairs
    const c = b + pairs
    const d = c + pairs
    const aRe = from[a]
    const aIm = from[a + 1]
    const bRe = from[b]
    const bIm = from[b + 1]
    const cRe = from[c]
    const cIm = from[c + 1]
    const dRe = from[d]
    const dIm = from[d + 1]
    const sumAcRe = aRe + cRe
    const sumAcIm = aIm + cIm
    const sumBdRe = bRe + dRe
    const sumBdIm = bIm + dIm
    const differenceAcRe = aRe - cRe
    const differenceAcIm = aIm - cIm
    // i (b - d)
    const turnedRe = dIm - bIm
    const turnedIm = bRe - dRe
    to[a] = sumAcRe + sumBdRe
    to[a + 1] = sumAcIm + sumBdIm
    to[b] = differenceAcRe - turnedRe
    to[b + 1] = differenceAcIm - turnedIm
    to[c] = sumAcRe - sumBdRe
    to[c + 1] = sumAcIm - sumBdIm
    to[d] = differenceAcRe + turnedRe
    to[d + 1] = differenceAcIm + turnedIm
  }
}

/** The same where two are left. */
export function lastOfTwo(from: number[], to: number[], stride: number): void {
  const pairs = 2 * stride
  for (let q = 0; q < pairs; q++) {
    to[q] = from[q] + from[q + pairs]
    to[q + pairs] = from[q] - from[q + pairs]
  }
}
