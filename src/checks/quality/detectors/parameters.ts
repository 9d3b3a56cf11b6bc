// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// Derived from the detectors by "npm run derive"; do not edit.
import { parameters as garble } from './garble/parameters.js'
import { parameters as silenceGaps } from './silenceGaps/parameters.js'
import { parameters as staticNoise } from './staticNoise/parameters.js'
import { parameters as clicks } from './clicks/parameters.js'
import { parameters as dropouts } from './dropouts/parameters.js'
import { parameters as clipping } from './clipping/parameters.js'
import { parameters as bandwidth } from './bandwidth/parameters.js'
import { parameters as snr } from './snr/parameters.js'
import { parameters as truncation } from './truncation/parameters.js'
import { parameters as hum } from './hum/parameters.js'
import { parameters as trailingSounds } from './trailingSounds/parameters.js'

/** The numbers that each detector listens with. */
export const detectorParameters = {
  garble,
  silenceGaps,
  staticNoise,
  clicks,
  dropouts,
  clipping,
  bandwidth,
  snr,
  truncation,
  hum,
  trailingSounds,
}
