// Runs of one and the same value inside sound: lost packets, buffer underruns, holes.
import { meanPower, powerDb } from '../time-levels/frame-levels.js'
import type { Loss } from './loss.js'

/** The ear finds gaps from 2 to 3 ms in steady sound (R. Plomp, 1964); shorter ones are clicks, if anything. */
const SHORTEST_SEC = 0.003
/** No stop consonant and no syllable is silent for longer: what is, is a pause between phrases. */
const IN_WORD_SEC = 0.32
const LONGEST_SEC = 2
/** Sound at the edges is measured over about one period of a deep voice. */
const EDGE_SEC = 0.01
/**
 * A voice that falls silent fades: its resonances alone ring for 10 to 20 ms. Where the last 10 ms before the hole and the
 * first after it both are no more than this below the speech, one of them less, the sound was cut off. On 1.3 h of
 * untouched speech no run within a word has both edges above -39 dB.
 */
const EDGE_BELOW_SPEECH_DB = 32
const LOUDER_EDGE_BELOW_SPEECH_DB = 25
/** Bursts come out of silence, but no voice goes from here to nothing: then the edge before is enough. */
const STOPS_DEAD_BELOW_SPEECH_DB = 15
/** Engines join their sentences with digital silence, and some trim them tightly: -18 dB at the edges was seen there. */
const PAUSE_EDGE_BELOW_SPEECH_DB = 12
/** Values next to each other that differ by less than half a step of 16 bit are the same. */
const SAME_WITHIN = 1 / 65536

export function zeroRuns(samples: Float32Array, sampleRateHz: number, speechDb: number): Loss[] {
  const shortest = Math.round(SHORTEST_SEC * sampleRateHz)
  const edge = EDGE_SEC * sampleRateHz
  const losses: Loss[] = []
  let from = 0
  for (let n = 1; n < samples.length; n++) {
    if (Math.abs(samples[n] - samples[from]) < SAME_WITHIN) continue
    const length = n - from
    if (length >= shortest && from > 0 && length <= LONGEST_SEC * sampleRateHz) {
      const isInWord = length <= IN_WORD_SEC * sampleRateHz
      const belowDb = isInWord ? EDGE_BELOW_SPEECH_DB : PAUSE_EDGE_BELOW_SPEECH_DB
      const beforeDb = powerDb(meanPower(samples, from - edge, from))
      const afterDb = powerDb(meanPower(samples, n, n + edge))
      const louderDb = Math.max(beforeDb, afterDb) - speechDb
      const quieterDb = Math.min(beforeDb, afterDb) - speechDb
      const isCutOut = louderDb > -LOUDER_EDGE_BELOW_SPEECH_DB && quieterDb > -belowDb
      if (isCutOut || (isInWord && beforeDb - speechDb > -STOPS_DEAD_BELOW_SPEECH_DB)) {
        losses.push({ from, to: n, lostDb: (beforeDb + afterDb) / 2 - speechDb })
      }
    }
    from = n
  }
  return losses
}
