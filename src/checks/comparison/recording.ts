// Does a recording sound different though the voice may be the same? Noise, band and colour of the sound, said as that.
import type { WidebandMeasures } from '../../speech/wideband.js'
import { median } from '../statistics.js'

export type RecordingMeasures = Pick<WidebandMeasures, 'bandwidthHz' | 'noiseFloorDb' | 'restDb' | 'bandsDb'>

/** Fewer recordings show no common sound to differ from. */
const FEWEST_FILES = 3
/** Pauses this much noisier than the batch's are noticed, unless they are quieter than a quiet room anyway. */
const NOISIER_DB = 9
const INAUDIBLE_NOISE_DB = -55
/** A clean voice leaves about this much in its bands by itself; noise is audible when there is more (144 clips of 36 voices). */
const REST_OF_VOICE_DB = -40
/** A band narrower than this share of the batch's sounds dull. */
const NARROWER_SHARE = 0.7
/** Root mean square over the bands by which two sentences in one recording rarely differ, and the batch's own spread on top. */
const COLOUR_DB = 6
const COLOUR_SPREADS = 2.5

/** For each file what is different about its recording, in a few words, or null. */
export function recordingNotes(
  files: (RecordingMeasures | null)[],
  /** Files that should have one voice: every voice has a colour of its own. */
  parts: readonly (readonly number[])[] = [[...files.keys()]],
): (string | null)[] {
  const measured = files.filter((file) => file !== null)
  if (measured.length < FEWEST_FILES) return files.map(() => null)
  const bandwidthHz = median(measured.map((file) => file.bandwidthHz))!
  const noiseDb = median(
    measured.flatMap(({ noiseFloorDb }) => (noiseFloorDb === null ? [] : [noiseFloorDb])),
  )
  const restDb = median(measured.map((file) => file.restDb))!
  const otherColours = new Set(parts.flatMap((members) => withOtherColour(files, members)))
  return files.map((file, index) => {
    if (!file) return null
    const found: string[] = []
    const isNoisier =
      noiseDb !== null &&
      file.noiseFloorDb !== null &&
      file.noiseFloorDb > Math.max(noiseDb + NOISIER_DB, INAUDIBLE_NOISE_DB)
    // Where pauses are short or muted, noise shows only under the speech.
    const isNoisierBelow = file.restDb > Math.max(restDb + NOISIER_DB, REST_OF_VOICE_DB)
    if (isNoisier || isNoisierBelow) found.push('more noise')
    if (file.bandwidthHz < NARROWER_SHARE * bandwidthHz)
      found.push(`nothing above ${Number((file.bandwidthHz / 1000).toFixed(1))} kHz`)
    if (found.length === 0 && otherColours.has(index)) found.push('another colour')
    return found.length === 0 ? null : `The recording sounds different: ${found.join(', ')}.`
  })
}

/** Which of some files have another colour than most of them. */
function withOtherColour(files: readonly (RecordingMeasures | null)[], members: readonly number[]): number[] {
  const measured = members.filter((member) => files[member] !== null)
  if (measured.length < FEWEST_FILES) return []
  const bands = measured.map((member) => files[member]!.bandsDb)
  const colour = bands[0].map((_, band) => median(bands.map((bandsDb) => bandsDb[band]))!)
  const distances = bands.map((bandsDb) => distanceDb(bandsDb, colour))
  const limitDb = Math.max(COLOUR_DB, COLOUR_SPREADS * median(distances)!)
  return measured.filter((_, at) => distances[at] > limitDb)
}

function distanceDb(bandsDb: number[], colour: number[]): number {
  return Math.sqrt(bandsDb.reduce((sum, db, band) => sum + (db - colour[band]) ** 2, 0) / bandsDb.length)
}
