// One voice or two? Asks every view that both files have, and adds up what each says.
import { readModelFile } from '../../speech/models.js'
import type { Accuracy } from '../check.js'
import {
  type Calibration,
  logLikelihoodRatio,
  logOdds,
  type PlacedVoice,
  placed,
  type StoredVoiceModel,
  shortnessOf,
  unpackModel,
  type VoiceModel,
} from './voice-model.js'
import { type View, type VoiceViews, views, viewsAt } from './voice-views.js'

export interface VoiceJudge {
  models: Record<View, VoiceModel>
  /** From the sum of the ratios of an accuracy's views to odds. */
  calibrations: Record<Accuracy, Calibration>
}

export interface StoredVoiceJudge {
  about: string
  models: Record<View, StoredVoiceModel>
  calibrations: Record<Accuracy, Calibration>
}

/** A voice in the spaces of the models. */
export interface PlacedViews {
  speechSec: number
  places: Partial<Record<View, PlacedVoice>>
}

export function placedViews(
  { models }: Pick<VoiceJudge, 'models'>,
  { speechSec, views: taken }: VoiceViews,
): PlacedViews {
  const places: PlacedViews['places'] = {}
  for (const view of views) {
    const embedding = taken[view]
    if (embedding) places[view] = placed(models[view], { embedding, speechSec })
  }
  return { speechSec, places }
}

/** The logarithm of the odds that two voices are one; null where a voice lacks a view of that accuracy. */
export function oneVoiceLogOdds(
  judge: VoiceJudge,
  one: PlacedViews,
  other: PlacedViews,
  accuracy: Accuracy,
): number | null {
  const ratio = ratioOf(judge, one, other, accuracy)
  if (ratio === null) return null
  return logOdds(judge.calibrations[accuracy], ratio, shortnessOf(one.speechSec, other.speechSec))
}

/** The sum of the log-likelihood ratios of the views; null where one is lacking. */
export function ratioOf(
  { models }: Pick<VoiceJudge, 'models'>,
  one: PlacedViews,
  other: PlacedViews,
  accuracy: Accuracy,
): number | null {
  let sum = 0
  for (const view of viewsAt[accuracy]) {
    const place = one.places[view]
    const otherPlace = other.places[view]
    if (!place || !otherPlace) return null
    sum += logLikelihoodRatio(models[view], place, otherPlace)
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
