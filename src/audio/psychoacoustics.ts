// What the ear hears of a sound beside others. E. Zwicker and H. Fastl, "Psychoacoustics", unless another source is named.

/** Edges of the critical bands (E. Zwicker, 1961), from 100 Hz; small loudspeakers give nothing below. */
export const CRITICAL_BAND_EDGES_HZ: readonly number[] = [
  100, 200, 300, 400, 510, 630, 770, 920, 1080, 1270, 1480, 1720, 2000, 2320, 2700, 3150, 3700, 4400, 5300,
  6400, 7700, 9500, 12_000, 15_500,
]

/** Width of the critical band around a frequency (E. Zwicker and E. Terhardt, 1980). */
export function criticalBandwidthHz(hz: number): number {
  return 25 + 75 * (1 + 1.4 * (hz / 1000) ** 2) ** 0.69
}

/** Noise hides sounds up to so much below it in the same critical band (4.1: 2 to 6 dB). */
export const MASKING_OFFSET_DB = 4
/** The same as a share of its power. */
export const MASKING_SHARE = 10 ** (-MASKING_OFFSET_DB / 10)

/** What one band hides in the next higher and the next lower one (slopes at 70 dB, 6.2). */
export const UPWARD_SPREAD_DB_PER_BARK = 12
export const DOWNWARD_SPREAD_DB_PER_BARK = 27
/** After-masking: about 60 dB in 200 ms, at first faster (4.4). */
export const AFTER_MASKING_DB_PER_SEC = 500

/** People listen to speech at 70 dB SPL, in a room whose own noise hides 15 dB SPL in each critical band (a quiet office, NC 20). */
const LISTENING_DB = 70
const ROOM_DB = 15

/** What a quiet room hides in each critical band, in dB over the speech. */
export const ROOM_OVER_SPEECH_DB = ROOM_DB - LISTENING_DB

/** What the room or the threshold in quiet hides at a frequency, in dB over the speech. */
export function hiddenInQuietDb(hz: number): number {
  return Math.max(quietThresholdDb(hz), ROOM_DB) - LISTENING_DB
}

/** Threshold in quiet, dB SPL (E. Terhardt, 1979). */
export function quietThresholdDb(hz: number): number {
  const khz = hz / 1000
  return 3.64 * khz ** -0.8 - 6.5 * Math.exp(-0.6 * (khz - 3.3) ** 2) + 1e-3 * khz ** 4
}

/** The ear adds up sound over this long: a shorter one is less loud in proportion (8.3). */
export const INTEGRATION_SEC = 0.2

/** What a sound of so many seconds lacks against a long one. */
export function shortSoundDb(soundSec: number): number {
  return 10 * Math.log10(Math.max(1, INTEGRATION_SEC / soundSec))
}
