// How much there is right below half the sample rate: microphones and vocoders leave little there, a jump from one sample
// to the next a lot.
import { selected } from '../../../../audio/selection.js'
import { toDb } from './candidates.js'
import { ShortSpectrum } from './short-spectrum.js'

/** So many samples whatever the rate: what counts is the distance to half of it. */
const FRAME = 64
/** Bins out of 32. */
const TOP = [30, 33] as const
const BELOW_TOP = [14, 27] as const
const HIGH = [23, 30] as const
const BELOW_HIGH = [8, 21] as const
/** The loudest part of a file tells what its sounds have there. */
const FILE_STEP = 97
const FILE_SHARE = 0.05

export interface FileTop {
  /** Typical of the loud moments of the file, in dB. */
  topDb: number
  highDb: number
}

export interface ClickTop {
  /** Level at the top against below it, and of the upper third against below it, in dB. */
  topDb: number
  highDb: number
  /** How far both stand out of the 20 ms on each side. */
  topOverDb: number
  highOverDb: number
}

interface Top extends FileTop {
  top: number
  high: number
}

export class TopBand {
  private readonly spectrum: ShortSpectrum

  constructor(private readonly sampleRateHz: number) {
    this.spectrum = new ShortSpectrum(sampleRateHz, FRAME)
  }

  ofFile(samples: Float32Array): FileTop {
    const count = Math.max(0, Math.ceil((samples.length - 2 * FRAME) / FILE_STEP))
    const levels = new Float32Array(count)
    for (let moment = 0; moment < count; moment++)
      levels[moment] = mean(this.spectrum.around(samples, FRAME + moment * FILE_STEP), BELOW_TOP)
    const loudest = Math.ceil(count * FILE_SHARE)
    const least = count > 0 ? selected(levels.slice(), count, count - loudest) : 0
    const loud: Top[] = []
    for (let moment = 0; moment < count; moment++)
      if (levels[moment] > least) loud.push(this.at(samples, FRAME + moment * FILE_STEP))
    for (let moment = 0; loud.length < loudest; moment++)
      if (levels[moment] === least) loud.push(this.at(samples, FRAME + moment * FILE_STEP))
    return {
      topDb: median(Float64Array.from(loud, topDbOf)),
      highDb: median(Float64Array.from(loud, highDbOf)),
    }
  }

  ofClick(samples: Float32Array, centre: number): ClickTop {
    let best = this.at(samples, centre - 16)
    let bestHigh = best
    for (let offset = -12; offset <= 16; offset += 4) {
      const here = this.at(samples, centre + offset)
      if (here.top > best.top) best = here
      if (here.high > bestHigh.high) bestHigh = here
    }
    let top = 0
    let high = 0
    for (let ms = 4; ms < 20; ms++) {
      for (const side of [-1, 1]) {
        const near = this.at(samples, centre + Math.round((side * ms * this.sampleRateHz) / 1000))
        top = Math.max(top, near.top)
        high = Math.max(high, near.high)
      }
    }
    return {
      topDb: best.topDb,
      highDb: bestHigh.highDb,
      topOverDb: Math.min(60, toDb(best.top) - toDb(top)),
      highOverDb: Math.min(60, toDb(bestHigh.high) - toDb(high)),
    }
  }

  private at(samples: Float32Array, centre: number): Top {
    const power = this.spectrum.around(samples, centre)
    const top = mean(power, TOP)
    const high = mean(power, HIGH)
    return {
      top,
      high,
      topDb: toDb(top) - toDb(mean(power, BELOW_TOP)),
      highDb: toDb(high) - toDb(mean(power, BELOW_HIGH)),
    }
  }
}

// Out here they stay compiled from file to file.
const topDbOf = ({ topDb }: Top) => topDb
const highDbOf = ({ highDb }: Top) => highDb

function mean(values: Float32Array, [from, to]: readonly [number, number]): number {
  let sum = 0
  for (let index = from; index < to; index++) sum += values[index]
  return sum / (to - from)
}

function median(values: Float64Array): number {
  return values.sort()[values.length >> 1] ?? 0
}
