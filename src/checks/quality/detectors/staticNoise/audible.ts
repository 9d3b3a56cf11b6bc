// How far static stands out from the sound around it.
import { MASKING_OFFSET_DB, ROOM_OVER_SPEECH_DB, shortSoundDb } from '../../../../audio/psychoacoustics.js'
import { BANDS, type Features, LEVEL_SCALE, SOFTEST } from '../../front-end/fault-network/features.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Burst } from './bursts.js'
import { parameters } from './parameters.js'

const { aroundFrames, besideFrames } = parameters

export interface Audible {
  /** dB over the masked threshold, in the band where it stands out most. */
  excessDb: number
  /** Level of the sound in that band, dB over the speech. */
  levelDb: number
}

export function audibleOf({ frames, level }: Features, { from, to }: Burst): Audible {
  let excessDb = -Infinity
  let levelDb = -Infinity
  for (let band = 0; band < BANDS; band++) {
    const levels = level.subarray(band * frames, (band + 1) * frames)
    const inside = median(levels.slice(from, to + 1)) / LEVEL_SCALE
    const levelWithin = (reach: number) => {
      const before = levels.subarray(Math.max(0, from - reach), Math.max(0, from - 1))
      const after = levels.subarray(Math.min(frames, to + 2), Math.min(frames, to + 1 + reach))
      return before.length + after.length > 0 ? median(Float32Array.of(...before, ...after)) : SOFTEST
    }
    const masker = Math.min(levelWithin(aroundFrames), levelWithin(besideFrames)) / LEVEL_SCALE
    const overDb = inside - Math.max(masker - MASKING_OFFSET_DB, ROOM_OVER_SPEECH_DB)
    if (overDb <= excessDb) continue
    excessDb = overDb
    levelDb = inside
  }
  return { excessDb: excessDb - shortSoundDb((to - from + 1) * frontEnd.hopSec), levelDb }
}

function median(values: Float32Array): number {
  return values.sort()[values.length >> 1]
}
