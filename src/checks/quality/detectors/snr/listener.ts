// How far the speech stands above the noise of the recording.

import { type Band, bandLevels } from '../../front-end/erb-bands.js'
import { parameters as frontEnd } from '../../front-end/parameters.js'
import type { Section } from '../../front-end/section.js'
import { Where } from '../../front-end/where.js'
import type { About, Detector, Found, OpenDetector } from '../detector.js'
import { LevelHistogram } from './level-histogram.js'
import { minimumNoise } from './minimum-noise.js'
import { ModulatedNoise } from './modulated-noise.js'
import { parameters } from './parameters.js'
import type { SnrMeasures } from './weighed.js'

const {
  digitalSilence,
  fewestFrames,
  floorShare,
  highestDb,
  leastSpeechShare,
  mutedDb,
  pauseEdgeSec,
  quietShare,
  quietShareBias,
  silentShare,
  speechEdgeSec,
  voiceOverFloor,
} = parameters

export const open: OpenDetector<SnrMeasures> = (about) => new Snr(about)

class Snr implements Detector<SnrMeasures> {
  private readonly where: Where
  private readonly modulated = new ModulatedNoise()
  private readonly pauseTotals = new LevelHistogram()
  private pauses: LevelHistogram[] = []
  private voiced: LevelHistogram[] = []
  private bands: Band[] = []
  private speechSum = 0
  private speechFrames = 0

  constructor({ speech }: About) {
    this.where = new Where(speech)
  }

  listen(section: Section): void {
    const { spectrum, sampleRateHz } = section
    const { where, pauseTotals } = this
    const levels = bandLevels(section, Math.round(frontEnd.frameSec * sampleRateHz))
    const { rows, totals } = levels
    this.bands = levels.bands
    this.modulated.listen(section, levels, where)
    if (this.pauses.length === 0) {
      this.pauses = levels.bands.map(() => new LevelHistogram())
      this.voiced = levels.bands.map(() => new LevelHistogram())
    }
    const hop = Math.round(frontEnd.hopSec * sampleRateHz)
    const startSec = section.timeSec(0)
    const speechPower = 10 ** (section.speechDbOf(section.mono) / 10)
    const silence = Math.min(digitalSilence, silentShare * speechPower)
    let speechSum = 0
    let speechFrames = 0
    // Each frame together with the one before and the one after.
    for (let frame = 1; frame + 1 < spectrum.frames; frame++) {
      if (!section.isInCore(frame * hop)) continue
      const depthSec = where.depthSec(startSec + spectrum.timesSec[frame])
      if (depthSec > 0) {
        speechSum += totals[frame]
        speechFrames++
      }
      if (Math.min(totals[frame - 1], totals[frame], totals[frame + 1]) < silence) {
        if (depthSec < -pauseEdgeSec) pauseTotals.add(0)
        continue
      }
      if (depthSec < -pauseEdgeSec) pauseTotals.add(totals[frame])
      if (depthSec > speechEdgeSec) addThree(rows, frame, this.voiced)
      else if (depthSec < 0) addThree(rows, frame, this.pauses)
    }
    this.speechSum += speechSum
    this.speechFrames += speechFrames
  }

  result(): Found<SnrMeasures> {
    return { faults: [], measures: { snrDb: this.snrDb(), modulatedSnrDb: this.modulated.resultDb() } }
  }

  private snrDb(): number | null {
    if (this.speechFrames < fewestFrames) return null
    const spokenPower = this.speechSum / this.speechFrames
    if (!(spokenPower > digitalSilence)) return null
    const noise = this.noisePower(spokenPower)
    const voice = Math.max(spokenPower - noise, leastSpeechShare * spokenPower)
    return Math.min(highestDb, 10 * Math.log10(voice / Math.max(noise, Number.MIN_VALUE)))
  }

  private noisePower(spokenPower: number): number {
    const { pauseTotals, pauses, voiced, bands } = this
    if (pauseTotals.count >= fewestFrames) {
      const muted = spokenPower * 10 ** (-mutedDb / 10)
      if (pauseTotals.quantile(0.5) > muted) {
        const noise = quietShareBias * pauseTotals.meanOfQuietest(quietShare)
        const floor = pauseTotals.quantile(floorShare)
        return floor > muted ? Math.min(noise, pauseTotals.meanBelow(voiceOverFloor * floor)) : noise
      }
      // The pauses are muted: only the noise under the speech can be measured, if the speech is long enough.
      return voiced[0].count >= fewestFrames ? minimumNoise(voiced, bands) : pauseTotals.quantile(0.5)
    }
    // Hardly any pause: the little there is counts like a moment between two sounds.
    const all = voiced.map((histogram, band) => {
      histogram.merge(pauses[band])
      return histogram
    })
    return all[0].count >= fewestFrames ? minimumNoise(all, bands) : 0
  }
}

/** Adds the mean of a frame with the one before and the one after, band by band. */
function addThree(rows: Float32Array, frame: number, histograms: LevelHistogram[]): void {
  const width = histograms.length
  for (let band = 0, at = frame * width; band < width; band++, at++)
    histograms[band].add((rows[at - width] + rows[at] + rows[at + width]) / 3)
}
