// What a candidate is judged by, as a row of numbers.
import { meanPower, powerDb } from '../time-levels/frame-levels.js'
import { type Candidate, candidatesIn, capped } from './candidates.js'
import { Excess } from './excess.js'
import { ShapeMeter } from './shape.js'
import { TopBand } from './top-band.js'

/** Quieter candidates are hidden by what surrounds them: 8 dB over the masked threshold in 5 ms. */
const LEAST_EXCESS_DB = 8
/** Windows of the mean before and after, for a step of the offset. */
const OFFSET_SEC = [0.02, 0.04, 0.06]

export const FEATURES = 26

export interface Suspect {
  at: number
  /** Over the masked threshold, in dB. */
  excessDb: number
  features: number[]
}

export class SuspectFinder {
  private readonly excess: Excess
  private readonly shape: ShapeMeter
  private readonly topBand: TopBand

  constructor(private readonly sampleRateHz: number) {
    this.excess = new Excess(sampleRateHz)
    this.shape = new ShapeMeter(sampleRateHz)
    this.topBand = new TopBand(sampleRateHz)
  }

  /** Only of moments for which `isWanted` holds; the rest of the samples is what they are judged by. */
  find(samples: Float32Array, speechPower: number, isWanted: (at: number) => boolean): Suspect[] {
    const suspects: Suspect[] = []
    const file = this.topBand.ofFile(samples)
    for (const candidate of candidatesIn(samples, this.sampleRateHz)) {
      if (!isWanted(candidate.at)) continue
      const short = this.excess.ofShort(samples, candidate.at, speechPower)
      if (short.wholeDb < LEAST_EXCESS_DB) continue
      const shape = this.shape.of(samples, candidate.at)
      const long = this.excess.ofLong(samples, shape.peak, speechPower)
      const top = this.topBand.ofClick(samples, shape.peak)
      suspects.push({
        at: shape.peak,
        excessDb: short.wholeDb,
        features: [
          Math.min(shape.overBeforeDb, shape.overAfterDb),
          shape.overBeforeDb,
          shape.overAfterDb,
          shape.overMeanDb,
          shape.overQuietDb,
          shape.onsetDb,
          shape.onsetMs,
          shape.peakShare,
          shape.recurrence,
          top.topDb,
          top.topOverDb,
          top.highDb,
          top.highOverDb,
          file.topDb,
          file.highDb,
          short.wholeDb,
          ...short.groupsDb,
          long.bestDb,
          long.meanDb,
          candidate.overFarDb,
          this.levelDb(candidate, speechPower),
          ...this.steps(samples, shape.peak),
        ],
      })
    }
    return suspects
  }

  private levelDb({ energyDb }: Candidate, speechPower: number): number {
    return capped(energyDb - powerDb(speechPower))
  }

  /** How much the level changes, and how much of the jump stays as an offset, in dB. */
  private steps(samples: Float32Array, at: number): number[] {
    const ms = this.sampleRateHz / 1000
    const after = meanPower(samples, at + 4 * ms, at + 16 * ms)
    const before = meanPower(samples, at - 14 * ms, at - 2 * ms)
    const offsets = OFFSET_SEC.map((sec) => {
      const width = sec * this.sampleRateHz
      return mean(samples, at + ms, at + width) - mean(samples, at - width, at - ms)
    })
    const isOneWay = offsets.every((offset) => offset * offsets[0] > 0)
    const offset = isOneWay ? Math.min(...offsets.map(Math.abs)) : 0
    let jump = 1e-6
    for (let n = Math.max(1, Math.round(at - ms / 2)); n < Math.min(samples.length, at + ms / 2); n++)
      jump = Math.max(jump, Math.abs(samples[n] - samples[n - 1]))
    return [
      Math.min(45, Math.abs(powerDb(after + 1e-12) - powerDb(before + 1e-12))),
      10 * Math.log10((offset / jump) ** 2 + 1e-4),
    ]
  }
}

function mean(samples: Float32Array, from: number, to: number): number {
  const first = Math.max(0, Math.round(from))
  const last = Math.min(samples.length, Math.round(to))
  let sum = 0
  for (let n = first; n < last; n++) sum += samples[n]
  return last > first ? sum / (last - first) : 0
}
