// The pauses of a file, by its levels.

export interface Pause {
  /** Frames of the envelope. */
  from: number
  to: number
  /** Whether there is nothing at all in most of it. */
  isDigital: boolean
  /** Level of its middle (median), in dB. */
  levelDb: number
}

/** A pause lies so far below the speech; where the room is louder than that, a little above the room. */
const BELOW_SPEECH_DB = 25
const OVER_FLOOR_DB = 6
const FLOOR_QUANTILE = 0.05
/** A smack of the lips does not end a pause. */
const LONGEST_SMACK_FRAMES = 3
/** Below the last bit of 16. */
const DIGITAL_DB = -95
const DIGITAL_SHARE = 0.6

export function pausesIn(levelsDb: readonly number[], speechDb: number): Pause[] {
  const floorDb = Float64Array.from(levelsDb).sort()[Math.floor(FLOOR_QUANTILE * levelsDb.length)]
  const limitDb = Math.max(speechDb - BELOW_SPEECH_DB, Math.min(floorDb + OVER_FLOOR_DB, speechDb - 10))
  const runs: { from: number; to: number }[] = []
  for (let frame = 0; frame < levelsDb.length; frame++) {
    if (levelsDb[frame] > limitDb) continue
    let to = frame
    while (to < levelsDb.length && levelsDb[to] <= limitDb) to++
    const last = runs.at(-1)
    if (last && frame - last.to <= LONGEST_SMACK_FRAMES) last.to = to
    else runs.push({ from: frame, to })
    frame = to
  }
  return runs.map(({ from, to }) => {
    const inside = Float64Array.from(levelsDb.slice(from, to)).sort()
    let digital = 0
    while (digital < inside.length && inside[digital] < DIGITAL_DB) digital++
    return {
      from,
      to,
      isDigital: digital >= DIGITAL_SHARE * (to - from),
      levelDb: inside[inside.length >> 1],
    }
  })
}
