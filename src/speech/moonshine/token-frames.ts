import type { DecodedToken } from './search.js'

/** Attention below this is noise, and must not rule a path out. */
const FLOOR = 1e-4

/**
 * The frame of each token on the path through the attention that never goes back and gathers the most of it (dynamic
 * programming over the logarithm). A single peak now and then lies on a pause far away; a path is not led astray.
 */
export function tokenFrames(tokens: DecodedToken[]): number[] {
  if (tokens.length === 0) return []
  const frames = tokens[0].attention.length
  // best[f]: the most that tokens up to this one can gather if this one lies at f or before; from: where it then lies.
  let best = new Float64Array(frames)
  const from = tokens.map(() => new Int32Array(frames))
  tokens.forEach(({ attention }, index) => {
    const next = new Float64Array(frames)
    let running = Number.NEGATIVE_INFINITY
    let at = 0
    for (let frame = 0; frame < frames; frame++) {
      const here = best[frame] + Math.log(Math.max(attention[frame], FLOOR))
      if (here > running) {
        running = here
        at = frame
      }
      next[frame] = running
      from[index][frame] = at
    }
    best = next
  })
  const path = new Array<number>(tokens.length)
  let frame = frames - 1
  for (let index = tokens.length - 1; index >= 0; index--) {
    frame = from[index][frame]
    path[index] = frame
  }
  return path
}
