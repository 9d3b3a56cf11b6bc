// Static is switched on and off: in the bands that it rules, the level jumps, stays, and falls back. Sounds of speech swell.
import type { Burst } from './bursts.js'
import { BANDS, type Features, LEVEL_SCALE } from './features.js'

/** Noise is steadier the wider the band, a tone stands out in a narrow one: both are looked at. */
const WIDTHS = [1, 4]
/** The edges of a burst are known to about so many frames. */
const EDGE_FRAMES = 3
/** Where the level has to be down again. */
const OUTSIDE_FRAMES = 3
/** A band so far below the speech does not matter. */
const SOFTEST_DB = -50
/** At the ends of the file there is nothing to fall back to. */
const AT_END_DB = 30
const STAYS_SHARE = 0.25
const LOW_SHARE = 0.05
const HIGH_SHARE = 0.5

/** dB by which the level of the squarest band stands above what is just before and after, less what it varies within. */
export function squarenessDb(features: Features, burst: Burst): number {
  let best = -Infinity
  for (const width of WIDTHS)
    for (let band = 0; band + width <= BANDS; band += Math.max(1, width >> 1))
      best = Math.max(best, bandSquareness(bandLevels(features, band, width, burst), features.frames, burst))
  return best
}

interface Levels {
  /** Frame of the first value. */
  start: number
  db: Float32Array
}

/** Levels around the burst, dB over the speech. */
function bandLevels({ frames, data }: Features, band: number, width: number, { from, to }: Burst): Levels {
  const start = Math.max(0, from - EDGE_FRAMES - OUTSIDE_FRAMES)
  const end = Math.min(frames, to + EDGE_FRAMES + OUTSIDE_FRAMES + 1)
  const db = new Float32Array(end - start)
  for (let frame = start; frame < end; frame++) {
    let sum = 0
    for (let k = band; k < band + width; k++) sum += 10 ** (data[k * frames + frame] / (10 * LEVEL_SCALE))
    db[frame - start] = 10 * Math.log10(sum)
  }
  return { start, db }
}

function bandSquareness({ start, db }: Levels, frames: number, { from, to }: Burst): number {
  let best = -Infinity
  for (let first = Math.max(0, from - EDGE_FRAMES); first <= from + EDGE_FRAMES; first++)
    for (let last = to - EDGE_FRAMES; last <= Math.min(frames - 1, to + EDGE_FRAMES); last++) {
      if (last - first < 3) continue
      // Frames at the edges hold the static in part only.
      const inside = db.slice(first + 1 - start, last - start).sort()
      const stays = inside[Math.floor(STAYS_SHARE * inside.length)]
      if (stays < SOFTEST_DB) continue
      const varies =
        inside[Math.floor(HIGH_SHARE * inside.length)] - inside[Math.floor(LOW_SHARE * inside.length)]
      const before = db.subarray(Math.max(0, first - OUTSIDE_FRAMES - start), first - start)
      const after = db.subarray(last + 1 - start, last + 1 + OUTSIDE_FRAMES - start)
      const rise = first < OUTSIDE_FRAMES ? AT_END_DB : stays - Math.min(...before)
      const fall = last + OUTSIDE_FRAMES >= frames ? AT_END_DB : stays - Math.min(...after)
      best = Math.max(best, Math.min(rise, fall) - varies)
    }
  return best
}
