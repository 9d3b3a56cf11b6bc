/** Nobody hears what lies so far below the speech, and bands that the file does not have are as if so soft. */
const SOFTEST_DB = -70
const LOUDEST_DB = 20
/** Keeps the inputs of the network near one. */
export const LEVEL_SCALE = 1 / 10
export const SOFTEST = LEVEL_SCALE * SOFTEST_DB

/** A level over the speech as the network is told of it. */
export function scaledLevel(overSpeechDb: number): number {
  return LEVEL_SCALE * Math.min(LOUDEST_DB, Math.max(SOFTEST_DB, overSpeechDb))
}
