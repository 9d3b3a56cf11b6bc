// Second-order filters (R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients").

type Coefficients = readonly [b0: number, b1: number, b2: number, a0: number, a1: number, a2: number]

function filtered(sound: Float32Array, [b0, b1, b2, a0, a1, a2]: Coefficients): Float32Array {
  const out = new Float32Array(sound.length)
  let x1 = 0
  let x2 = 0
  let y1 = 0
  let y2 = 0
  for (let n = 0; n < sound.length; n++) {
    const x = sound[n]
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    out[n] = y
  }
  return out
}

function angles(rate: number, hz: number, q: number) {
  const angle = (2 * Math.PI * Math.min(hz, 0.49 * rate)) / rate
  return { cosine: Math.cos(angle), alpha: Math.sin(angle) / (2 * q) }
}

export function lowPass(sound: Float32Array, rate: number, hz: number, q = Math.SQRT1_2): Float32Array {
  const { cosine, alpha } = angles(rate, hz, q)
  return filtered(sound, [(1 - cosine) / 2, 1 - cosine, (1 - cosine) / 2, 1 + alpha, -2 * cosine, 1 - alpha])
}

export function highPass(sound: Float32Array, rate: number, hz: number, q = Math.SQRT1_2): Float32Array {
  const { cosine, alpha } = angles(rate, hz, q)
  return filtered(sound, [(1 + cosine) / 2, -1 - cosine, (1 + cosine) / 2, 1 + alpha, -2 * cosine, 1 - alpha])
}

export function bandPass(sound: Float32Array, rate: number, hz: number, q: number): Float32Array {
  const { cosine, alpha } = angles(rate, hz, q)
  return filtered(sound, [alpha, 0, -alpha, 1 + alpha, -2 * cosine, 1 - alpha])
}

export function peaking(sound: Float32Array, rate: number, hz: number, gainDb: number): Float32Array {
  const gain = 10 ** (gainDb / 40)
  const { cosine, alpha } = angles(rate, hz, 0.7)
  return filtered(sound, [
    1 + alpha * gain,
    -2 * cosine,
    1 - alpha * gain,
    1 + alpha / gain,
    -2 * cosine,
    1 - alpha / gain,
  ])
}
