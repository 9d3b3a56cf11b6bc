// What a file is told about its noise and its bandwidth, against what was done to it.

import { resampled, whiteNoise, withNoise } from '../../lab/conditions.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { addTo, type Counts } from './count.js'
import type { Listening } from './listening.js'
import { fileOf, type SpokenClip } from './spoken-clip.js'

/** Noisy to everybody. */
const SNR_DB = 10
const WITHIN_DB = 4
/** A telephone. */
const NARROW_RATE_HZ = 8_000
const WITHIN_SHARE = 0.1

export async function heardFigures(listening: Listening, clips: SpokenClip[]): Promise<Counts> {
  const counts: Counts = new Map()
  const request = { checks: ['quality' as const], qualityChecks: { garble: false } }
  const noisy = clips.map((clip) => {
    const noise = whiteNoise(
      clip.samples.length,
      seededRandom(stableHash(`noise ${clip.voice} ${clip.text}`)),
    )
    return { ...fileOf(clip), samples: withNoise(clip.samples, noise, SNR_DB) }
  })
  // Each by itself: noise that all files of a batch have is a trait of the batch and flags none.
  const alone = await Promise.all(noisy.map((file) => listening.audit([file], request)))
  for (const { file, flagged, snrDb } of alone.flatMap(({ checks }) => checks.quality!.tracks))
    addTo(counts, 'noise', file, flagged && Math.abs(snrDb - SNR_DB) < WITHIN_DB)
  const narrow = clips.map((clip) => ({
    ...fileOf(clip),
    samples: resampled(
      resampled(clip.samples, clip.sampleRateHz, NARROW_RATE_HZ),
      NARROW_RATE_HZ,
      clip.sampleRateHz,
    ),
  }))
  for (const { file, bandwidth } of (await listening.audit(narrow, request)).checks.quality!.tracks) {
    const cutoffHz = bandwidth.cutoffHz ?? Number.POSITIVE_INFINITY
    const isNear = Math.abs(cutoffHz - NARROW_RATE_HZ / 2) < (WITHIN_SHARE * NARROW_RATE_HZ) / 2
    addTo(counts, 'narrow bandwidth', file, isNear)
  }
  return counts
}
