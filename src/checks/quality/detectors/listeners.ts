// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// Derived from the detectors by "npm run derive"; do not edit.
import type { QualityCheckName } from './declared.js'
import type { OpenDetector } from './detector.js'
import { open as garble } from './garble/listener.js'
import { open as silenceGaps } from './silenceGaps/listener.js'
import { open as staticNoise } from './staticNoise/listener.js'
import { open as clicks } from './clicks/listener.js'
import { open as dropouts } from './dropouts/listener.js'
import { open as clipping } from './clipping/listener.js'
import { open as bandwidth } from './bandwidth/listener.js'
import { open as snr } from './snr/listener.js'
import { open as truncation } from './truncation/listener.js'
import { open as hum } from './hum/listener.js'
import { open as trailingSounds } from './trailingSounds/listener.js'

/** Makes each detector for a file. */
export const openers: Readonly<Record<QualityCheckName, OpenDetector<unknown>>> = {
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
