// Lines that stay in the spectrum: tones that sound through speech and pauses alike, at one frequency and one level.
import { RealFft } from '../../../../audio/fft.js'
import { makeWindow } from '../../../../audio/window.js'

/** Long enough to part mains harmonics from a deep voice; the nearest power of two samples is taken. */
const FRAME_SEC = 0.35

export interface LineSpectra {
  /** Power of each bin in each frame, row by row; a sinusoid of amplitude 1 shows 0.25. */
  powers: Float32Array
  frames: number
  bins: number
  binHz: number
  hopSec: number
  frameSec: number
}

/** Spectra of fine resolution, half overlapping, for bins up to `highestHz`. */
export function lineSpectra(samples: Float32Array, sampleRateHz: number, highestHz: number): LineSpectra {
  const length = 2 ** Math.round(Math.log2(FRAME_SEC * sampleRateHz))
  const hop = length / 2
  const fft = new RealFft(length)
  const window = makeWindow('hann', length, 'periodic')
  const frames = samples.length < length ? 0 : 1 + Math.floor((samples.length - length) / hop)
  const binHz = sampleRateHz / length
  const bins = Math.min(fft.bins, Math.ceil(highestHz / binHz))
  const powers = new Float32Array(frames * bins)
  const block = new Float64Array(length)
  const re = new Float64Array(fft.bins)
  const im = new Float64Array(fft.bins)
  // The sum of a Hann window is half its length.
  const scale = (2 / length) ** 2
  for (let frame = 0; frame < frames; frame++) {
    for (let n = 0; n < length; n++) block[n] = samples[frame * hop + n] * window[n]
    fft.forward(block, re, im)
    for (let bin = 0; bin < bins; bin++)
      powers[frame * bins + bin] = scale * (re[bin] * re[bin] + im[bin] * im[bin])
  }
  return { powers, frames, bins, binHz, hopSec: hop / sampleRateHz, frameSec: length / sampleRateHz }
}

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
/** One frame in a look may be spoilt by speech that happens to cancel the tone. */
const MIDDLE_SHARE = 0.4
/** The low frames of a tone stand so far above those of its neighbours; of 15 frames of noise one bin in 10^9 does. */
const PROMINENCE = 10
const FEET = 3
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
  const { frames, bins, hopSec } = spectra
  const found: StayingLine[] = []
  if (frames < FEWEST_FRAMES) return found
  const look = Math.min(frames, Math.max(FEWEST_FRAMES, Math.round(LOOK_SEC / hopSec)))
  const step = Math.max(1, Math.round(look / STEPS_PER_LOOK))
  const lows: Float32Array[] = []
  for (let from = 0; from < frames - look + step; from += step) {
    const first = Math.min(from, frames - look)
    lows.push(secondLowest(spectra, first, first + look))
    linesIn(spectra, first, first + look, lows[lows.length - 1], found)
    const long: Float32Array[] = []
    for (let back = 0; back < LONG_LOOKS; back++) {
      const low = lows[lows.length - 1 - back * STEPS_PER_LOOK]
      if (low) long.push(low)
    }
    if (long.length < LONG_LOOKS) continue
    const lowest = new Float32Array(bins)
    for (let bin = 0; bin < bins; bin++) lowest[bin] = Math.min(long[0][bin], long[1][bin], long[2][bin])
    linesIn(spectra, first - (LONG_LOOKS - 1) * look, first + look, lowest, found)
  }
  return found
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
  for (let bin = OWN_BINS; bin < bins - OWN_BINS; bin++) {
    const power = low[bin]
    if (power < TINY || power < low[bin - 1] || power < low[bin + 1]) continue
    // A quick look at both feet spares most bins the long one.
    if (power < FEET * low[bin - OWN_BINS] || power < FEET * low[bin + OWN_BINS]) continue
    if (power < PROMINENCE * neighbourhood(low, bin)) continue
    const known = found.some(
      (line) => Math.abs(line.bin - bin) <= 1 && line.from <= from && line.to >= to - 1,
    )
    if (known || !isSteady(powers, bins, bin, from, to, power)) continue
    if (wander(powers, bins, bin, from, to) > MOST_WANDER_BINS) continue
    found.push(extended(spectra, bin, from, to, power))
  }
}

/** For each bin the power that all frames but one reach. */
function secondLowest({ powers, bins }: LineSpectra, from: number, to: number): Float32Array {
  const lowest = new Float32Array(bins).fill(Infinity)
  const second = new Float32Array(bins).fill(Infinity)
  for (let frame = from; frame < to; frame++) {
    const row = frame * bins
    for (let bin = 0; bin < bins; bin++) {
      const power = powers[row + bin]
      if (power < lowest[bin]) {
        second[bin] = lowest[bin]
        lowest[bin] = power
      } else if (power < second[bin]) second[bin] = power
    }
  }
  return second
}

/** The median of the bins on both sides, the line's own slopes left out. */
function neighbourhood(low: Float32Array, bin: number): number {
  const around: number[] = []
  for (let distance = OWN_BINS; distance < OWN_BINS + NEIGHBOURS; distance++) {
    if (bin - distance >= 0) around.push(low[bin - distance])
    if (bin + distance < low.length) around.push(low[bin + distance])
  }
  around.sort((a, b) => a - b)
  return around[around.length >> 1]
}

function isSteady(
  powers: Float32Array,
  bins: number,
  bin: number,
  from: number,
  to: number,
  low: number,
): boolean {
  const own: number[] = []
  for (let frame = from; frame < to; frame++) own.push(powers[frame * bins + bin])
  own.sort((a, b) => a - b)
  return own[Math.floor(MIDDLE_SHARE * own.length)] < STEADY * low
}

/** How far apart the frequencies of the line lie in the clearer half of the frames, the extremes left out, in bins. */
function wander(powers: Float32Array, bins: number, bin: number, from: number, to: number): number {
  const frames: { clearness: number; place: number }[] = []
  for (let frame = from; frame < to; frame++) {
    const at = frame * bins + bin
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
