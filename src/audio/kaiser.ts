/**
 * Kaiser's windowed-sinc design (Kaiser 1974; the estimates as in Oppenheim & Schafer, Discrete-Time Signal
 * Processing, 7.5.3): the attenuation fixes the window's shape, the transition width then fixes its length.
 */
export function kaiserBeta(attenuationDb: number): number {
  // Valid above 50 dB, which is all that is asked for here.
  return 0.1102 * (attenuationDb - 8.7)
}

/** Samples from the middle of the filter to its end; the transition width is in cycles per sample. */
export function kaiserHalfLength(attenuationDb: number, transitionWidth: number): number {
  return (attenuationDb - 7.95) / (14.36 * transitionWidth) / 2
}

/** Window value at `position` from -1 to 1, zero outside. */
export function kaiser(position: number, beta: number): number {
  if (Math.abs(position) > 1) return 0
  return besselI0(beta * Math.sqrt(1 - position * position)) / besselI0(beta)
}

/** Impulse response of the ideal low-pass with the given cutoff in cycles per sample. */
export function sincLowPass(cutoff: number, timeSamples: number): number {
  const angle = 2 * Math.PI * cutoff * timeSamples
  return timeSamples === 0 ? 2 * cutoff : 2 * cutoff * (Math.sin(angle) / angle)
}

/** Modified Bessel function of the first kind, order 0, by its power series: sum of ((x/2)^k / k!)^2. */
function besselI0(x: number): number {
  const quarterSquare = (x * x) / 4
  let term = 1
  let sum = 1
  for (let k = 1; term > sum * Number.EPSILON; k++) {
    term *= quarterSquare / (k * k)
    sum += term
  }
  return sum
}
