// Plants defects into clean speech: the same ones for the same seed.
import type { IssueType } from '../../src/checks/quality/issue.js'
import type { Interval } from '../../src/speech/speech-data.js'
import { peakOf } from './added.js'
import type { Plantation, Planted, Site, Strength } from './planter.js'
import { plantings } from './planters/all.js'

/** Variants of a type that leave every other time in the file as it is. */
function keepingTimes(kind: IssueType): string[] {
  const { planters, keepsTimes = [] } = plantings[kind]
  return keepsTimes === 'all' ? Object.keys(planters) : keepsTimes
}

/** 16-bit files hold no more; a defect that is louder makes the whole file softer instead of clipping it. */
const LOUDEST = 0.99

export interface PlantOptions {
  /** Where somebody speaks. */
  speech: Interval[]
  /** One of the kind's variants; default: drawn, and another one where the file gives no place for it. */
  variant?: string | undefined
  otherVoice?: Float32Array | undefined
  avoid?: Interval[] | undefined
}

/** One defect of a kind; null where the file gives no place for any. */
export function plant(
  kind: IssueType,
  strength: Strength,
  samples: Float32Array,
  sampleRateHz: number,
  random: () => number,
  { variant, ...about }: PlantOptions,
): Plantation | null {
  const site: Site = { samples, sampleRateHz, random, ...about }
  const names = variant ? [variant] : shuffled(Object.keys(plantings[kind].planters), random)
  return planted(kind, names, site, strength)
}

/** Several defects of drawn kinds in one file, apart from each other; fewer where there is no place. */
export function plantSeveral(
  kinds: IssueType[],
  count: number,
  strength: Strength,
  samples: Float32Array,
  sampleRateHz: number,
  random: () => number,
  about: Omit<PlantOptions, 'variant'>,
): Plantation {
  let result: Plantation = { samples, planted: [] }
  const usable = kinds.filter((kind) => keepingTimes(kind).length > 0)
  for (let index = 0; index < count && usable.length > 0; index++) {
    const kind = usable[Math.floor(random() * usable.length)]
    const avoid: Planted[] = result.planted
    const site: Site = { ...about, samples: result.samples, sampleRateHz, random, avoid }
    const next = planted(kind, shuffled(keepingTimes(kind), random), site, strength)
    if (next) result = { samples: next.samples, planted: [...result.planted, ...next.planted] }
  }
  return { ...result, planted: result.planted.toSorted((a, b) => a.startSec - b.startSec) }
}

function planted(kind: IssueType, variants: string[], site: Site, strength: Strength): Plantation | null {
  for (const variant of variants) {
    const planter = plantings[kind].planters[variant]
    if (!planter)
      throw new RangeError(
        `a ${kind} is one of ${Object.keys(plantings[kind].planters).join(', ')}, not ${variant}`,
      )
    const result = planter(site, strength)
    if (result) return kind === 'clipping' ? result : { ...result, samples: fitted(result.samples) }
  }
  return null
}

function fitted(samples: Float32Array): Float32Array {
  const peak = peakOf(samples)
  return peak <= 1 ? samples : samples.map((sample) => (sample * LOUDEST) / peak)
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
