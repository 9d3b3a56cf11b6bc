// One voice or two? Asks every view that both files have, and adds up what each says.
import { readModelFile } from '../../speech/models.js'
import {
  type Calibration,
  groupLogLikelihoodRatio,
  logLikelihoodRatio,
  logOdds,
  type PlacedVoice,
  placed,
  type StoredVoiceModel,
  shortnessOf,
  unpackModel,
  type VoiceModel,
} from './voice-model.js'
import { type Level, levels, type View, type VoiceViews, viewOf, views } from './voice-views.js'

/** From the sum of the ratios of a level's views to odds: of two files, and of one file and several that are of one voice. */
export interface Calibrations {
  pair: Calibration
  group: Calibration
}

export interface VoiceJudge {
  models: Record<View, VoiceModel>
  calibrations: Record<Level, Calibrations>
}

export interface StoredVoiceJudge {
  about: string
  models: Record<View, StoredVoiceModel>
  calibrations: Record<Level, Calibrations>
}

/** A voice in the spaces of the models. */
export interface PlacedViews {
  speechSec: number
  places: Partial<Record<View, PlacedVoice>>
}

export function placedViews({ models }: Pick<VoiceJudge, 'models'>, voice: VoiceViews): PlacedViews {
  const { speechSec } = voice
  const places: PlacedViews['places'] = {}
  for (const view of views) {
    const embedding = viewOf(voice, view)
    if (embedding) places[view] = placed(models[view], { embedding, speechSec })
  }
  return { speechSec, places }
}

/** The logarithm of the odds that two voices are one; null where a voice lacks a view of that level. */
export function oneVoiceLogOdds(
  judge: VoiceJudge,
  one: PlacedViews,
  other: PlacedViews,
  level: Level,
): number | null {
  const ratio = ratioOf(judge, one, other, level)
  if (ratio === null) return null
  return logOdds(judge.calibrations[level].pair, ratio, shortnessOf(one.speechSec, other.speechSec))
}

/** The same for one voice and several that are taken for one. */
export function ofGroupLogOdds(
  judge: VoiceJudge,
  one: PlacedViews,
  group: readonly PlacedViews[],
  level: Level,
): number | null {
  const ratio = groupRatioOf(judge, one, group, level)
  if (ratio === null) return null
  return logOdds(judge.calibrations[level].group, ratio, shortnessOf(one.speechSec, Infinity))
}

/** The sum of the log-likelihood ratios of the views; null where one is lacking. */
export function ratioOf(
  { models }: Pick<VoiceJudge, 'models'>,
  one: PlacedViews,
  other: PlacedViews,
  level: Level,
): number | null {
  let sum = 0
  for (const view of levels[level]) {
    const place = one.places[view]
    const otherPlace = other.places[view]
    if (!place || !otherPlace) return null
    sum += logLikelihoodRatio(models[view], place, otherPlace)
  }
  return sum
}

export function groupRatioOf(
  { models }: Pick<VoiceJudge, 'models'>,
  one: PlacedViews,
  group: readonly PlacedViews[],
  level: Level,
): number | null {
  let sum = 0
  for (const view of levels[level]) {
    const place = one.places[view]
    const others = group.flatMap(({ places }) => places[view] ?? [])
    if (!place || others.length < group.length) return null
    sum += groupLogLikelihoodRatio(models[view], place, others)
  }
  return sum
}

let shipped: VoiceJudge | undefined

/** The judge that ships with the program. */
export function shippedJudge(): VoiceJudge {
  if (!shipped) {
    const { models, calibrations }: StoredVoiceJudge = JSON.parse(
      new TextDecoder().decode(readModelFile('voice')),
    )
    const unpacked = views.map((view) => [view, unpackModel(models[view])])
    shipped = { models: Object.fromEntries(unpacked), calibrations }
  }
  return shipped
}
