// Lines that stay in the spectrum: tones that sound through speech and pauses alike, at one frequency and one level.
import { selected } from '../../../../audio/selection.js'
import { parameters } from './parameters.js'
import type { LineSpectra } from './spectra.js'

const {
  aloneShare,
  clearShare,
  feet,
  fewestFrames,
  highestHeldHz,
  quietShare,
  longLooks,
  lookSec,
  loudShare,
  lowestPitchHz,
  lowestWhineHz,
  mainsHz,
  mostWanderBins,
  mostWhineWanderBins,
  neighbours,
  outerShare,
  ownBins,
  pauseDepth,
  prominence,
  steady,
  stepsPerLook,
  stillThere,
  whineProminence,
  whineShare,
} = parameters

export interface StayingLine {
  bin: number
  /** Frames from the first to the last in which it sounds, inclusive. */
  from: number
  to: number
  power: number
}

/** -120 dBFS. */
const TINY = 1e-12

export function stayingLines(spectra: LineSpectra): StayingLine[] {
  const { frames, hopSec } = spectra
  const found: StayingLine[] = []
  if (frames < fewestFrames) return found
  const look = Math.min(frames, Math.max(fewestFrames, Math.round(lookSec / hopSec)))
  const step = Math.max(1, Math.round(look / stepsPerLook))
  const lows: Float32Array[] = []
  for (let from = 0; from < frames - look + step; from += step) {
    const first = Math.min(from, frames - look)
    lows.push(lowPowers(spectra, first, first + look))
    linesIn(spectra, first, first + look, lows[lows.length - 1], found)
    const long: Float32Array[] = []
    for (let back = 0; back < longLooks; back++) {
      const low = lows[lows.length - 1 - back * stepsPerLook]
      if (low) long.push(low)
    }
    if (long.length < longLooks) continue
    linesIn(spectra, first - (longLooks - 1) * look, first + look, lowestOf(long), found)
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
  for (let bin = ownBins; bin < bins - ownBins; bin++) {
    const power = low[bin]
    if (power < TINY || power < low[bin - 1] || power < low[bin + 1]) continue
    // Both feet are lower: what a slope leaves on one side is no line.
    if (power < feet * low[bin - ownBins] || power < feet * low[bin + ownBins]) continue
    if (!standsOut(low, bin, prominence)) continue
    const known = found.some(
      (line) => Math.abs(line.bin - bin) <= 1 && line.from <= from && line.to >= to - 1,
    )
    if (known) continue
    const hz = bin * spectra.binHz
    const sounds = levelsOf(powers, bins, bin, from, to)
    const isWhine =
      hz >= lowestWhineHz &&
      standsOut(low, bin, whineProminence) &&
      isSteady(sounds, whineShare, power) &&
      wander(powers, bins, bin, from, to, Infinity) <= mostWhineWanderBins
    if (isWhine) {
      found.push(extended(spectra, bin, from, to, power))
      continue
    }
    if (!isSteady(sounds, aloneShare, power)) continue
    if (wander(powers, bins, bin, from, to, steady * power) > mostWanderBins) continue
    const line = extended(spectra, bin, from, to, power)
    if (hz > highestHeldHz || isHarmonic(line, found, spectra.binHz)) found.push(line)
    else {
      standing ??= standingBins(low, Math.min(bins, Math.round(highestHeldHz / spectra.binHz)))
      if (soundsInQuiet(spectra, line, standing)) found.push(line)
    }
  }
}

/** Whether it is a multiple of a tone too low for a voice, which only mains hum is. */
function isHarmonic({ bin, from, to }: StayingLine, known: StayingLine[], binHz: number): boolean {
  return known.some((base) => {
    if (base.bin * binHz >= lowestPitchHz || base.from > to || base.to < from) return false
    return mainsHz.some((hz) => {
      const order = Math.round((bin * binHz) / hz)
      return Math.abs(base.bin * binHz - hz) <= binHz && Math.abs(bin - (order * hz) / binHz) <= 1
    })
  })
}

/** Marks the bins that stand out from what every frame has. */
function standingBins(low: Float32Array, top: number): Uint8Array {
  const marks = new Uint8Array(low.length)
  for (let bin = ownBins; bin < Math.min(top, low.length - ownBins); bin++) {
    const isPeak = low[bin] >= low[bin - 1] && low[bin] >= low[bin + 1]
    if (isPeak && standsOut(low, bin, prominence)) marks.fill(1, bin - ownBins + 1, bin + ownBins)
  }
  return marks
}

/** For each bin the power that all frames but one reach: in one frame speech may happen to cancel the tone. */
function lowPowers({ powers, bins }: LineSpectra, from: number, to: number): Float32Array {
  const lowest = new Float32Array(bins).fill(Infinity)
  const second = new Float32Array(bins).fill(Infinity)
  for (let frame = from; frame < to; frame++)
    keepLowest(lowest, second, powers.subarray(frame * bins, (frame + 1) * bins))
  return second
}

/** Keeps the two lowest powers of each bin; without a branch, which no processor could predict. */
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

/** Whether half of the bins on both sides, the line's own slopes left out, lie below. */
function standsOut(low: Float32Array, bin: number, prominence: number): boolean {
  const limit = low[bin] / prominence
  let below = 0
  let around = 0
  for (let distance = ownBins; distance < ownBins + neighbours; distance++) {
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

/** Whether that share of the frames lies only little above the low ones. */
function isSteady(own: Float32Array, share: number, low: number): boolean {
  return selected(own, own.length, Math.floor(share * own.length)) < steady * low
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
    for (let distance = ownBins; distance < ownBins + 4; distance++)
      beside += powers[at - Math.min(bin, distance)] + powers[Math.min(at + distance, (frame + 1) * bins - 1)]
    frames.push({ clearness: powers[at] / (beside + Number.MIN_VALUE), place: peakPlace(powers, at) })
  }
  frames.sort((a, b) => b.clearness - a.clearness)
  const places = frames
    .slice(0, Math.max(fewestFrames, Math.ceil(clearShare * frames.length)))
    .map(({ place }) => place)
    .sort((a, b) => a - b)
  const outer = Math.floor(outerShare * places.length)
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

/** Other lines of the same hum are no voice: they are left out of the rest. */
function soundsInQuiet(
  { powers, bins, frames, binHz }: LineSpectra,
  line: StayingLine,
  isOther: Uint8Array,
): boolean {
  if (line.bin * binHz < lowestPitchHz) return true
  const top = Math.min(bins, Math.round(highestHeldHz / binHz))
  const moments: { rest: number; own: number }[] = []
  for (let frame = line.from; frame <= Math.min(line.to, frames - 1); frame++) {
    const row = frame * bins
    let rest = 0
    for (let bin = 1; bin < top; bin++)
      if (isOther[bin] === 0 && Math.abs(bin - line.bin) > ownBins) rest += powers[row + bin]
    moments.push({ rest, own: powers[row + line.bin] })
  }
  moments.sort((one, other) => one.rest - other.rest)
  const quiet = moments.slice(0, Math.max(fewestFrames, Math.ceil(quietShare * moments.length)))
  const isPause =
    pauseDepth * quiet[quiet.length - 1].rest < moments[Math.floor(loudShare * moments.length)].rest
  const owns = quiet.map(({ own }) => own).sort((a, b) => a - b)
  return isPause && owns[owns.length >> 2] > line.power / steady
}

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
      stillThere * power
  let first = from
  while (!isThere(first) && first < to) first++
  while (isThere(first - 1) || isThere(first - 2)) first -= isThere(first - 1) ? 1 : 2
  let last = to - 1
  while (!isThere(last) && last > from) last--
  while (isThere(last + 1) || isThere(last + 2)) last += isThere(last + 1) ? 1 : 2
  return { bin, from: first, to: last, power }
}
