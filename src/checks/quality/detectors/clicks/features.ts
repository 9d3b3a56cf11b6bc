// What a candidate is judged by, as a row of numbers.
import { meanPower, powerDb } from '../../front-end/frame-levels.js'
import { type Candidate, candidatesIn, capped } from './candidates.js'
import { Excess, type LongExcess, type ShortExcess } from './excess.js'
import { LowBumps } from './low-bumps.js'
import { lowBurstsIn } from './low-bursts.js'
import { type Shape, ShapeMeter } from './shape.js'
import { type ClickTop, type FileTop, TopBand } from './top-band.js'

/** Softer candidates are hidden by what surrounds them: 8 dB over the masked threshold, in 5 ms or, of thumps, in 20 ms. */
const LEAST_EXCESS_DB = 8
/**
 * Below 100 Hz no voice makes a bump that stands 20 dB out: none in 77 minutes of the tuning half but in a crackling recording
 * of 1961. Such a thump needs to be heard nowhere else; down there the ear begins 16 dB later (ISO 226, at 80 Hz).
 */
const NO_VOICE_LOW_DB = 20
const LOW_HEARING_DB = 16
/** Windows of the mean before and after, for a step of the offset. */
const OFFSET_SEC = [0.02, 0.04, 0.06]
/** Candidates of two kinds this near to each other are one. */
const SAME_SEC = 0.003

export const FEATURES = 42

/** A jump or spike that the prediction stumbles over, a burst below 2 kHz, a bump below every voice. */
type Kind = 'sharp' | 'dull' | 'thump'

interface Place {
  at: number
  kind: Kind
  /** What the prediction says of sharp ones. */
  residual: Pick<Candidate, 'energyDb' | 'overFarDb'>
}

export interface Suspect {
  at: number
  /** Over the masked threshold, in dB. */
  excessDb: number
  /** A thump so low and so strong that no voice made it. */
  isNoVoice: boolean
  features: number[]
}

/** Where no residual stands out. */
const UNSEEN = { energyDb: -200, overFarDb: 0 }

export class SuspectFinder {
  private readonly excess: Excess
  private readonly shape: ShapeMeter
  private readonly topBand: TopBand

  constructor(private readonly sampleRateHz: number) {
    this.excess = new Excess(sampleRateHz)
    this.shape = new ShapeMeter(sampleRateHz)
    this.topBand = new TopBand(sampleRateHz)
  }

  /** Of any moment, over the masked threshold. */
  excessDb(samples: Float32Array, at: number, speechPower: number): number {
    return this.excess.ofShort(samples, at, speechPower).wholeDb
  }

  /** Only of moments for which `isWanted` holds; the rest of the samples is what they are judged by. */
  find(samples: Float32Array, speechPower: number, isWanted: (at: number) => boolean): Suspect[] {
    const suspects: Suspect[] = []
    const file = this.topBand.ofFile(samples)
    const low = new LowBumps(samples, this.sampleRateHz)
    for (const { at, kind, residual } of this.places(samples, speechPower, low)) {
      if (!isWanted(at)) continue
      const short = this.excess.ofShort(samples, at, speechPower)
      if (kind !== 'thump' && short.wholeDb < LEAST_EXCESS_DB) continue
      const shape = this.shape.of(samples, at)
      const middle = kind === 'thump' ? at : shape.peak
      const long = this.excess.ofLong(samples, middle, speechPower)
      const isNoVoice = kind === 'thump' && long.lowDb >= NO_VOICE_LOW_DB
      if (kind === 'thump' && long.bestDb < LEAST_EXCESS_DB && !isNoVoice) continue
      const bump = low.at(middle, speechPower)
      suspects.push({
        at: middle,
        excessDb:
          kind === 'thump'
            ? Math.max(short.wholeDb, long.bestDb, long.lowDb - LOW_HEARING_DB)
            : short.wholeDb,
        isNoVoice,
        features: [
          ...shapeFeatures(shape),
          ...topFeatures(this.topBand.ofClick(samples, middle), file),
          ...excessFeatures(short, long),
          residual.overFarDb,
          capped(residual.energyDb - powerDb(speechPower)),
          ...this.steps(samples, middle),
          bump.overDb,
          bump.levelDb,
          kind === 'dull' ? 1 : 0,
          kind === 'thump' ? 1 : 0,
        ],
      })
    }
    return suspects
  }

  /** Of all kinds; a dull one or a thump only where no sharp one is. By time within each kind. */
  private places(samples: Float32Array, speechPower: number, low: LowBumps): Place[] {
    const sharp = candidatesIn(samples, this.sampleRateHz)
    const taken = sharp.map(({ at }) => at)
    const near = SAME_SEC * this.sampleRateHz
    const isFree = (at: number) => !taken.some((other) => Math.abs(other - at) < near)
    const dull = lowBurstsIn(samples, this.sampleRateHz, speechPower).filter(isFree)
    return [
      ...sharp.map((residual): Place => ({ at: residual.at, kind: 'sharp', residual })),
      ...dull.map((at): Place => ({ at, kind: 'dull', residual: UNSEEN })),
      ...low.places(speechPower).map((at): Place => ({ at, kind: 'thump', residual: UNSEEN })),
    ]
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

function shapeFeatures(shape: Shape): number[] {
  return [
    Math.min(shape.overBeforeDb, shape.overAfterDb),
    shape.overBeforeDb,
    shape.overAfterDb,
    shape.overMeanDb,
    shape.overQuietDb,
    shape.onsetDb,
    shape.onsetMs,
    shape.peakShare,
    shape.recurrence,
    shape.voicing,
    shape.overPulsesDb,
    shape.riseMs,
    shape.fallMs,
  ]
}

function topFeatures(click: ClickTop, file: FileTop): number[] {
  return [click.topDb, click.topOverDb, click.highDb, click.highOverDb, file.topDb, file.highDb]
}

function excessFeatures(short: ShortExcess, long: LongExcess): number[] {
  return [
    short.wholeDb,
    ...short.groupsDb,
    short.overBeforeDb,
    short.overAfterDb,
    ...short.changesDb,
    long.bestDb,
    long.meanDb,
    long.lowDb,
    long.changeDb,
  ]
}

function mean(samples: Float32Array, from: number, to: number): number {
  const first = Math.max(0, Math.round(from))
  const last = Math.min(samples.length, Math.round(to))
  let sum = 0
  for (let n = first; n < last; n++) sum += samples[n]
  return last > first ? sum / (last - first) : 0
}
