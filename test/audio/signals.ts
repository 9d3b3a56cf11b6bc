/** Park and Miller's minimal standard generator, -1 to 1: noise that is the same in every run and easy to rebuild elsewhere. */
export function whiteNoise(length: number, amplitude = 1, seed = 1): Float32Array {
  const samples = new Float32Array(length)
  let state = seed
  for (let n = 0; n < length; n++) {
    state = (state * 48271) % 2147483647
    samples[n] = amplitude * (state / 1073741823.5 - 1)
  }
  return samples
}

export function sine(
  length: number,
  hz: number,
  sampleRateHz: number,
  amplitude = 1,
  phaseRadians = 0,
): Float32Array {
  const samples = new Float32Array(length)
  const step = (2 * Math.PI * hz) / sampleRateHz
  for (let n = 0; n < length; n++) samples[n] = amplitude * Math.sin(step * n + phaseRadians)
  return samples
}

export function concatenated(pieces: Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** 0.3 sin(2 pi (200 t + 300 t^2)) + 0.1 sin(2 pi 1234.5 t) + 0.02 noise + 0.01: something in every band. */
export function chirpWithNoise(length: number, sampleRateHz: number): Float32Array {
  const samples = new Float32Array(length)
  let state = 1
  for (let n = 0; n < length; n++) {
    const t = n / sampleRateHz
    state = (state * 48271) % 2147483647
    const noise = state / 1073741823.5 - 1
    const chirp = 0.3 * Math.sin(2 * Math.PI * (200 * t + 300 * t * t))
    samples[n] = chirp + 0.1 * Math.sin(2 * Math.PI * 1234.5 * t) + 0.02 * noise + 0.01
  }
  return samples
}
