// The pauses of a file, by its levels.
import { binarise } from '../../binarise.js'
import { parameters } from './parameters.js'

const { belowSpeechDb, floorQuantile, longestSmackFrames, overFloorDb, pausesDigitalDb } = parameters

export interface Pause {
  /** Frames of the envelope. */
  from: number
  to: number
  /** Whether there is nothing at all in most of it. */
  isDigital: boolean
}

export function pausesIn(levelsDb: readonly number[], speechDb: number): Pause[] {
  const floorDb = Float64Array.from(levelsDb).sort()[Math.floor(floorQuantile * levelsDb.length)]
  const limitDb = Math.max(speechDb - belowSpeechDb, Math.min(floorDb + overFloorDb, speechDb - 10))
  const below = levelsDb.map((levelDb) => limitDb - levelDb)
  return binarise(below, { offset: 0, join: longestSmackFrames }).map(({ from, to }) => {
    const inside = Float64Array.from(levelsDb.slice(from, to)).sort()
    return { from, to, isDigital: inside[inside.length >> 1] < pausesDigitalDb }
  })
}
