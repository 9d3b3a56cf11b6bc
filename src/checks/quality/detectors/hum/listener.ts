// Mains hum and its harmonics, whine, steady tones: lines in the spectrum that stay through speech and pauses.
import { audibilityOf, type Fault } from '../../issue.js'
import type { OpenDetector } from '../detector.js'
import { excessDb, lostByLoudspeakersDb } from './audible.js'
import { stayingLines } from './lines.js'
import { parameters } from './parameters.js'
import { type LineSpectra, lineSpectra } from './spectra.js'
import { humsOf, type Tone } from './tones.js'

const { gotUsedToDb, highestHz, lowestHz, maskerFrameSec, shortestSec, spoiltRangeDb } = parameters

export const open: OpenDetector = ({ speech, durationSec }) => {
  const tones: Tone[] = []

  return {
    listen(section) {
      const { mono, sampleRateHz } = section
      const speechPower = speech.length > 0 ? 10 ** (section.speechDbOf(mono) / 10) : 0
      const topHz = Math.min(highestHz, 0.49 * sampleRateHz)
      const spectra = lineSpectra(mono, sampleRateHz, 'nearest', 2 * maskerFrameSec, topHz)
      // Most files hold no line at all.
      let maskers: LineSpectra | undefined
      for (const line of stayingLines(spectra)) {
        const hz = line.bin * spectra.binHz
        if (hz < lowestHz) continue
        // A frame shows a tone at nearly its full level when the tone fills the middle half of it.
        const isToStart = section.isFirst && line.from === 0
        const isToEnd = section.isLast && line.to >= spectra.frames - 1
        const edgeSec = spectra.frameSec / 4
        const startSec = line.from * spectra.hopSec + edgeSec
        const endSec = line.to * spectra.hopSec + spectra.frameSec - edgeSec
        maskers ??= lineSpectra(mono, sampleRateHz, 'longer', maskerFrameSec, topHz)
        const overDb = excessDb({ hz, power: line.power, startSec, endSec }, maskers, speechPower)
        if (overDb <= 0) continue
        tones.push({
          startSec: isToStart ? 0 : section.timeSec(0) + startSec,
          endSec: isToEnd ? durationSec : section.timeSec(0) + endSec,
          hz,
          excessDb: overDb,
          onLoudspeakersDb: overDb - lostByLoudspeakersDb(hz),
          levelDb: 10 * Math.log10((2 * line.power) / Math.max(speechPower || line.power, Number.MIN_VALUE)),
        })
      }
    },

    result() {
      const faults = humsOf(tones)
        .filter(({ startSec, endSec }) => endSec - startSec >= Math.min(shortestSec, 0.8 * durationSec))
        .filter(({ excessDb }) => excessDb >= gotUsedToDb)
        .map(
          (hum): Fault => ({
            type: 'hum',
            startSec: hum.startSec,
            endSec: Math.min(durationSec, hum.endSec),
            severity: Math.min(1, Math.max(0, 1 + hum.levelDb / spoiltRangeDb)),
            audibility: audibilityOf(hum.onLoudspeakersDb - gotUsedToDb),
          }),
        )
      return { faults, measures: null }
    },
  }
}
