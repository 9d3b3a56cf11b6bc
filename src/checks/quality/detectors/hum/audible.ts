// How far a steady tone stands above what hides it.
import type { Interval } from '../../../../speech/heard.js'
import type { Section } from '../../front-end/section.js'
import { parameters } from './parameters.js'
import type { FrameLength, LineSpectra } from './spectra.js'

const {
  emptyOfNoise,
  emptyShare,
  fallDbPerOctave,
  fewestBinsBeside,
  fullFromHz,
  harmonicsUpToHz,
  listeningDb,
  maskingOffsetDb,
  quietShare,
  roomDb,
} = parameters

/**
 * Short enough to fall into the closure of a consonant; among the harmonics of 50 Hz at least long enough to see between two of
 * them, which hide each other otherwise.
 */
const AMONG_HARMONICS: FrameLength = { atLeastSec: 0.085 }
const ABOVE_HARMONICS: FrameLength = { aboutSec: 0.085 }

export function maskerFrameAt(hz: number): FrameLength {
  return hz < harmonicsUpToHz ? AMONG_HARMONICS : ABOVE_HARMONICS
}

/** Decibels over the masked threshold in the quiet moments from `startSec` to `endSec`. */
export function excessDb(
  { hz, power, startSec, endSec }: { hz: number; power: number; startSec: number; endSec: number },
  { powers, frames, bins, binHz, hopSec, frameSec }: LineSpectra,
  speechPower: number | null,
): number {
  // Critical bandwidth (E. Zwicker and E. Terhardt 1980).
  const widthHz = 25 + 75 * (1 + 1.4 * (hz / 1000) ** 2) ** 0.69
  const half = Math.max(fewestBinsBeside, Math.round(widthHz / 2 / binHz))
  const centre = Math.round(hz / binHz)
  const first = Math.max(1, centre - half)
  const last = Math.min(bins - 1, centre + half)
  const around = new Float32Array(Math.max(1, last - first + 1))
  const others: number[] = []
  const lastFrame = Math.min(frames - 1, Math.floor((endSec - frameSec) / hopSec))
  for (let frame = Math.max(0, Math.ceil(startSec / hopSec)); frame <= lastFrame; frame++) {
    for (let bin = first; bin <= last; bin++) around[bin - first] = powers[frame * bins + bin]
    around.sort()
    others.push(((around[Math.floor(emptyShare * around.length)] / emptyOfNoise) * widthHz) / binHz)
  }
  others.sort((a, b) => a - b)
  // Noise shows 1.5 times its power in the bins of a Hann window, a tone the same: no correction between the two.
  const hiding = others[Math.floor(quietShare * others.length)] ?? 0
  const tone = power * 1.5
  const quiet =
    speechPower === null
      ? 0
      : (speechPower / 2) * 1.5 * 10 ** ((Math.max(quietThresholdDb(hz), roomDb) - listeningDb) / 10)
  const masker = Math.max(hiding * 10 ** (-maskingOffsetDb / 10), quiet, Number.MIN_VALUE)
  return 10 * Math.log10(tone / masker)
}

export function lostByLoudspeakersDb(hz: number): number {
  return fallDbPerOctave * Math.max(0, Math.log2(fullFromHz / hz))
}

/** Threshold in quiet, dB SPL (E. Terhardt 1979). */
function quietThresholdDb(hz: number): number {
  const khz = hz / 1000
  return 3.64 * khz ** -0.8 - 6.5 * Math.exp(-0.6 * (khz - 3.3) ** 2) + 1e-3 * khz ** 4
}

/** Mean square of the speech in a section; null without any. */
export function speechPowerOf(
  { mono, sampleRateHz, firstSample }: Section,
  speech: Interval[],
): number | null {
  let sum = 0
  let count = 0
  for (const { startSec, endSec } of speech) {
    const from = Math.max(0, Math.round(startSec * sampleRateHz) - firstSample)
    const to = Math.min(mono.length, Math.round(endSec * sampleRateHz) - firstSample)
    for (let n = from; n < to; n++) sum += mono[n] * mono[n]
    count += Math.max(0, to - from)
  }
  return count > 0 && sum > 0 ? sum / count : null
}
