// How loud the speech is and where something can be planted.
import type { Interval } from '../../src/speech/speech-data.js'
import type { Site } from './planter.js'

export const LEVEL_FRAME_SEC = 0.01
/** Frames further below the loudest are pauses, whatever the voice activity says. */
const SPEECH_RANGE_DB = 30
/** Two planted defects lie at least this far from each other, so that a listener can tell them apart. */
const APART_SEC = 0.5
const TRIES = 200

export function powerOf(samples: Float32Array, from = 0, to = samples.length): number {
  let sum = 0
  for (let n = Math.max(0, from); n < Math.min(samples.length, to); n++) sum += samples[n] ** 2
  return sum / Math.max(1, to - from)
}

export function toDb(power: number): number {
  return 10 * Math.log10(Math.max(power, 1e-12))
}

/** Level of each frame of 10 ms in dB. */
export function frameLevelsDb(samples: Float32Array, sampleRateHz: number): Float64Array {
  const frame = Math.round(LEVEL_FRAME_SEC * sampleRateHz)
  const levels = new Float64Array(Math.floor(samples.length / frame))
  for (let index = 0; index < levels.length; index++)
    levels[index] = toDb(powerOf(samples, index * frame, (index + 1) * frame))
  return levels
}

/** Mean power of the speech itself, its short pauses left out. */
export function speechPower({ samples, sampleRateHz, speech }: Site): number {
  const levels = frameLevelsDb(samples, sampleRateHz)
  const spoken: number[] = []
  for (const { startSec, endSec } of speech) {
    const last = Math.min(levels.length, Math.floor(endSec / LEVEL_FRAME_SEC))
    for (let index = Math.ceil(startSec / LEVEL_FRAME_SEC); index < last; index++) spoken.push(levels[index])
  }
  const loudest = spoken.reduce((most, each) => Math.max(most, each), -120)
  const active = spoken.filter((each) => each > loudest - SPEECH_RANGE_DB)
  return active.reduce((sum, each) => sum + 10 ** (each / 10), 0) / Math.max(1, active.length)
}

/** A random stretch of so many seconds that a condition allows, as sample indices; null when none was found. */
export function placeFor(
  { samples, sampleRateHz, random, avoid = [] }: Site,
  lengthSec: number,
  within: Interval[],
  isGood: (from: number, to: number) => boolean = () => true,
): { from: number; to: number } | null {
  const wide = within.filter(({ startSec, endSec }) => endSec - startSec >= lengthSec)
  if (wide.length === 0) return null
  const room = wide.map(({ startSec, endSec }) => endSec - startSec - lengthSec + 0.05)
  const total = room.reduce((sum, each) => sum + each, 0)
  const length = Math.round(lengthSec * sampleRateHz)
  for (let attempt = 0; attempt < TRIES; attempt++) {
    let rest = random() * total
    const chosen = room.findIndex((each) => {
      rest -= each
      return rest < 0
    })
    const { startSec, endSec } = wide[Math.max(0, chosen)]
    const at = startSec + random() * (endSec - startSec - lengthSec)
    const from = Math.round(at * sampleRateHz)
    const to = from + length
    if (from < 0 || to > samples.length) continue
    const isFree = avoid.every(
      (taken) => at + lengthSec + APART_SEC < taken.startSec || at - APART_SEC > taken.endSec,
    )
    if (isFree && isGood(from, to)) return { from, to }
  }
  return null
}

/** Whether somebody really speaks there: so many of the frames are no more than so much below the speech. */
export function isSpoken(site: Site, share: number, withinDb: number): (from: number, to: number) => boolean {
  const levels = frameLevelsDb(site.samples, site.sampleRateHz)
  const least = toDb(speechPower(site)) - withinDb
  const frame = Math.round(LEVEL_FRAME_SEC * site.sampleRateHz)
  return (from, to) => {
    const first = Math.floor(from / frame)
    const last = Math.min(levels.length, Math.max(first + 1, Math.ceil(to / frame)))
    let loud = 0
    for (let index = first; index < last; index++) if (levels[index] > least) loud++
    return loud >= share * (last - first)
  }
}

/** The whole file but its very edges. */
export function anywhere({ samples, sampleRateHz }: Site): Interval[] {
  return [{ startSec: 0.05, endSec: samples.length / sampleRateHz - 0.05 }]
}
