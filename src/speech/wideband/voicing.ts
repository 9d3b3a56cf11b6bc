import { trackPitch } from '../../audio/pitch.js'
import type { Interval } from '../speech-data.js'
import type { Stretch } from './stretches.js'

export interface Voicing {
  /** Share of the speech in which the vocal folds swing, 0 to 1. */
  voicedShare: number
  /** Median pitch in semitones above 100 Hz (negative below); null with hardly any voiced sound. */
  pitchMedianSemitones: number | null
  /** Distance between the quartiles of the pitch, in semitones. */
  pitchIqrSemitones: number | null
  /** Median ratio of harmonic to other sound where voiced, -40 to 40 dB: low for hoarse, breathy, noisy or rough. */
  harmonicsToNoiseDb: number | null
  /** The pitch in one part of the speech and in the next; parts with hardly any voiced sound are left out. */
  pitchParts: PitchPart[]
}

export interface PitchPart extends Interval {
  /** Median of the part, above 100 Hz. */
  semitones: number
}

const REFERENCE_HZ = 100
/** Twice the usual step: quartiles need no finer one, and pitch is what costs most here. */
const HOP_SEC = 0.02
/** Fewer voiced frames (0.2 s) say nothing about a voice. */
const FEWEST_VOICED_FRAMES = 10
/** Long enough for the melody of a phrase not to matter much. */
const PART_SEC = 2
/** Long enough to average noise, short enough that the pitch holds still. */
const PERIODS_COMPARED = 3
/** The pitch was taken over a slightly different window: the period is sought this far around it. */
const LAG_SEARCH = 2
/** Ratios beyond 40 dB are those of arithmetic, not of voices. */
const LEAST_SHARE = 1e-4

/** `startsSec`: where in the file each stretch begins. */
export function voicingOf(stretches: Stretch[], sampleRateHz: number, startsSec: readonly number[]): Voicing {
  const semitones: number[] = []
  const ratiosDb: number[] = []
  const parts = new PitchParts()
  let frames = 0
  for (const [index, stretch] of stretches.entries()) {
    const pitch = trackPitch(stretch, { sampleRateHz, hopSec: HOP_SEC })
    frames += pitch.frames
    for (let frame = 0; frame < pitch.frames; frame++) {
      const hz = pitch.hz[frame]
      parts.add(startsSec[index] + pitch.timesSec[frame], hz === 0 ? null : semitonesOf(hz))
      if (hz === 0) continue
      semitones.push(semitonesOf(hz))
      const similarity = periodSimilarity(stretch, pitch.timesSec[frame] * sampleRateHz, sampleRateHz / hz)
      if (similarity !== null) ratiosDb.push(harmonicityDb(similarity))
    }
  }
  const isVoiced = semitones.length >= FEWEST_VOICED_FRAMES
  semitones.sort((a, b) => a - b)
  ratiosDb.sort((a, b) => a - b)
  return {
    voicedShare: frames === 0 ? 0 : semitones.length / frames,
    pitchMedianSemitones: isVoiced ? quantile(semitones, 0.5) : null,
    pitchIqrSemitones: isVoiced ? quantile(semitones, 0.75) - quantile(semitones, 0.25) : null,
    harmonicsToNoiseDb: ratiosDb.length >= FEWEST_VOICED_FRAMES ? quantile(ratiosDb, 0.5) : null,
    pitchParts: parts.all(),
  }
}

function semitonesOf(hz: number): number {
  return 12 * Math.log2(hz / REFERENCE_HZ)
}

/** Parts of as many frames each, pauses between them left out; what is left at the end is no part. */
class PitchParts {
  private readonly parts: PitchPart[] = []
  private frames = 0
  private startSec = 0
  private voiced: number[] = []

  add(timeSec: number, semitones: number | null): void {
    if (this.frames === 0) this.startSec = timeSec
    this.frames++
    if (semitones !== null) this.voiced.push(semitones)
    if (this.frames * HOP_SEC < PART_SEC) return
    if (this.voiced.length >= FEWEST_VOICED_FRAMES)
      this.parts.push({
        startSec: this.startSec,
        endSec: timeSec + HOP_SEC,
        semitones: quantile(
          this.voiced.sort((a, b) => a - b),
          0.5,
        ),
      })
    this.frames = 0
    this.voiced = []
  }

  all(): PitchPart[] {
    return this.parts
  }
}

/**
 * With noise that does not repeat, the correlation of a sound with itself a period later is the harmonic share of its
 * power (Boersma, "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise ratio", 1993).
 */
function harmonicityDb(similarity: number): number {
  const share = Math.min(Math.max(similarity, LEAST_SHARE), 1 - LEAST_SHARE)
  return 10 * Math.log10(share / (1 - share))
}

/** The highest normalised correlation near a lag of one period, around a sample; null at the edge of the stretch. */
function periodSimilarity(samples: Float32Array, centre: number, period: number): number | null {
  const length = Math.round(PERIODS_COMPARED * period)
  const lag = Math.round(period)
  const start = Math.round(centre - (length + period) / 2)
  if (start < 0 || start + length + lag + LAG_SEARCH + 1 > samples.length) return null
  const correlations: number[] = []
  for (let shift = -LAG_SEARCH; shift <= LAG_SEARCH; shift++)
    correlations.push(normalisedCorrelation(samples, start, length, lag + shift))
  let best = 1
  for (let index = 2; index < correlations.length - 1; index++)
    if (correlations[index] > correlations[best]) best = index
  const [before, here, after] = correlations.slice(best - 1, best + 2)
  // The top of the parabola through three lags: the true period seldom is a whole number of samples.
  const curvature = before - 2 * here + after
  return curvature < 0 ? here - (after - before) ** 2 / (8 * curvature) : here
}

function normalisedCorrelation(samples: Float32Array, start: number, length: number, lag: number): number {
  let product = 0
  let energy = 0
  let laterEnergy = 0
  for (let n = start; n < start + length; n++) {
    const sample = samples[n]
    const later = samples[n + lag]
    product += sample * later
    energy += sample * sample
    laterEnergy += later * later
  }
  const scale = Math.sqrt(energy * laterEnergy)
  return scale > 0 ? product / scale : 0
}

/** Linear between neighbours (the usual definition, type 7 of Hyndman and Fan 1996). */
function quantile(sorted: number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = Math.floor(at)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (at - below) * (sorted[above] - sorted[below])
}
