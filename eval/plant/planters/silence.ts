// Pauses longer than the speech warrants, and holes of digital silence inside a word.
import { frameLevelsDb, isSpoken, LEVEL_FRAME_SEC, placeFor, speechPower, toDb } from '../places.js'
import {
  between,
  oneOf,
  type Planter,
  type Planting,
  type Range,
  type Site,
  type Strength,
} from '../planter.js'

/**
 * Length of the whole pause in seconds, and at least so many times the file's own longest one. Readers pause 0.3 to 1 s
 * between sentences and up to 1.5 s between paragraphs: what is little over that and over the file's own is just noticed,
 * twice as long is clear, and after four seconds one looks whether it still plays.
 */
const PAUSE_SEC: Record<Strength, { sec: Range; timesOwn: number }> = {
  just: { sec: [1.4, 1.8], timesOwn: 1.8 },
  clear: { sec: [2.2, 3.2], timesOwn: 3 },
  gross: { sec: [4, 6], timesOwn: 5 },
}
/** A hole shorter than a syllable is taken for a stop consonant; one of a syllable is not. */
const HOLE_SEC: Record<Strength, Range> = { just: [0.06, 0.09], clear: [0.1, 0.18], gross: [0.2, 0.3] }

/** A boundary between words: so far below the speech for at least so long. */
const QUIET_DB = 25
const QUIET_FRAMES = 3
const EDGE_SEC = 0.005
const FROM_EDGES_SEC = 0.3

/** Runs of quiet frames inside the speech. */
function quietRuns(site: Site): { from: number; to: number }[] {
  const levels = frameLevelsDb(site.samples, site.sampleRateHz)
  const limitDb = toDb(speechPower(site)) - QUIET_DB
  const first = Math.ceil(((site.speech[0]?.startSec ?? 0) + FROM_EDGES_SEC) / LEVEL_FRAME_SEC)
  const last = Math.floor(((site.speech.at(-1)?.endSec ?? 0) - FROM_EDGES_SEC) / LEVEL_FRAME_SEC)
  const runs: { from: number; to: number }[] = []
  for (let index = first; index < Math.min(last, levels.length); index++) {
    if (levels[index] > limitDb) continue
    let to = index
    while (to < levels.length && levels[to] <= limitDb) to++
    runs.push({ from: index, to })
    index = to
  }
  return runs
}

const pause: Planter = (site, strength) => {
  const { samples, sampleRateHz, random, avoid = [] } = site
  const runs = quietRuns(site)
  const places = runs.filter(
    ({ from, to }) =>
      to - from >= QUIET_FRAMES &&
      avoid.every(
        ({ startSec, endSec }) =>
          to * LEVEL_FRAME_SEC < startSec - 0.5 || from * LEVEL_FRAME_SEC > endSec + 0.5,
      ),
  )
  if (places.length === 0) return null
  const place = oneOf(random, places)
  const ownLongestSec = Math.max(...runs.map(({ from, to }) => (to - from) * LEVEL_FRAME_SEC))
  const { sec, timesOwn } = PAUSE_SEC[strength]
  const pauseSec = Math.max(between(random, sec), timesOwn * ownLongestSec)
  const frame = Math.round(LEVEL_FRAME_SEC * sampleRateHz)
  const quiet = samples.slice(place.from * frame, place.to * frame)
  const isDigital = random() < 0.5
  const added = Math.max(0, Math.round(pauseSec * sampleRateHz) - quiet.length)
  const inserted = isDigital ? new Float32Array(added) : roomTone(quiet, added, sampleRateHz, random)
  const at = (place.from + ((place.to - place.from) >> 1)) * frame
  const out = new Float32Array(samples.length + added)
  out.set(samples.subarray(0, at))
  out.set(inserted, at)
  out.set(samples.subarray(at), at + added)
  // Digital silence is cut in softly: the fault is the pause, not a click.
  const edge = Math.round(EDGE_SEC * sampleRateHz)
  for (let n = 0; n < edge; n++) {
    out[at - 1 - n] *= Math.min(1, (n + 0.5) / edge)
    out[at + added + n] *= Math.min(1, (n + 0.5) / edge)
  }
  return {
    samples: out,
    planted: [
      {
        type: 'silence',
        variant: isDigital ? 'pause-digital' : 'pause-room',
        startSec: (place.from * frame) / sampleRateHz,
        endSec: (place.to * frame + added) / sampleRateHz,
      },
    ],
  }
}

/** The quiet of the file itself, randomly laid over itself so that nothing repeats. */
function roomTone(
  quiet: Float32Array,
  length: number,
  sampleRateHz: number,
  random: () => number,
): Float32Array {
  const grain = Math.min(quiet.length & ~1, Math.round(0.05 * sampleRateHz) & ~1)
  const half = grain >> 1
  const tone = new Float32Array(length)
  for (let at = -half; at < length; at += half) {
    const from = Math.floor(random() * (quiet.length - grain + 1))
    for (let n = 0; n < grain; n++) {
      if (at + n < 0 || at + n >= length) continue
      // Power adds up to one, as the grains have nothing to do with each other.
      tone[at + n] += quiet[from + n] * Math.sin((Math.PI * (n + 0.5)) / grain)
    }
  }
  return tone
}

const hole: Planter = (site, strength) => {
  const place = placeFor(site, between(site.random, HOLE_SEC[strength]), site.speech, isSpoken(site, 0.9, 12))
  if (!place) return null
  return {
    samples: site.samples.slice().fill(0, place.from, place.to),
    planted: [
      {
        type: 'silence',
        variant: 'hole',
        startSec: place.from / site.sampleRateHz,
        endSec: place.to / site.sampleRateHz,
        alsoTypes: ['dropout'],
      },
    ],
  }
}

export const planting: Planting = {
  planters: { pause, hole },
  keepsTimes: ['hole'],
  toleranceSec: 0.1,
}
