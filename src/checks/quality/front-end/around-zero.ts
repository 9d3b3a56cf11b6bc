// Sound around zero. A recorder that is off by a constant adds to every level that is measured: a pause is then as loud as speech,
// and digital silence is none. Nobody hears a constant, only where it steps.
import { energy, sumOf } from './frame-levels.js'
import { parameters } from './parameters.js'

const { blockSec, leastShare, overScatter, quietShare } = parameters

/** The same samples where they are around zero already; else a copy without the offset of each part between its steps. */
export function aroundZero(
  samples: Float32Array,
  sampleRateHz: number,
  steps: readonly number[],
  speechPower: number,
): Float32Array {
  const least = leastShare * Math.sqrt(speechPower)
  const block = Math.max(1, Math.round(blockSec * sampleRateHz))
  const edges = [0, ...steps, samples.length]
  const offsets = edges.slice(1).map((to, part) => offsetIn(samples, edges[part], to, block, least))
  if (offsets.every((offset) => offset === 0)) return samples
  const levelled = samples.slice()
  for (const [part, offset] of offsets.entries()) subtract(levelled, offset, edges[part], edges[part + 1])
  return levelled
}

function offsetIn(samples: Float32Array, from: number, to: number, block: number, least: number): number {
  const means = new Float64Array(Math.floor((to - from) / block))
  for (let k = 0; k < means.length; k++)
    means[k] = sumOf(samples, from + k * block, from + (k + 1) * block) / block
  if (means.length === 0 || Math.abs(medianOf(means)) <= least) return 0
  const powers = means.map(
    (mean, k) => energy(samples, from + k * block, from + (k + 1) * block) / block - mean * mean,
  )
  const quietest = powers.slice().sort()[Math.floor(quietShare * powers.length)]
  const offset = medianOf(means.filter((_, k) => powers[k] <= quietest))
  const scatter = medianOf(means.map((mean) => Math.abs(mean - offset)))
  return Math.abs(offset) > Math.max(least, overScatter * scatter) ? offset : 0
}

function medianOf(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1]
}

function subtract(samples: Float32Array, offset: number, from: number, to: number): void {
  for (let n = from; n < to; n++) samples[n] -= offset
}
