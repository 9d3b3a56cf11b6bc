// How loud a file begins and ends: speech that was cut off breaks off at the level of the voice, speech that ends dies away.
import { partsOf, type Samples } from '../audio/samples.js'
import type { Interval } from './speech-data.js'

export interface EdgeLevels {
  /** Of the outermost sound at either end, in dB against the speech. */
  startDb: number
  endDb: number
}

const FRAME_SEC = 0.01
/** Sound that lies further below the speech is the quiet outside of it: encoders and engines add some. */
const QUIET_DB = -35
/** As much of the sound as is measured: some periods of a voice. */
const MEASURED_FRAMES = 3
export const SOFTEST_DB = -60

export function edgeLevels(samples: Samples, sampleRateHz: number, speech: readonly Interval[]): EdgeLevels {
  const frame = Math.round(FRAME_SEC * sampleRateHz)
  const powers: number[] = []
  for (const { part } of partsOf(samples, frame)) {
    for (let to = frame; to <= part.length; to += frame) powers.push(meanSquare(part, to - frame, to))
  }
  let interval = 0
  const spoken = powers.filter((_, index) => {
    const sec = (index + 0.5) * FRAME_SEC
    while (interval < speech.length && speech[interval].endSec <= sec) interval++
    return interval < speech.length && sec >= speech[interval].startSec
  })
  const speechPower = mean(spoken.length > 0 ? spoken : powers)
  if (!(speechPower > 0)) return { startDb: SOFTEST_DB, endDb: SOFTEST_DB }
  const relativeDb = powers.map((power) => 10 * Math.log10(Math.max(1e-12, power / speechPower)))
  return { startDb: outermostDb(relativeDb), endDb: outermostDb(relativeDb.reverse()) }
}

function outermostDb(fromEdgeDb: readonly number[]): number {
  const first = fromEdgeDb.findIndex((level) => level > QUIET_DB)
  if (first < 0) return SOFTEST_DB
  const sound = fromEdgeDb.slice(first, first + MEASURED_FRAMES)
  return 10 * Math.log10(mean(sound.map((level) => 10 ** (level / 10))))
}

function meanSquare(samples: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let n = from; n < to; n++) sum += samples[n] * samples[n]
  return sum / (to - from)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
