// Speech driven over full scale, as it is or scaled down afterwards.
import { peakOf } from '../added.js'
import { placeFor } from '../places.js'
import { between, betweenLog, type Planter, type Planting, type Range, type Strength } from '../planter.js'

/**
 * Share of the samples of the stretch that lie at the ceiling. Clipping of speech by 6 dB is hardly noticed, by 12 dB it is
 * clearly distorted, by 18 dB and more it is harsh (J. Licklider, "Effects of amplitude distortion upon the intelligibility
 * of speech", 1946); in speech these levels are exceeded about so often.
 */
const CLIPPED_SHARE: Record<Strength, Range> = {
  just: [0.001, 0.003],
  clear: [0.01, 0.025],
  gross: [0.05, 0.12],
}
/** Half of the time one phrase is too loud, else the whole file. */
const PHRASE_SEC: Range = [0.6, 3]
const PHRASE_RAMP_SEC = 0.05
/** A phrase that had to be made louder than this would be a fault of another kind. */
const LOUDEST_PHRASE_GAIN = 4
/** A flat top has at least so many samples; single samples at the ceiling are peaks. */
const FLAT_SAMPLES = 3
const SCALED_DOWN: Range = [0.3, 0.9]

function clippingPlanter(variant: string, isScaledDown: boolean): Planter {
  return (site, strength) => {
    const { samples, sampleRateHz, speech, random, avoid = [] } = site
    const isWhole = random() < 0.5 && avoid.length === 0
    const stretch = isWhole
      ? { from: 0, to: samples.length }
      : placeFor(site, betweenLog(random, PHRASE_SEC), speech)
    if (!stretch) return null
    const { from, to } = stretch
    const sizes = samples.slice(from, to).map(Math.abs).sort()
    const share = betweenLog(random, CLIPPED_SHARE[strength])
    const tooLoud = sizes[Math.floor((1 - share) * (sizes.length - 1))]
    const ceiling = isWhole ? tooLoud : peakOf(samples)
    const gain = ceiling / tooLoud
    if (!(tooLoud > 0) || gain > LOUDEST_PHRASE_GAIN) return null
    const ramp = isWhole ? 1 : Math.round(PHRASE_RAMP_SEC * sampleRateHz)
    const fullScale = (isScaledDown ? between(random, SCALED_DOWN) : 1) / ceiling
    const out = samples.map((sample) => sample * fullScale)
    let first = -1
    let last = -1
    let run = 0
    for (let n = from; n < to; n++) {
      const louder = 1 + (gain - 1) * Math.min(1, (n - from) / ramp, (to - 1 - n) / ramp)
      const driven = samples[n] * louder
      const isOver = Math.abs(driven) >= ceiling
      out[n] = fullScale * Math.min(ceiling, Math.max(-ceiling, driven))
      run = isOver ? run + 1 : 0
      if (run < FLAT_SAMPLES) continue
      if (first < 0) first = n - FLAT_SAMPLES + 1
      last = n + 1
    }
    if (first < 0) return null
    return {
      samples: out,
      planted: [{ type: 'clipping', variant, startSec: first / sampleRateHz, endSec: last / sampleRateHz }],
    }
  }
}

export const planting: Planting = {
  planters: {
    'full-scale': clippingPlanter('full-scale', false),
    'scaled-down': clippingPlanter('scaled-down', true),
  },
  toleranceSec: 0.1,
}
