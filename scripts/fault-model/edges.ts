// How an example begins and ends: where the clip does, in a pause, trimmed tightly where a phrase ends, or cut inside a word;
// sometimes with a short fade and with silence or noise outside of it, as editors, engines and encoders add.
import { between, betweenLog, type Range, type Site } from '../../eval/plant/planter.js'
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/front-end/frame-levels.js'
import { normal, type Random } from './noise.js'

export type EdgeKind = 'own' | 'pause' | 'tight' | 'cut' | 'unknown'

export interface Edge {
  kind: EdgeKind
  /** Where the voice begins or ends, in seconds of the trimmed sound. */
  timeSec: number
}

export interface Trimmed {
  site: Site
  start: Edge
  end: Edge
}

const FRAME_SEC = 0.01
const KIND_SHARES: readonly [EdgeKind, share: number][] = [
  ['cut', 0.45],
  ['own', 0.2],
  ['tight', 0.15],
  ['pause', 0.2],
]
/** How much of the sound may be taken away at either edge. */
const TAKEN_SHARE = 0.3
/** A cut is noticed where the sound is no softer than this against the speech and so much of it is lost: half a phone. */
const CUT_DB = -14
const LOST_FRAMES = 5
/** A pause: so soft for so long. */
const PAUSE_DB = -33
const PAUSE_FRAMES = 12
/**
 * Nobody misses what is taken off the end of a phrase where it has become so soft; nor, as engines do that trim tightly, the
 * first moments of a sound that sets in: it begins at the level of the voice then, and its first phone is whole.
 */
const TIGHT_END_DB = [-33, -18] as const
const TIGHT_START_DB = [-33, -4] as const
const MOST_TIGHT_FRAMES = 4
const FADED_SHARE = 0.35
const FADE_SEC = [0.001, 0.006] as const
const PADDED_SHARE = 0.4
const NOISY_SHARE = 0.3
const PADDING_SEC = [0.005, 0.35] as const
const PADDING_DB = [-75, -40] as const

interface Place {
  kind: EdgeKind
  /** Frames from the start. */
  frame: number
}

/**
 * `clean`: the sound before anything was done to it, whose levels say where words are. `isOwn`: whether the clip begins or ends
 * there as it should.
 */
export function trimmed(
  site: Site,
  clean: Float32Array,
  isOwn: { start: boolean; end: boolean },
): Trimmed | null {
  const { samples, sampleRateHz: rate, speech, random } = site
  const levels = frameLevelsDb(clean, Math.round(FRAME_SEC * rate))
  const speechDb = speechLevelDb(levels)
  const relative = levels.map((level) => level - speechDb)
  const end = placeOf(relative, isOwn.end, TIGHT_END_DB, random)
  const start = placeOf(relative.slice().reverse(), isOwn.start, TIGHT_START_DB, random)
  const frameLength = Math.round(FRAME_SEC * rate)
  const from = start.kind === 'own' ? 0 : Math.max(0, Math.round((levels.length - start.frame) * frameLength))
  const to = end.kind === 'own' ? samples.length : Math.round(end.frame * frameLength)
  if (to - from < 0.5 * samples.length) return null
  const sound = samples.slice(from, to)
  fadeIn(sound, rate, random)
  fadeIn(sound.reverse(), rate, random)
  sound.reverse()
  const before = padding(rate, speechDb, random)
  const after = padding(rate, speechDb, random)
  const whole = new Float32Array(before.length + sound.length + after.length)
  whole.set(before)
  whole.set(sound, before.length)
  whole.set(after, before.length + sound.length)
  const shiftSec = (before.length - from) / rate
  const startSec = before.length / rate
  const endSec = startSec + sound.length / rate
  const moved = speech
    .map((each) => ({
      startSec: Math.max(startSec, each.startSec + shiftSec),
      endSec: Math.min(endSec, each.endSec + shiftSec),
    }))
    .filter((each) => each.endSec - each.startSec > 0.05)
  return {
    site: { ...site, samples: whole, speech: moved },
    start: { kind: start.kind, timeSec: startSec },
    end: { kind: end.kind, timeSec: endSec },
  }
}

/** Levels against the speech up to the edge; a start is an end turned round. */
function placeOf(levels: Float64Array, isOwn: boolean, tightDb: Range, random: Random): Place {
  const first = Math.ceil((1 - TAKEN_SHARE) * levels.length)
  const places: Record<string, number[]> = { cut: cutsIn(levels, first), own: isOwn ? [levels.length] : [] }
  const pauses = pausesIn(levels, first)
  places.pause = pauses.map(({ from, to }) => from + random() * (to - from))
  places.tight = pauses.map(({ from }) => tightBefore(levels, from, between(random, tightDb)) + random())
  const open = KIND_SHARES.filter(([kind]) => places[kind].length > 0)
  let draw = random() * open.reduce((sum, [, share]) => sum + share, 0)
  for (const [kind, share] of open) {
    draw -= share
    if (draw > 0) continue
    const all = places[kind]
    const frame = all[Math.floor(random() * all.length)]
    return { kind, frame: kind === 'cut' ? frame + random() : frame }
  }
  return { kind: 'unknown', frame: levels.length }
}

function cutsIn(levels: Float64Array, first: number): number[] {
  const cuts: number[] = []
  for (let frame = first; frame + LOST_FRAMES < levels.length; frame++)
    if (levels.subarray(frame - 1, frame + LOST_FRAMES).every((level) => level > CUT_DB)) cuts.push(frame)
  return cuts
}

function pausesIn(levels: Float64Array, first: number): { from: number; to: number }[] {
  const pauses: { from: number; to: number }[] = []
  for (let from = first; from < levels.length; from++) {
    let to = from
    while (to < levels.length && levels[to] < PAUSE_DB) to++
    const isPause = to - from >= PAUSE_FRAMES || (to === levels.length && to > from)
    if (isPause && levels[from - 1] >= PAUSE_DB) pauses.push({ from, to })
    from = Math.max(from, to)
  }
  return pauses
}

/** Behind the last frame before the pause that is as loud as this; no weak consonant is taken off whole. */
function tightBefore(levels: Float64Array, from: number, leastDb: number): number {
  let frame = from
  while (frame > 0 && levels[frame - 1] < Math.min(leastDb, TIGHT_END_DB[1])) frame--
  const soft = frame
  while (frame > 0 && soft - frame < MOST_TIGHT_FRAMES && levels[frame - 1] < leastDb) frame--
  return frame
}

function fadeIn(sound: Float32Array, rate: number, random: Random): void {
  if (random() > FADED_SHARE) return
  const length = Math.round(between(random, FADE_SEC) * rate)
  for (let n = 0; n < length && n < sound.length; n++) sound[n] *= n / length
}

function padding(rate: number, speechDb: number, random: Random): Float32Array {
  if (random() > PADDED_SHARE) return new Float32Array(0)
  const sound = new Float32Array(Math.round(betweenLog(random, PADDING_SEC) * rate))
  if (random() > NOISY_SHARE) return sound
  const size = 10 ** ((speechDb + between(random, PADDING_DB)) / 20)
  return sound.map(() => size * normal(random))
}
