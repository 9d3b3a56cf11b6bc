// How far the speech stands above the noise of the recording.

import { type Band, bandLevels } from '../../front-end/ear-bands.js'
import type { Section } from '../../front-end/section.js'
import { Where } from '../../front-end/where.js'
import type { About, Detector, Found, OpenDetector } from '../detector.js'
import { LevelHistogram } from './level-histogram.js'
import { minimumNoise } from './minimum-noise.js'
import { ModulatedNoise } from './modulated-noise.js'
import type { SnrMeasures } from './weighed.js'

/** As in the shared spectrum. */
const FRAME_SEC = 0.02
const HOP_SEC = 0.01
/** Voices fade and rooms ring on: the edges of a pause are not its noise, and the edges of speech not its voice. */
const PAUSE_EDGE_SEC = 0.1
const SPEECH_EDGE_SEC = 0.03
/** Less than the last bit of 16: nothing was recorded there. In a file that is soft as a whole, so far below its speech. */
const DIGITAL_SILENCE = 10 ** -9
const SILENT_SHARE = 10 ** (-65 / 10)
/** 0.2 s: with less of it neither speech nor a pause has a level. */
const FEWEST_FRAMES = 20
/** No recording room is that quiet: such pauses were muted, or nobody recorded them, and they say nothing of the speech. */
const MUTED_DB = 70
/** Breaths and smacks lie in the loudest fifth of the pauses; without it steady noise reads 0.3 dB too low in 20 ms frames. */
const QUIET_SHARE = 0.8
const QUIET_SHARE_BIAS = 1.07
/**
 * Voices of children and words said softly are missed at times, and are then taken for a loud pause: what stands so far above the
 * quietest fifth of the pauses is no noise of the room, which stays within some decibels.
 */
const FLOOR_SHARE = 0.2
const VOICE_OVER_FLOOR = 10 ** (15 / 10)
/** The noise leaves of the sound at least this share for the speech: under about -10 dB there is nothing to measure. */
const LEAST_SPEECH_SHARE = 0.1
const HIGHEST_DB = 100

export const open: OpenDetector<SnrMeasures> = (about) => new Snr(about)

class Snr implements Detector<SnrMeasures> {
  private readonly where: Where
  private readonly modulated = new ModulatedNoise(HOP_SEC)
  private readonly pauseTotals = new LevelHistogram()
  private pauses: LevelHistogram[] = []
  private voiced: LevelHistogram[] = []
  private bands: Band[] = []
  private speechSum = 0
  private speechFrames = 0

  constructor({ speech }: About) {
    this.where = new Where(speech)
  }

  hear(section: Section): void {
    const { spectrum, sampleRateHz } = section
    const { where, pauseTotals } = this
    const levels = bandLevels(section, Math.round(FRAME_SEC * sampleRateHz))
    const { rows, totals } = levels
    this.bands = levels.bands
    this.modulated.hear(section, levels, where)
    if (this.pauses.length === 0) {
      this.pauses = levels.bands.map(() => new LevelHistogram())
      this.voiced = levels.bands.map(() => new LevelHistogram())
    }
    const hop = Math.round(HOP_SEC * sampleRateHz)
    const startSec = section.timeSec(0)
    const speechPower = 10 ** (section.speechDbOf(section.mono) / 10)
    const silence = Math.min(DIGITAL_SILENCE, SILENT_SHARE * speechPower)
    let speechSum = 0
    let speechFrames = 0
    // Each with the one before and the one after.
    for (let frame = 1; frame + 1 < spectrum.frames; frame++) {
      if (!section.isInCore(frame * hop)) continue
      const depthSec = where.depthSec(startSec + spectrum.timesSec[frame])
      if (depthSec > 0) {
        speechSum += totals[frame]
        speechFrames++
      }
      if (Math.min(totals[frame - 1], totals[frame], totals[frame + 1]) < silence) {
        if (depthSec < -PAUSE_EDGE_SEC) pauseTotals.add(0)
        continue
      }
      if (depthSec < -PAUSE_EDGE_SEC) pauseTotals.add(totals[frame])
      if (depthSec > SPEECH_EDGE_SEC) addThree(rows, frame, this.voiced)
      else if (depthSec < 0) addThree(rows, frame, this.pauses)
    }
    this.speechSum += speechSum
    this.speechFrames += speechFrames
  }

  result(): Found<SnrMeasures> {
    return { faults: [], measures: { snrDb: this.snrDb(), modulatedSnrDb: this.modulated.resultDb() } }
  }

  private snrDb(): number | null {
    if (this.speechFrames < FEWEST_FRAMES) return null
    const heard = this.speechSum / this.speechFrames
    if (!(heard > DIGITAL_SILENCE)) return null
    const noise = this.noisePower(heard)
    const voice = Math.max(heard - noise, LEAST_SPEECH_SHARE * heard)
    return Math.min(HIGHEST_DB, 10 * Math.log10(voice / Math.max(noise, Number.MIN_VALUE)))
  }

  private noisePower(heard: number): number {
    const { pauseTotals, pauses, voiced, bands } = this
    if (pauseTotals.count >= FEWEST_FRAMES) {
      const muted = heard * 10 ** (-MUTED_DB / 10)
      if (pauseTotals.quantile(0.5) > muted) {
        const noise = QUIET_SHARE_BIAS * pauseTotals.meanOfQuietest(QUIET_SHARE)
        const floor = pauseTotals.quantile(FLOOR_SHARE)
        return floor > muted ? Math.min(noise, pauseTotals.meanBelow(VOICE_OVER_FLOOR * floor)) : noise
      }
      // Muted pauses: only what is under the speech tells, if it goes on for long enough.
      return voiced[0].count >= FEWEST_FRAMES ? minimumNoise(voiced, bands) : pauseTotals.quantile(0.5)
    }
    // No pause to speak of: what there is of one counts like a moment between two sounds.
    const all = voiced.map((histogram, band) => {
      histogram.merge(pauses[band])
      return histogram
    })
    return all[0].count >= FEWEST_FRAMES ? minimumNoise(all, bands) : 0
  }
}

/** Adds the mean of a frame with the one before and the one after, band by band. */
function addThree(rows: Float32Array, frame: number, histograms: LevelHistogram[]): void {
  const width = histograms.length
  for (let band = 0, at = frame * width; band < width; band++, at++)
    histograms[band].add((rows[at - width] + rows[at] + rows[at + width]) / 3)
}
