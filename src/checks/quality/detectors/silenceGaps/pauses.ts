// The pauses of a file, by its levels.
import { parameters } from './parameters.js'

const { belowSpeechDb, digitalShare, floorQuantile, longestSmackFrames, overFloorDb, pausesDigitalDb } =
  parameters

export interface Pause {
  /** Frames of the envelope. */
  from: number
  to: number
  /** Whether there is nothing at all in most of it. */
  isDigital: boolean
  /** Level of its middle (median), in dB. */
  levelDb: number
}

export function pausesIn(levelsDb: readonly number[], speechDb: number): Pause[] {
  const floorDb = Float64Array.from(levelsDb).sort()[Math.floor(floorQuantile * levelsDb.length)]
  const limitDb = Math.max(speechDb - belowSpeechDb, Math.min(floorDb + overFloorDb, speechDb - 10))
  const runs: { from: number; to: number }[] = []
  for (let frame = 0; frame < levelsDb.length; frame++) {
    if (levelsDb[frame] > limitDb) continue
    let to = frame
    while (to < levelsDb.length && levelsDb[to] <= limitDb) to++
    const last = runs.at(-1)
    if (last && frame - last.to <= longestSmackFrames) last.to = to
    else runs.push({ from: frame, to })
    frame = to
  }
  return runs.map(({ from, to }) => {
    const inside = Float64Array.from(levelsDb.slice(from, to)).sort()
    let digital = 0
    while (digital < inside.length && inside[digital] < pausesDigitalDb) digital++
    return {
      from,
      to,
      isDigital: digital >= digitalShare * (to - from),
      levelDb: inside[inside.length >> 1],
    }
  })
}
