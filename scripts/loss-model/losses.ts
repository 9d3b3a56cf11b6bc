// Speech as it may reach us, and losses in it: more kinds, depths and lengths than eval/ plants, so that what is learnt is not
// how that plants.
import { frameLevelsDb, speechLevelDb } from '../../src/checks/quality/front-end/frame-levels.js'

export type Random = () => number

const FRAME_SEC = 0.01
/** One loss in about so many seconds. */
const EVERY_SEC = 2
const APART_SEC = 0.3
/** Where losses are planted at least half is louder than this against the speech: a loss of silence is none. */
const LOUD_DB = -16
const LOUD_SHARE = 0.5
/** Shallower or shorter than this it may be called either. */
const SURE_DB = 12
const SHORT_SEC = 0.06
const SURE_SHORT_DB = 18
/** Nearer to an edge than this a frame is neither in nor out. */
const EDGE_SEC = 0.004

export const INSIDE = 1
export const EITHER = 2

const between = (random: Random, least: number, most: number) => least + random() * (most - least)
const betweenLog = (random: Random, least: number, most: number) => least * (most / least) ** random()

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function levelsOf(samples: Float32Array, rate: number) {
  const levels = frameLevelsDb(samples, Math.round(FRAME_SEC * rate))
  return { levels, speechDb: speechLevelDb(levels) }
}

/** With more noise, with pauses that an engine or a gate has muted, or with another colour; often as it is. */
export function harmless(samples: Float32Array, rate: number, random: Random): Float32Array {
  let out = samples
  const draw = random()
  if (draw < 0.3) out = withNoise(out, rate, between(random, 15, 55), random)
  if (draw > 0.22 && draw < 0.5) out = withMutedPauses(out, rate, random)
  if (draw > 0.45 && draw < 0.65) {
    const tilt = between(random, -0.7, 0.7)
    out = out.map((sample, n) => sample - tilt * (out[n - 1] ?? 0))
  }
  return out
}

function withNoise(samples: Float32Array, rate: number, snrDb: number, random: Random): Float32Array {
  const { speechDb } = levelsOf(samples, rate)
  const memory = random() < 0.5 ? 0 : between(random, 0.5, 0.97)
  const size = 10 ** ((speechDb - snrDb) / 20) * Math.sqrt(1 - memory * memory)
  let noise = 0
  return samples.map((sample) => {
    noise = memory * noise + size * normal(random)
    return sample + noise
  })
}

function withMutedPauses(samples: Float32Array, rate: number, random: Random): Float32Array {
  const { levels, speechDb } = levelsOf(samples, rate)
  const floorDb = Float64Array.from(levels).sort()[Math.floor(0.05 * levels.length)]
  const limitDb = Math.min(speechDb - 20, Math.max(speechDb - between(random, 35, 50), floorDb + 6))
  const left = random() < 0.7 ? 0 : 10 ** (-between(random, 10, 40) / 20)
  const edge = betweenLog(random, 0.001, 0.03) * rate
  const shortest = between(random, 5, 20)
  const frame = Math.round(FRAME_SEC * rate)
  const isQuiet = new Uint8Array(levels.length)
  for (let from = 0; from < levels.length; from++) {
    let to = from
    while (to < levels.length && levels[to] < limitDb) to++
    if (to - from >= shortest) isQuiet.fill(1, from, to)
    from = Math.max(from, to)
  }
  let open = 1
  return samples.map((sample, n) => {
    const wanted = isQuiet[Math.min(levels.length - 1, Math.floor(n / frame))] ? 0 : 1
    open += Math.max(-1 / edge, Math.min(1 / edge, wanted - open))
    return sample * (left + (1 - left) * open)
  })
}

/** The same with losses, and for each sample whether it lies in one (`INSIDE`), outside (0), or `EITHER`. */
export function withLosses(samples: Float32Array, rate: number, random: Random) {
  const { levels, speechDb } = levelsOf(samples, rate)
  const out = samples.slice()
  const labels = new Uint8Array(samples.length)
  const taken: { from: number; to: number }[] = []
  const wanted = Math.max(1, Math.round(samples.length / rate / EVERY_SEC))
  for (let tries = 0; tries < 40 * wanted && taken.length < wanted; tries++) {
    const kind = random()
    const lengthSec =
      kind < 0.55
        ? betweenLog(random, 0.05, 1)
        : kind < 0.8
          ? betweenLog(random, 0.01, 0.3)
          : between(random, 0.08, 0.4)
    const length = Math.round(lengthSec * rate)
    const from = Math.round(random() * (samples.length - length - 0.1 * rate) + 0.05 * rate)
    const to = from + length
    if (from < 0 || !isLoud(levels, from / rate, to / rate, speechDb)) continue
    if (taken.some((one) => from < one.to + APART_SEC * rate && to > one.from - APART_SEC * rate)) continue
    taken.push({ from, to })
    if (kind < 0.8) drop(out, labels, from, to, rate, kind < 0.55, speechDb, random)
    else losePackets(out, labels, from, to, rate, random)
  }
  return { samples: out, labels }
}

function isLoud(levels: Float64Array, fromSec: number, toSec: number, speechDb: number): boolean {
  const inside = levels.subarray(Math.floor(fromSec / FRAME_SEC), Math.ceil(toSec / FRAME_SEC))
  const loud = inside.filter((level) => level > speechDb + LOUD_DB).length
  return loud >= LOUD_SHARE * inside.length
}

function drop(
  out: Float32Array,
  labels: Uint8Array,
  from: number,
  to: number,
  rate: number,
  isTurnedDown: boolean,
  speechDb: number,
  random: Random,
): void {
  const dropDb = isTurnedDown ? between(random, 9, 40) : 200
  const gain = 10 ** (-dropDb / 20)
  const draw = random()
  const edgeSec = draw < 0.25 ? 0 : draw < 0.8 ? between(random, 0.001, 0.005) : between(random, 0.005, 0.015)
  const edge = Math.max(1, Math.min(edgeSec * rate, (to - from) / 4))
  const noise = !isTurnedDown && random() < 0.5 ? 10 ** ((speechDb - between(random, 40, 75)) / 20) : 0
  for (let n = from; n < to; n++) {
    const share = Math.min(1, (n - from + 1) / edge, (to - n) / edge)
    out[n] = out[n] * (1 - share * (1 - gain)) + share * noise * normal(random)
  }
  const isSure = dropDb >= ((to - from) / rate < SHORT_SEC ? SURE_SHORT_DB : SURE_DB)
  label(labels, from, to, rate, isSure ? INSIDE : EITHER)
}

function losePackets(
  out: Float32Array,
  labels: Uint8Array,
  from: number,
  to: number,
  rate: number,
  random: Random,
): void {
  const packet = Math.round([0.01, 0.02, 0.02, 0.02, 0.03, 0.04][Math.floor(6 * random())] * rate)
  const lost = between(random, 0.3, 0.7)
  const left = random() < 0.7 ? 0 : between(random, 0.05, 0.3)
  for (let at = from; at + packet <= to; at += packet) {
    if (random() > lost) {
      labels.fill(EITHER, at, at + packet)
      continue
    }
    // What hides a loss: the packet before once more, softer.
    for (let n = at; n < at + packet; n++) out[n] = n >= packet ? left * out[n - packet] : 0
    label(labels, at, at + packet, rate, INSIDE)
  }
}

function label(labels: Uint8Array, from: number, to: number, rate: number, value: number): void {
  const edge = Math.round(EDGE_SEC * rate)
  labels.fill(EITHER, Math.max(0, from - edge), to + edge)
  labels.fill(value, Math.min(to, from + edge), Math.max(from, to - edge))
}
