// Lines that stay in the spectrum: tones that sound through speech and pauses alike, at one frequency and one level.
import { selected } from '../../../../audio/selection.js'
import type { LineSpectra } from './spectra.js'

export interface StayingLine {
  bin: number
  /** Frames from the first to the last in which it sounds, inclusive. */
  from: number
  to: number
  power: number
}

/** Looked at together: speech does not hold a tone for so long. The next look begins a third further on. */
const LOOK_SEC = 1.3
const STEPS_PER_LOOK = 3
/** Three looks together see more pauses, in which a softer tone shows. */
const LONG_LOOKS = 3
/** So many frames in a look may be spoilt by speech that happens to cancel the tone. */
const SPOILT_SHARE = 0.07
/** The tone alone is heard in at least so many: in the others there is speech at its place. */
const ALONE_SHARE = 0.25
/** The low frames of a tone stand so far above those of its neighbours; of 15 frames of noise one bin in 10^9 does. */
const PROMINENCE = 10
const FEET = 3
/**
 * Speech that never pauses leaves no frame to a tone alone. But no voice holds a harmonic so far above its neighbours for half
 * of the time, at one frequency: of 174 clear whines in tuning voices 169 are found where 161 were, and nothing more is noticed
 * in 1,702 clean files.
 */
const WHINE_PROMINENCE = 10 ** (18 / 10)
const WHINE_SHARE = 0.5
/** Of all frames, spoilt ones too. */
const MOST_WHINE_WANDER_BINS = 0.4
/** The fundamental of a monotone voice may stay so long; its harmonics move twice as far and more. */
const LOWEST_WHINE_HZ = 300
/** The frames of noise scatter by 6 dB between those shares, those of speech by more, a tone's by less than this. */
const STEADY = 10 ** (4 / 10)
/** Voices wander by several bins within a second, tones 15 dB above the noise by a tenth of one. */
const MOST_WANDER_BINS = 0.15
const CLEAR_SHARE = 0.5
const OUTER_SHARE = 0.15
const FEWEST_FRAMES = 4
const NEIGHBOURS = 12
const OWN_BINS = 3
/** -120 dBFS. */
const TINY = 1e-12

export function stayingLines(spectra: LineSpectra): StayingLine[] {
  const { frames, hopSec } = spectra
  const found: StayingLine[] = []
  if (frames < FEWEST_FRAMES) return found
  const look = Math.min(frames, Math.max(FEWEST_FRAMES, Math.round(LOOK_SEC / hopSec)))
  const step = Math.max(1, Math.round(look / STEPS_PER_LOOK))
  const lows: Float32Array[] = []
  for (let from = 0; from < frames - look + step; from += step) {
    const first = Math.min(from, frames - look)
    lows.push(lowPowers(spectra, first, first + look))
    linesIn(spectra, first, first + look, lows[lows.length - 1], found)
    const long: Float32Array[] = []
    for (let back = 0; back < LONG_LOOKS; back++) {
      const low = lows[lows.length - 1 - back * STEPS_PER_LOOK]
      if (low) long.push(low)
    }
    if (long.length < LONG_LOOKS) continue
    linesIn(spectra, first - (LONG_LOOKS - 1) * look, first + look, lowestOf(long), found)
  }
  return found
}

function lowestOf([one, other, third]: Float32Array[]): Float32Array {
  const lowest = new Float32Array(one.length)
  for (let bin = 0; bin < lowest.length; bin++) lowest[bin] = Math.min(one[bin], other[bin], third[bin])
  return lowest
}

function linesIn(
  spectra: LineSpectra,
  start: number,
  to: number,
  low: Float32Array,
  found: StayingLine[],
): void {
  const { powers, bins } = spectra
  const from = Math.max(0, start)
  let standing: Uint8Array | undefined
  for (let bin = OWN_BINS; bin < bins - OWN_BINS; bin++) {
    const power = low[bin]
    if (power < TINY || power < low[bin - 1] || power < low[bin + 1]) continue
    // A quick look at both feet spares most bins the long one.
    if (power < FEET * low[bin - OWN_BINS] || power < FEET * low[bin + OWN_BINS]) continue
    if (!standsOut(low, bin, PROMINENCE)) continue
    const known = found.some(
      (line) => Math.abs(line.bin - bin) <= 1 && line.from <= from && line.to >= to - 1,
    )
    if (known) continue
    const hz = bin * spectra.binHz
    const sounds = levelsOf(powers, bins, bin, from, to)
    const isWhine =
      hz >= LOWEST_WHINE_HZ &&
      standsOut(low, bin, WHINE_PROMINENCE) &&
      isSteady(sounds, WHINE_SHARE, power) &&
      wander(powers, bins, bin, from, to, Infinity) <= MOST_WHINE_WANDER_BINS
    if (isWhine) {
      found.push(extended(spectra, bin, from, to, power))
      continue
    }
    if (!isSteady(sounds, ALONE_SHARE, power)) continue
    if (wander(powers, bins, bin, from, to, STEADY * power) > MOST_WANDER_BINS) continue
    const line = extended(spectra, bin, from, to, power)
    if (hz > HIGHEST_HELD_HZ || isHarmonic(line, found, spectra.binHz)) found.push(line)
    else {
      standing ??= standingBins(low, Math.min(bins, Math.round(QUIET_BELOW_HZ / spectra.binHz)))
      if (soundsInQuiet(spectra, line, standing)) found.push(line)
    }
  }
}

/** Whether it is a multiple of a tone too low for a voice, which only mains hum is. */
function isHarmonic({ bin, from, to }: StayingLine, known: StayingLine[], binHz: number): boolean {
  return known.some((base) => {
    if (base.bin * binHz >= LOWEST_PITCH_HZ || base.from > to || base.to < from) return false
    return MAINS_HZ.some((hz) => {
      const order = Math.round((bin * binHz) / hz)
      return Math.abs(base.bin * binHz - hz) <= binHz && Math.abs(bin - (order * hz) / binHz) <= 1
    })
  })
}

/** Marks the bins of all that stands out of what every frame has. */
function standingBins(low: Float32Array, top: number): Uint8Array {
  const marks = new Uint8Array(low.length)
  for (let bin = OWN_BINS; bin < Math.min(top, low.length - OWN_BINS); bin++) {
    const isPeak = low[bin] >= low[bin - 1] && low[bin] >= low[bin + 1]
    if (isPeak && standsOut(low, bin, PROMINENCE)) marks.fill(1, bin - OWN_BINS + 1, bin + OWN_BINS)
  }
  return marks
}

/** For each bin the power that all frames reach but the few that may be spoilt: one, or two where there are many. */
function lowPowers({ powers, bins }: LineSpectra, from: number, to: number): Float32Array {
  const isFew = (to - from) * SPOILT_SHARE < 1.5
  const lowest = new Float32Array(bins).fill(Infinity)
  const second = new Float32Array(bins).fill(Infinity)
  const third = isFew ? second : new Float32Array(bins).fill(Infinity)
  for (let frame = from; frame < to; frame++) {
    const row = powers.subarray(frame * bins, (frame + 1) * bins)
    if (!isFew) keepLower(third, second, row)
    keepLowest(lowest, second, row)
  }
  return third
}

/** Each keeps the lower of itself and what the next lower one gives up; without a branch, which no processor could foresee. */
function keepLowest(lowest: Float32Array, second: Float32Array, row: Float32Array): void {
  let bin = 0
  // Two at a time take two thirds of the time.
  for (; bin + 1 < row.length; bin += 2) {
    const next = bin + 1
    const power = row[bin]
    const low = lowest[bin]
    const nextPower = row[next]
    const nextLow = lowest[next]
    second[bin] = Math.min(second[bin], Math.max(low, power))
    lowest[bin] = Math.min(low, power)
    second[next] = Math.min(second[next], Math.max(nextLow, nextPower))
    lowest[next] = Math.min(nextLow, nextPower)
  }
  if (bin < row.length) {
    second[bin] = Math.min(second[bin], Math.max(lowest[bin], row[bin]))
    lowest[bin] = Math.min(lowest[bin], row[bin])
  }
}

function keepLower(kept: Float32Array, below: Float32Array, row: Float32Array): void {
  for (let bin = 0; bin < kept.length; bin++) kept[bin] = Math.min(kept[bin], Math.max(below[bin], row[bin]))
}

/** Whether half of the bins on both sides, the line's own slopes left out, lie below. */
function standsOut(low: Float32Array, bin: number, prominence: number): boolean {
  const limit = low[bin] / prominence
  let below = 0
  let around = 0
  for (let distance = OWN_BINS; distance < OWN_BINS + NEIGHBOURS; distance++) {
    if (bin >= distance) {
      around++
      if (low[bin - distance] < limit) below++
    }
    if (bin + distance < low.length) {
      around++
      if (low[bin + distance] < limit) below++
    }
  }
  return 2 * below > around
}

function levelsOf(powers: Float32Array, bins: number, bin: number, from: number, to: number): Float32Array {
  const own = new Float32Array(to - from)
  for (let index = 0; index < own.length; index++) own[index] = powers[(from + index) * bins + bin]
  return own
}

/** Whether so large a share of the frames lies little above the low ones. */
function isSteady(own: Float32Array, share: number, low: number): boolean {
  return selected(own, own.length, Math.floor(share * own.length)) < STEADY * low
}

/** How far apart the frequencies of the line lie in the clearer ones of the frames that hold little else, in bins. */
function wander(
  powers: Float32Array,
  bins: number,
  bin: number,
  from: number,
  to: number,
  mostPower: number,
): number {
  const frames: { clearness: number; place: number }[] = []
  for (let frame = from; frame < to; frame++) {
    const at = frame * bins + bin
    if (powers[at] > mostPower) continue
    let beside = 0
    for (let distance = OWN_BINS; distance < OWN_BINS + 4; distance++)
      beside += powers[at - Math.min(bin, distance)] + powers[Math.min(at + distance, (frame + 1) * bins - 1)]
    frames.push({ clearness: powers[at] / (beside + Number.MIN_VALUE), place: peakPlace(powers, at) })
  }
  frames.sort((a, b) => b.clearness - a.clearness)
  const places = frames
    .slice(0, Math.max(FEWEST_FRAMES, Math.ceil(CLEAR_SHARE * frames.length)))
    .map(({ place }) => place)
    .sort((a, b) => a - b)
  const outer = Math.floor(OUTER_SHARE * places.length)
  return places[places.length - 1 - outer] - places[outer]
}

/** Top of the parabola through the levels of a bin and its neighbours, in bins from it. */
function peakPlace(powers: Float32Array, at: number): number {
  const before = Math.log(powers[at - 1] + Number.MIN_VALUE)
  const here = Math.log(powers[at] + Number.MIN_VALUE)
  const after = Math.log(powers[at + 1] + Number.MIN_VALUE)
  const bend = before - 2 * here + after
  return bend < 0 ? Math.max(-2, Math.min(2, (before - after) / (2 * bend))) : 2
}

/**
 * A monotone voice holds its fundamental and the harmonics that the first formant lifts (up to some 750 Hz in open vowels:
 * Peterson and Barney, 1952), but not through its pauses: there a hum is all that is left.
 */
const LOWEST_PITCH_HZ = 65
const MAINS_HZ = [50, 60]
const HIGHEST_HELD_HZ = 750
const QUIET_BELOW_HZ = 1_000
const QUIET_SHARE = 0.15
const FEWEST_QUIET = 3
/** A pause lies so far below what is loud around it. */
const PAUSE_DEPTH = 10 ** (15 / 10)
const LOUD_SHARE = 0.8

/** Other lines of the same hum are no voice: they are left out of the rest. */
function soundsInQuiet(
  { powers, bins, frames, binHz }: LineSpectra,
  line: StayingLine,
  isOther: Uint8Array,
): boolean {
  if (line.bin * binHz < LOWEST_PITCH_HZ) return true
  const top = Math.min(bins, Math.round(QUIET_BELOW_HZ / binHz))
  const moments: { rest: number; own: number }[] = []
  for (let frame = line.from; frame <= Math.min(line.to, frames - 1); frame++) {
    const row = frame * bins
    let rest = 0
    for (let bin = 1; bin < top; bin++)
      if (isOther[bin] === 0 && Math.abs(bin - line.bin) > OWN_BINS) rest += powers[row + bin]
    moments.push({ rest, own: powers[row + line.bin] })
  }
  moments.sort((one, other) => one.rest - other.rest)
  const quiet = moments.slice(0, Math.max(FEWEST_QUIET, Math.ceil(QUIET_SHARE * moments.length)))
  const isPause =
    PAUSE_DEPTH * quiet[quiet.length - 1].rest < moments[Math.floor(LOUD_SHARE * moments.length)].rest
  const owns = quiet.map(({ own }) => own).sort((a, b) => a - b)
  return isPause && owns[owns.length >> 2] > line.power / STEADY
}

/** A tone that sounds leaves at least so much of itself in its bins; two frames in a row without it are its end. */
const STILL_THERE = 10 ** (-5 / 10)

function extended(
  { powers, bins, frames }: LineSpectra,
  bin: number,
  from: number,
  to: number,
  power: number,
): StayingLine {
  const isThere = (frame: number) =>
    frame >= 0 &&
    frame < frames &&
    Math.max(powers[frame * bins + bin - 1], powers[frame * bins + bin], powers[frame * bins + bin + 1]) >
      STILL_THERE * power
  let first = from
  while (!isThere(first) && first < to) first++
  while (isThere(first - 1) || isThere(first - 2)) first -= isThere(first - 1) ? 1 : 2
  let last = to - 1
  while (!isThere(last) && last > from) last--
  while (isThere(last + 1) || isThere(last + 2)) last += isThere(last + 1) ? 1 : 2
  return { bin, from: first, to: last, power }
}
