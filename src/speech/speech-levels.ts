// How loud the speech is in one part of a file and in the next, and at the ends of its phrases.
import { KWeighting } from '../audio/k-weighting.js'
import { partsOf, type Samples } from '../audio/samples.js'
import type { Interval } from './speech-data.js'
import { totalLength, within } from './wideband/stretches.js'

/** Weighted as for loudness by ITU-R BS.1770, pauses left out. */
export interface PlacedLevel extends Interval {
  levelDb: number
}

export interface SpeechLevels {
  /** One after the other, each of as much speech. */
  parts: PlacedLevel[]
  /** The last words of each phrase: those before a pause. */
  phraseEnds: PlacedLevel[]
}

/** Long enough for a syllable more or less not to matter; longer where there would be too many. */
const PART_SEC = 2
const MOST_PARTS = 60
/** Shorter pauses do not end a phrase; commas make about a quarter of a second. */
const PHRASE_PAUSE_SEC = 0.25
/** Two or three words. */
const PHRASE_END_SEC = 0.8
/** A cry or a cough is no phrase. */
const SHORTEST_PHRASE_SEC = 0.4
const MOST_PHRASE_ENDS = 60
/** Energies are added up in steps of this. */
const STEP_SEC = 0.01
/** Digital silence is told as this. */
const LOWEST_DB = -100

/** Of mono sound in which somebody speaks at these times. */
export function speechLevels(samples: Samples, sampleRateHz: number, speech: Interval[]): SpeechLevels {
  const meter = new Levels(samples, sampleRateHz)
  const totalSec = totalLength(speech)
  const partSec = Math.max(PART_SEC, totalSec / MOST_PARTS)
  // What binary fractions leave over must not cost a part.
  const count = Math.floor(totalSec / partSec + 1e-9)
  const parts = Array.from({ length: count }, (_, part) =>
    meter.of(within(speech, part * partSec, (part + 1) * partSec)),
  )
  const ends = spread(phrasesOf(speech), MOST_PHRASE_ENDS).map((phrase) => {
    const spokenSec = totalLength(phrase)
    return meter.of(within(phrase, spokenSec - PHRASE_END_SEC, spokenSec))
  })
  return { parts, phraseEnds: ends }
}

class Levels {
  /** Energy up to each step. */
  private readonly sums: Float64Array
  private readonly step: number

  constructor(
    samples: Samples,
    private readonly sampleRateHz: number,
  ) {
    this.step = Math.round(STEP_SEC * sampleRateHz)
    const weighting = new KWeighting(sampleRateHz)
    this.sums = new Float64Array(Math.floor(samples.length / this.step) + 1)
    let index = 0
    for (const { part } of partsOf(samples, this.step)) {
      for (let to = this.step; to <= part.length; to += this.step, index++)
        this.sums[index + 1] = this.sums[index] + weighting.energy(part, to - this.step, to)
    }
  }

  of(intervals: Interval[]): PlacedLevel {
    let energy = 0
    let steps = 0
    for (const { startSec, endSec } of intervals) {
      const [from, to] = [this.stepAt(startSec), this.stepAt(endSec)]
      energy += this.sums[to] - this.sums[from]
      steps += to - from
    }
    const power = steps > 0 ? energy / (steps * this.step) : 0
    return {
      startSec: intervals[0].startSec,
      endSec: intervals.at(-1)!.endSec,
      levelDb: Math.max(LOWEST_DB, 10 * Math.log10(power)),
    }
  }

  private stepAt(timeSec: number): number {
    return Math.min(this.sums.length - 1, Math.max(0, Math.round((timeSec * this.sampleRateHz) / this.step)))
  }
}

/** Stretches of speech with no real pause inside. The last one counts however short it is: it is what is asked about. */
function phrasesOf(speech: Interval[]): Interval[][] {
  const phrases: Interval[][] = []
  for (const interval of speech) {
    const open = phrases.at(-1)
    if (open && interval.startSec - open.at(-1)!.endSec < PHRASE_PAUSE_SEC) open.push(interval)
    else phrases.push([interval])
  }
  return phrases.filter(
    (phrase, index) => index === phrases.length - 1 || totalLength(phrase) >= SHORTEST_PHRASE_SEC,
  )
}

/** At most so many, the last among them. */
function spread<T>(items: T[], most: number): T[] {
  if (items.length <= most) return items
  return Array.from(
    { length: most },
    (_, index) => items[Math.floor(((index + 1) * items.length) / most) - 1],
  )
}
