// biome-ignore-all format: derived
// biome-ignore-all assist/source/organizeImports: derived
// Derived from the detectors by "npm run derive"; do not edit.

/** What the switches of the check on sound are called. */
export const subChecks = {
  garble: 'Garbled speech',
  silenceGaps: 'Gaps of silence',
  staticNoise: 'Static noise',
  clicks: 'Clicks',
  dropouts: 'Dropouts',
  clipping: 'Clipping',
  bandwidth: 'Narrow bandwidth',
  snr: 'Background noise',
  truncation: 'Cut-off beginnings and ends',
  hum: 'Hum and whine',
  trailingSounds: 'Sounds after the last word',
} as const

/** What its issues are called. */
export const issueTitles = {
  garble: 'Garbled speech',
  silence: 'Silence',
  static: 'Static noise',
  click: 'Click',
  dropout: 'Dropout',
  clipping: 'Clipping',
  truncation: 'Cut off',
  hum: 'Hum',
  trailingSound: 'Sound after the last word',
} as const
