// Mains hum and its harmonics, whine, steady tones: lines in the spectrum that stay through speech and pauses.
import { audibilityOf, type Fault } from '../issue.js'
import type { OpenSubCheck } from '../sub-check.js'
import { excessDb, speechPowerOf } from './hum/audible.js'
import { lineSpectra, stayingLines } from './hum/lines.js'

/** Small loudspeakers give nothing below, ears little above. */
const LOWEST_HZ = 45
const HIGHEST_HZ = 16_000
/** A softer hum is not worth a word. */
const LEAST_EXCESS_DB = 6
/** One gets used to what sounds all the time: it is noticed at a higher level than a burst. */
const GOT_USED_TO_DB = 4
/** Parts of one hum may come and go by so much. */
const JOINED_SEC = 0.5
/** A shorter tone is a beep or a held vowel. */
const SHORTEST_SEC = 1.35
/** The whole of the speech's level: hum that loud leaves nothing of it. */
const SPOILT_RANGE_DB = 50

interface Hum {
  startSec: number
  endSec: number
  excessDb: number
  levelDb: number
}

export const openHum: OpenSubCheck = ({ speech, durationSec }) => {
  const hums: Hum[] = []
  let speechPower: number | null = null

  return {
    hear(section) {
      const { mono, sampleRateHz } = section
      speechPower = speechPowerOf(section, speech) ?? speechPower
      const spectra = lineSpectra(mono, sampleRateHz, Math.min(HIGHEST_HZ, 0.49 * sampleRateHz))
      const lines = stayingLines(spectra).filter(({ bin }) => bin * spectra.binHz >= LOWEST_HZ)
      for (const line of lines) {
        const overDb = excessDb(line, spectra, speechPower)
        if (overDb < LEAST_EXCESS_DB) continue
        // A frame shows a tone at nearly its full level when the tone fills the middle half of it.
        const isToStart = section.isFirst && line.from === 0
        const isToEnd = section.isLast && line.to >= spectra.frames - 1
        const edgeSec = spectra.frameSec / 4
        const startSec = section.timeSec(0) + line.from * spectra.hopSec + edgeSec
        const endSec = section.timeSec(0) + line.to * spectra.hopSec + spectra.frameSec - edgeSec
        add({
          startSec: isToStart ? 0 : startSec,
          endSec: isToEnd ? durationSec : endSec,
          excessDb: overDb,
          levelDb: 10 * Math.log10((2 * line.power) / Math.max(speechPower ?? line.power, Number.MIN_VALUE)),
        })
      }
    },

    result() {
      const faults = hums
        .filter(({ startSec, endSec }) => endSec - startSec >= Math.min(SHORTEST_SEC, 0.8 * durationSec))
        .map(
          (hum): Fault => ({
            type: 'hum',
            startSec: hum.startSec,
            endSec: Math.min(durationSec, hum.endSec),
            severity: Math.min(1, Math.max(0, 1 + hum.levelDb / SPOILT_RANGE_DB)),
            audibility: audibilityOf(hum.excessDb - GOT_USED_TO_DB),
          }),
        )
      return { faults, measures: null }
    },
  }

  /** Lines of one hum, and its parts in neighbouring sections, are one. */
  function add(hum: Hum): void {
    const near = (one: Hum, other: Hum) =>
      one.startSec < other.endSec + JOINED_SEC && other.startSec < one.endSec + JOINED_SEC
    for (let index = hums.length - 1; index >= 0; index--) {
      const other = hums[index]
      if (!near(hum, other)) continue
      hums.splice(index, 1)
      hum.startSec = Math.min(hum.startSec, other.startSec)
      hum.endSec = Math.max(hum.endSec, other.endSec)
      hum.excessDb = Math.max(hum.excessDb, other.excessDb)
      hum.levelDb = Math.max(hum.levelDb, other.levelDb)
    }
    hums.push(hum)
    hums.sort((a, b) => a.startSec - b.startSec)
  }
}
