// Runs of one and the same value inside sound: lost packets, buffer underruns, holes.
import { meanPower, powerDb } from './frame-levels.js'
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
const EDGE_BELOW_SPEECH_DB = 35
const LOUDER_EDGE_BELOW_SPEECH_DB = 25
/** Bursts come out of silence, but no voice goes from here to nothing: then the edge before is enough. */
const STOPS_DEAD_BELOW_SPEECH_DB = 15
/** Engines join their sentences with digital silence, and some trim them tightly: -18 dB at the edges was seen there. */
const PAUSE_EDGE_BELOW_SPEECH_DB = 12
/** Values next to each other that differ by less than half a step of 16 bit are the same. */
const SAME_WITHIN = 1 / 65536

export function zeroRuns(samples: Float32Array, sampleRateHz: number, speechDb: number): Loss[] {
  const shortest = Math.max(2, Math.round(SHORTEST_SEC * sampleRateHz))
  const losses: Loss[] = []
  let past = 0
  // No run is missed by looking once in its shortest length.
  for (let at = shortest; at + 1 < samples.length; at += shortest) {
    if (at < past) continue
    const value = samples[at]
    if (!isSame(samples[at + 1], value)) continue
    let from = at
    while (from > 0 && isSame(samples[from - 1], value)) from--
    let to = at + 2
    while (to < samples.length && isSame(samples[to], value)) to++
    past = to
    if (to - from < shortest || from === 0 || to === samples.length) continue
    const loss = lossOf(samples, sampleRateHz, from, to, speechDb)
    if (loss) losses.push(loss)
  }
  return losses
}

function isSame(one: number, other: number): boolean {
  const difference = one - other
  return difference < SAME_WITHIN && difference > -SAME_WITHIN
}

/** The run as a loss where sound was cut off at its edges, else null. */
function lossOf(
  samples: Float32Array,
  sampleRateHz: number,
  from: number,
  to: number,
  speechDb: number,
): Loss | null {
  const lengthSec = (to - from) / sampleRateHz
  if (lengthSec > LONGEST_SEC) return null
  const edge = EDGE_SEC * sampleRateHz
  const isInWord = lengthSec <= IN_WORD_SEC
  const belowDb = isInWord ? EDGE_BELOW_SPEECH_DB : PAUSE_EDGE_BELOW_SPEECH_DB
  const beforeDb = powerDb(meanPower(samples, from - edge, from))
  const afterDb = powerDb(meanPower(samples, to, to + edge))
  const louderDb = Math.max(beforeDb, afterDb) - speechDb
  const quieterDb = Math.min(beforeDb, afterDb) - speechDb
  const isCutOut = louderDb > -LOUDER_EDGE_BELOW_SPEECH_DB && quieterDb > -belowDb
  const stopsDead = isInWord && beforeDb - speechDb > -STOPS_DEAD_BELOW_SPEECH_DB
  return isCutOut || stopsDead ? { from, to, lostDb: (beforeDb + afterDb) / 2 - speechDb } : null
}
