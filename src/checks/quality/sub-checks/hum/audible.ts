// How far a steady tone stands above what hides it.
import type { Interval } from '../../../../speech/heard.js'
import type { Section } from '../../section.js'
import type { LineSpectra, StayingLine } from './lines.js'

/** Speech is heard at 70 dB SPL, in a room whose own noise hides 15 dB SPL in each critical band. */
const LISTENING_DB = 70
const ROOM_DB = 15
/** A tone is hidden by noise in its critical band that is so much louder (Zwicker and Fastl, "Psychoacoustics", 4.1). */
const MASKING_OFFSET_DB = 4
/** A hum is heard in the pauses: the quiet frames hide least. */
const QUIET_SHARE = 0.2
/** Median over mean of the power in a bin of noise (ln 2). */
const MEDIAN_OF_NOISE = 0.69
/** Half the width of the line itself, in bins of a Hann window. */
const LINE_BINS = 3

/** Decibels over the masked threshold in the quiet moments. */
export function excessDb(line: StayingLine, spectra: LineSpectra, speechPower: number | null): number {
  const { powers, frames, bins, binHz } = spectra
  const hz = line.bin * binHz
  // Critical bandwidth (E. Zwicker and E. Terhardt 1980).
  const widthHz = 25 + 75 * (1 + 1.4 * (hz / 1000) ** 2) ** 0.69
  const half = Math.max(LINE_BINS + 2, Math.round(widthHz / 2 / binHz))
  const first = Math.max(1, line.bin - half)
  const last = Math.min(bins - 1, line.bin + half)
  const others: number[] = []
  for (let frame = line.from; frame <= Math.min(line.to, frames - 1); frame++) {
    const around: number[] = []
    for (let bin = first; bin <= last; bin++)
      if (Math.abs(bin - line.bin) >= LINE_BINS) around.push(powers[frame * bins + bin])
    // From the median bin: other lines of the same hum do not hide this one.
    around.sort((a, b) => a - b)
    others.push((around[around.length >> 1] / MEDIAN_OF_NOISE) * (last - first + 1))
  }
  others.sort((a, b) => a - b)
  // Noise shows 1.5 times its power in the bins of a Hann window, a tone the same: no correction between the two.
  const masker = others[Math.floor(QUIET_SHARE * (others.length - 1))] * 10 ** (-MASKING_OFFSET_DB / 10)
  const tone = line.power * 1.5
  const quiet =
    speechPower === null
      ? 0
      : (speechPower / 2) * 1.5 * 10 ** ((Math.max(quietThresholdDb(hz), ROOM_DB) - LISTENING_DB) / 10)
  return 10 * Math.log10(tone / Math.max(masker, quiet, Number.MIN_VALUE))
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
