/** Second-order section; the leading denominator coefficient is 1. */
interface Biquad {
  b0: number
  b1: number
  b2: number
  a1: number
  a2: number
}

/** ITU-R BS.1770-4, Annex 1, tables 1 and 2: a shelf for the head, and the revised low-frequency B curve. */
const TABLE_RATE_HZ = 48_000
const HEAD_SHELF: Biquad = {
  b0: 1.53512485958697,
  b1: -2.69169618940638,
  b2: 1.19839281085285,
  a1: -1.69065929318241,
  a2: 0.73248077421585,
}
const LOW_CUT: Biquad = { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 }

/** Smaller filter memory than this is silence: it is cleared, lest it decay into numbers that processors are slow at. */
const SILENT_STATE = 1e-30

/** The K-weighting filter of one channel. */
export class KWeighting {
  private readonly shelf: Biquad
  private readonly cut: Biquad
  /** Memory of the two sections (transposed direct form II). */
  private readonly state = new Float64Array(4)

  constructor(sampleRateHz: number) {
    this.shelf = atRate(HEAD_SHELF, sampleRateHz)
    this.cut = atRate(LOW_CUT, sampleRateHz)
  }

  /** Sum of squares of the weighted samples `from` up to `to`. */
  energy(samples: Float32Array, from: number, to: number): number {
    const { shelf, cut, state } = this
    const { b0: s0, b1: s1, b2: s2, a1: sa1, a2: sa2 } = shelf
    const { b0: c0, b1: c1, b2: c2, a1: ca1, a2: ca2 } = cut
    let z1 = state[0]
    let z2 = state[1]
    let y1 = state[2]
    let y2 = state[3]
    let sum = 0
    for (let n = from; n < to; n++) {
      const x = samples[n]
      const shelved = s0 * x + z1
      z1 = s1 * x - sa1 * shelved + z2
      z2 = s2 * x - sa2 * shelved
      const weighted = c0 * shelved + y1
      y1 = c1 * shelved - ca1 * weighted + y2
      y2 = c2 * shelved - ca2 * weighted
      sum += weighted * weighted
    }
    const memory = Math.abs(z1) + Math.abs(z2) + Math.abs(y1) + Math.abs(y2)
    // A sample that is no number (a damaged float file) must not silence all that follows.
    if (!Number.isFinite(memory) || memory < SILENT_STATE) {
      state.fill(0)
      return Number.isFinite(sum) ? sum : 0
    }
    state[0] = z1
    state[1] = z2
    state[2] = y1
    state[3] = y2
    return sum
  }
}

/**
 * The same filter at another rate: back along the bilinear transform to the analogue prototype, which is a
 * quotient of quadratics in u = j tan(pi f / rate), and forth at the new rate, with the scale of u chosen such that the
 * prototype's own frequency stays where it is.
 */
function atRate(section: Biquad, sampleRateHz: number): Biquad {
  const { b0, b1, b2, a1, a2 } = section
  const upper = [b0 + b1 + b2, 2 * (b0 - b2), b0 - b1 + b2]
  const lower = [1 + a1 + a2, 2 * (1 - a2), 1 - a1 + a2]
  const cornerHz = (TABLE_RATE_HZ / Math.PI) * Math.atan(Math.sqrt(lower[0] / lower[2]))
  // At rates so low that they do not carry the corner, any fixed point serves.
  const fixedHz = Math.min(cornerHz, sampleRateHz / 8)
  const scale = Math.tan((Math.PI * fixedHz) / TABLE_RATE_HZ) / Math.tan((Math.PI * fixedHz) / sampleRateHz)
  const [n0, n1, n2] = digital(upper, scale)
  const [d0, d1, d2] = digital(lower, scale)
  return { b0: n0 / d0, b1: n1 / d0, b2: n2 / d0, a1: d1 / d0, a2: d2 / d0 }
}

/** Coefficients in 1/z of a polynomial in u, with u = scale (z - 1) / (z + 1), times (1 + 1/z)^2. */
function digital([p0, p1, p2]: number[], scale: number): [number, number, number] {
  const linear = p1 * scale
  const square = p2 * scale * scale
  return [p0 + linear + square, 2 * (p0 - square), p0 - linear + square]
}
