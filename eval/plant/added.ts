// Puts a sound on top of the speech, as loud as its strength asks for.
import { excessDb, gainFor } from './masking.js'
import { speechPower } from './places.js'
import type { Plantation, Planted, Site, Strength } from './planter.js'

/** How much of the surroundings is looked at. */
const AROUND_SEC = 0.1
/** Louder than this against the speech's own peak is no longer a defect in speech but something else. */
const LOUDEST_OVER_PEAK = 1.5

export interface AddedSound {
  sound: Float32Array
  from: number
  /** Seconds that it sounds, when the array holds more than that. */
  soundSec?: number
  /** Which frame's audibility counts: the best one of a click, the typical one of a stretch, the pauses under a hum. */
  quantile: number
  /** What to judge its audibility by, where that is not the whole of it. */
  judgedBy?: Float32Array
}

export function withAdded(
  site: Site,
  strength: Strength,
  { sound, from, quantile, judgedBy = sound, soundSec = sound.length / site.sampleRateHz }: AddedSound,
  planted: Omit<Planted, 'startSec' | 'endSec'>,
): Plantation | null {
  const { samples, sampleRateHz, random } = site
  const around = Math.round(AROUND_SEC * sampleRateHz)
  const first = Math.max(0, from - around)
  const last = Math.min(samples.length, from + judgedBy.length + around)
  const added = new Float32Array(last - first)
  added.set(judgedBy.subarray(0, last - from), from - first)
  const unitDb = excessDb(added, samples.slice(first, last), sampleRateHz, speechPower(site), quantile)
  if (!Number.isFinite(unitDb)) return null
  const gain = gainFor(strength, random, soundSec, unitDb)
  if (gain * peakOf(sound) > LOUDEST_OVER_PEAK * peakOf(samples)) return null
  const out = samples.slice()
  for (let n = 0; n < sound.length && from + n < out.length; n++) out[from + n] += gain * sound[n]
  const startSec = from / sampleRateHz
  return { samples: out, planted: [{ ...planted, startSec, endSec: startSec + soundSec }] }
}

export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return peak
}
