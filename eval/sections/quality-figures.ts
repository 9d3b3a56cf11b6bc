// The figures of a file against what was done to it: signal to noise, bandwidth, share of clipped samples.
import { pinkNoise, whiteNoise } from '../../lab/conditions.js'
import { type Clip, checkSamples } from '../../lab/quality-clips.js'
import { seededRandom, stableHash } from '../../lab/random.js'
import { RealFft } from '../../src/audio/fft.js'
import { nextPowerOfTwo } from '../../src/audio/spectrum.js'
import type { OpenModels } from '../../src/speech/open-models.js'
import { peakOf } from '../plant/added.js'
import { frameLevelsDb, powerOf, speechPower, toDb } from '../plant/places.js'
import { table } from '../table.js'
import { medianSize } from './quality-match.js'

export interface Figure {
  what: string
  truth: number
  measured: number | null
}

const SNRS_DB = Array.from({ length: 13 }, (_, index) => 5 * index)
/** Only a clip whose own noise lies this far below the noise that is added can show a known ratio. */
const OWN_BELOW_DB = 8
/** The quietest frames that were recorded at all tell the clip's own noise. */
const QUIET_QUANTILE = 0.03
const RECORDED_DB = -90
const CUTOFFS_HZ = [3_400, 4_000, 5_500, 7_000, 8_000, 10_000, 11_000]
/** A cutoff nearer to the top of the sample rate than this is none. */
const HIGHEST_SHARE = 0.45
/** A clip with less sound than -60 dB above a cutoff had ended below it already. */
const LEAST_TAKEN_AWAY = 1e-6
const CLIPPED_SHARES = [0.001, 0.01, 0.05]

/** One figure of each kind for a clip, the values in turn. */
export async function measureFigures(clip: Clip, turn: number, models: OpenModels): Promise<Figure[]> {
  const figures = [
    await measureSnr(clip, SNRS_DB[turn % SNRS_DB.length], turn % 2 === 0, models),
    await measureCutoff(clip, CUTOFFS_HZ[turn % CUTOFFS_HZ.length], models),
    await measureClipped(clip, CLIPPED_SHARES[turn % CLIPPED_SHARES.length], models),
  ]
  return figures.filter((figure) => figure !== null)
}

/** Noise over the whole file, or (as many synthetic voices have it) only where somebody speaks. */
async function measureSnr(
  clip: Clip,
  snrDb: number,
  isEverywhere: boolean,
  models: OpenModels,
): Promise<Figure | null> {
  const { samples, sampleRateHz, speech, name } = clip
  const random = seededRandom(stableHash(`${name} snr ${snrDb}`))
  const power = speechPower({ ...clip, random })
  const levels = frameLevelsDb(samples, sampleRateHz)
    .filter((level) => level > RECORDED_DB)
    .sort()
  const ownDb = levels[Math.floor(QUIET_QUANTILE * levels.length)] - toDb(power)
  if (-ownDb < snrDb + OWN_BELOW_DB) return null
  const noise = (random() < 0.5 ? whiteNoise : pinkNoise)(samples.length, random)
  const gain = Math.sqrt((power * 10 ** (-snrDb / 10)) / powerOf(noise))
  const noisy = samples.map((sample, n) => sample + gain * noise[n])
  if (!isEverywhere) {
    let at = 0
    for (const { startSec, endSec } of [...speech, { startSec: samples.length / sampleRateHz, endSec: 0 }]) {
      noisy.fill(0, at, Math.round(startSec * sampleRateHz))
      at = Math.round(endSec * sampleRateHz)
    }
  }
  const scale = Math.min(1, 0.99 / peakOf(noisy))
  const { findings } = await checkSamples(
    noisy.map((sample) => sample * scale),
    sampleRateHz,
    models,
    false,
  )
  const truth = -10 * Math.log10(10 ** (-snrDb / 10) + 10 ** (ownDb / 10))
  return {
    what: `SNR ${snrDb} dB, ${isEverywhere ? 'noise throughout' : 'pauses muted'}`,
    truth,
    measured: findings.measures.snr.snrDb,
  }
}

async function measureCutoff(clip: Clip, cutoffHz: number, models: OpenModels): Promise<Figure | null> {
  if (cutoffHz > HIGHEST_SHARE * clip.sampleRateHz) return null
  const cut = lowPass(clip.samples, cutoffHz, clip.sampleRateHz)
  const takenAway = powerOf(clip.samples.map((sample, n) => sample - cut[n]))
  if (takenAway < LEAST_TAKEN_AWAY * powerOf(clip.samples)) return null
  const { findings } = await checkSamples(cut, clip.sampleRateHz, models, false)
  return { what: `cutoff ${cutoffHz} Hz`, truth: cutoffHz, measured: findings.measures.bandwidth.cutoffHz }
}

async function measureClipped(clip: Clip, share: number, models: OpenModels): Promise<Figure | null> {
  const sizes = clip.samples.map(Math.abs).sort()
  const ceiling = sizes[Math.floor((1 - share) * (sizes.length - 1))]
  if (!(ceiling > 0)) return null
  const clipped = clip.samples.map((sample) => Math.max(-1, Math.min(1, sample / ceiling)))
  const atCeiling = clipped.filter((sample) => Math.abs(sample) >= 1).length
  const { findings } = await checkSamples(clipped, clip.sampleRateHz, models, false)
  return {
    what: `clipped ${100 * share} %`,
    truth: (100 * atCeiling) / clipped.length,
    measured: findings.measures.clipping.clipPercentage,
  }
}

/** Everything above is taken out of the transform of the whole, over a slope of 2 %. */
function lowPass(samples: Float32Array, cutoffHz: number, sampleRateHz: number): Float32Array {
  const fft = new RealFft(nextPowerOfTwo(samples.length))
  const block = new Float64Array(fft.size)
  block.set(samples)
  const re = new Float64Array(fft.bins)
  const im = new Float64Array(fft.bins)
  fft.forward(block, re, im)
  for (let bin = 0; bin < fft.bins; bin++) {
    const over = ((bin * sampleRateHz) / fft.size / cutoffHz - 1) / 0.02
    const keep = over <= 0 ? 1 : over >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * over)
    re[bin] *= keep
    im[bin] *= keep
  }
  fft.inverse(re, im, block)
  return Float32Array.from(block.subarray(0, samples.length))
}

interface Row {
  what: string
  files: number
  /** In dB for signal to noise, else as a fraction of the truth. */
  medianError: number | null
  worstError: number | null
  missing: number
}

export function figureRows(figures: Figure[]): Row[] {
  const names = [...new Set(figures.map(({ what }) => what))]
  names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  return names.map((what) => {
    const these = figures.filter((figure) => figure.what === what)
    const errors = these.map(({ truth, measured }) =>
      measured === null ? null : what.startsWith('SNR') ? measured - truth : (measured - truth) / truth,
    )
    const sizes = errors.filter((error) => error !== null).map(Math.abs)
    return {
      what,
      files: these.length,
      medianError: medianSize(errors),
      worstError: sizes.length === 0 ? null : Math.max(...sizes),
      missing: errors.filter((error) => error === null).length,
    }
  })
}

export function figureTable(rows: Row[]): string {
  const shown = (what: string, error: number | null) =>
    error === null
      ? null
      : what.startsWith('SNR')
        ? `${error.toFixed(1)} dB`
        : `${(100 * error).toFixed(1)} %`
  return table<Row>(
    [
      { title: 'truth', value: ({ what }) => what, align: 'left' },
      { title: 'files', value: ({ files }) => files },
      { title: 'median error', value: ({ what, medianError }) => shown(what, medianError) },
      { title: 'worst', value: ({ what, worstError }) => shown(what, worstError) },
      { title: 'not told', value: ({ missing }) => missing },
    ],
    rows,
  )
}
