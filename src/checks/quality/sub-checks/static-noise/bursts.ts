// From odds frame by frame to stretches of static.

export interface Burst {
  /** Frames, inclusive. */
  from: number
  to: number
  /** Log odds that it is static at all: the mean of its surest frames. */
  sureness: number
}

/** Odds are a matter of three frames: a single one is easily wrong. */
const SIDE = 1
/** Log odds from which a frame may belong to a burst whose other frames are surer. */
const POSSIBLE_FROM = -1
/** Static that comes and goes within so many frames is one. */
const JOINED_FRAMES = 8
/** As many as the shortest burst that counts. */
const SUREST_FRAMES = 4

export function burstsOf(odds: Float32Array, leastSureness: number): Burst[] {
  const smooth = smoothed(odds)
  const stretches: { from: number; to: number }[] = []
  for (let frame = 0; frame < smooth.length; frame++) {
    if (smooth[frame] <= POSSIBLE_FROM) continue
    const last = stretches.at(-1)
    if (last && frame - last.to <= JOINED_FRAMES) last.to = frame
    else stretches.push({ from: frame, to: frame })
  }
  return stretches
    .map(({ from, to }) => ({ from, to, sureness: surenessOf(smooth.subarray(from, to + 1)) }))
    .filter(({ sureness }) => sureness >= leastSureness)
}

/** A stretch of fewer frames lacks what the missing ones would have added. */
function surenessOf(odds: Float32Array): number {
  const surest = odds.slice().sort().subarray(-SUREST_FRAMES)
  return surest.reduce((sum, each) => sum + each, 0) / SUREST_FRAMES
}

function smoothed(odds: Float32Array): Float32Array {
  return odds.map((_, frame) => {
    let sum = 0
    let count = 0
    for (let other = Math.max(0, frame - SIDE); other <= Math.min(odds.length - 1, frame + SIDE); other++) {
      sum += odds[other]
      count++
    }
    return sum / count
  })
}
