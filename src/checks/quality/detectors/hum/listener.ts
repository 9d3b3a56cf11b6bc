// Mains hum and its harmonics, whine, steady tones: lines in the spectrum that stay through speech and pauses.
import { audibilityOf, type Fault } from '../../issue.js'
import type { OpenDetector } from '../detector.js'
import { excessDb, lostByLoudspeakersDb, maskerFrameAt, speechPowerOf } from './audible.js'
import { stayingLines } from './lines.js'
import { type FrameLength, type LineSpectra, lineSpectra } from './spectra.js'
import { humsOf, type Tone } from './tones.js'

/** Small loudspeakers give nothing below, ears little above. */
const LOWEST_HZ = 45
const HIGHEST_HZ = 16_000
/** Long enough to part mains harmonics from a deep voice, short enough to fall between words, where a hum is heard. */
const LINE_FRAME: FrameLength = { aboutSec: 0.17 }
/** A softer hum is not worth a word. */
const LEAST_EXCESS_DB = 6
/** One gets used to what sounds all the time: it is noticed at a higher level than a burst. */
const GOT_USED_TO_DB = 5
/** A shorter tone is a beep or a held vowel. */
const SHORTEST_SEC = 1.35
/** The whole of the speech's level: hum that loud leaves nothing of it. */
const SPOILT_RANGE_DB = 50

export const open: OpenDetector = ({ speech, durationSec }) => {
  const tones: Tone[] = []
  let speechPower: number | null = null

  return {
    hear(section) {
      const { mono, sampleRateHz } = section
      speechPower = speechPowerOf(section, speech) ?? speechPower
      const highestHz = Math.min(HIGHEST_HZ, 0.49 * sampleRateHz)
      const spectra = lineSpectra(mono, sampleRateHz, LINE_FRAME, highestHz)
      // Most files hold no line at all.
      const maskers = new Map<FrameLength, LineSpectra>()
      const maskersAt = (hz: number) => {
        const frame = maskerFrameAt(hz)
        const known = maskers.get(frame) ?? lineSpectra(mono, sampleRateHz, frame, highestHz)
        maskers.set(frame, known)
        return known
      }
      for (const line of stayingLines(spectra)) {
        const hz = line.bin * spectra.binHz
        if (hz < LOWEST_HZ) continue
        // A frame shows a tone at nearly its full level when the tone fills the middle half of it.
        const isToStart = section.isFirst && line.from === 0
        const isToEnd = section.isLast && line.to >= spectra.frames - 1
        const edgeSec = spectra.frameSec / 4
        const startSec = line.from * spectra.hopSec + edgeSec
        const endSec = line.to * spectra.hopSec + spectra.frameSec - edgeSec
        const overDb = excessDb({ hz, power: line.power, startSec, endSec }, maskersAt(hz), speechPower)
        if (overDb <= 0) continue
        tones.push({
          startSec: isToStart ? 0 : section.timeSec(0) + startSec,
          endSec: isToEnd ? durationSec : section.timeSec(0) + endSec,
          hz,
          excessDb: overDb,
          onLoudspeakersDb: overDb - lostByLoudspeakersDb(hz),
          levelDb: 10 * Math.log10((2 * line.power) / Math.max(speechPower ?? line.power, Number.MIN_VALUE)),
        })
      }
    },

    result() {
      const faults = humsOf(tones)
        .filter(({ startSec, endSec }) => endSec - startSec >= Math.min(SHORTEST_SEC, 0.8 * durationSec))
        .filter(({ excessDb }) => excessDb >= LEAST_EXCESS_DB)
        .map(
          (hum): Fault => ({
            type: 'hum',
            startSec: hum.startSec,
            endSec: Math.min(durationSec, hum.endSec),
            severity: Math.min(1, Math.max(0, 1 + hum.levelDb / SPOILT_RANGE_DB)),
            audibility: audibilityOf(hum.onLoudspeakersDb - GOT_USED_TO_DB),
          }),
        )
      return { faults, measures: null }
    },
  }
}
