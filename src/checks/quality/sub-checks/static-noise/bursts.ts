// From odds frame by frame to stretches of static.

export interface Burst {
  /** Frames, inclusive. */
  from: number
  to: number
}

/** Odds are a matter of three frames: a single one is easily wrong. */
const SIDE = 1
const SUREST = 8
/** Static that comes and goes within so many frames is one. */
const JOINED_FRAMES = 8
/** Log odds summed over a burst: eight frames must be as sure as can be, twenty fairly, and many may be in some doubt. */
export const LEAST_EVIDENCE = 60

export function burstsOf(odds: Float32Array): Burst[] {
  const smooth = smoothed(odds)
  const bursts: (Burst & { evidence: number })[] = []
  for (let frame = 0; frame < smooth.length; frame++) {
    if (smooth[frame] <= 0) continue
    const last = bursts.at(-1)
    if (last && frame - last.to <= JOINED_FRAMES) {
      last.to = frame
      last.evidence += smooth[frame]
    } else bursts.push({ from: frame, to: frame, evidence: smooth[frame] })
  }
  return bursts.filter(({ evidence }) => evidence >= LEAST_EVIDENCE).map(({ from, to }) => ({ from, to }))
}

function smoothed(odds: Float32Array): Float32Array {
  return odds.map((_, frame) => {
    let sum = 0
    let count = 0
    for (let other = Math.max(0, frame - SIDE); other <= Math.min(odds.length - 1, frame + SIDE); other++) {
      sum += Math.max(-SUREST, Math.min(SUREST, odds[other]))
      count++
    }
    return sum / count
  })
}
