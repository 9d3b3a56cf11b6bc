// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// Derived from the detectors by "npm run derive"; do not edit.
import type { IssueType } from '../../../src/checks/quality/issue.js'
import type { Planting } from '../planter.js'
import { planting as garblePlanting } from './garble.js'
import { planting as silencePlanting } from './silence.js'
import { planting as staticPlanting } from './static.js'
import { planting as clickPlanting } from './click.js'
import { planting as dropoutPlanting } from './dropout.js'
import { planting as clippingPlanting } from './clipping.js'
import { planting as truncationPlanting } from './truncation.js'
import { planting as humPlanting } from './hum.js'
import { planting as trailingSoundPlanting } from './trailingSound.js'

/** How each type of issue is planted. */
export const plantings: Readonly<Record<IssueType, Planting>> = {
  garble: garblePlanting,
  silence: silencePlanting,
  static: staticPlanting,
  click: clickPlanting,
  dropout: dropoutPlanting,
  clipping: clippingPlanting,
  truncation: truncationPlanting,
  hum: humPlanting,
  trailingSound: trailingSoundPlanting,
}
