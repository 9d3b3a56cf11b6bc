// Judges that were not trained with what they are asked about.
import { type Accuracy, accuracies } from '../../src/checks/check.js'
import {
  type PlacedViews,
  placedViews,
  ratioOf,
  type VoiceJudge,
} from '../../src/checks/comparison/voice-judge.js'
import { type Calibration, shortnessOf, type VoiceModel } from '../../src/checks/comparison/voice-model.js'
import { type View, views } from '../../src/checks/comparison/voice-views.js'
import { calibrate, type ScoredPair } from './calibrate.js'
import { type Clip, isTrainedWith } from './embed-corpus.js'
import { train } from './train.js'
import { isLong, isShort, type Trials, trialsOf } from './trials.js'

/** Fewer pairs of one voice say nothing about a set. */
export const FEWEST_PAIRS = 20

/** More pairs of two voices from one set change nothing. */
const MOST_DIFFERENT = 8_000

/** In a batch to be judged, most pairs are of one voice; among the trials as many of one as of two. */
const ONE_VOICE_ODDS = 4

export interface HeldOut {
  set: string
  /** Of the set. */
  clips: Clip[]
  /** Trained without the set and without its voices in other sets. */
  models: Record<View, VoiceModel>
}

export function trainViews(clips: Clip[]): Record<View, VoiceModel> {
  const trained = views.map((view) => {
    const seen = clips.flatMap(({ voiceViews, voice, speechSec }) => {
      const embedding = voiceViews.views[view]
      return embedding ? [{ embedding, voice, speechSec }] : []
    })
    return [view, train(seen)]
  })
  return Object.fromEntries(trained)
}

export function heldOutModels(clips: Clip[], onSet: (set: string) => void = () => {}): HeldOut[] {
  return [...new Set(clips.map(({ set }) => set))].sort().map((set) => {
    const own = clips.filter((clip) => clip.set === set)
    const voices = new Set(own.map(({ voice }) => voice))
    onSet(set)
    return {
      set,
      clips: own,
      models: trainViews(clips.filter((clip) => isTrainedWith(clip) && !voices.has(clip.voice))),
    }
  })
}

/** For each pair the sum of its views' ratios; null where a view is lacking. */
export function ratiosOf(
  judge: Pick<VoiceJudge, 'models'>,
  pairs: [Clip, Clip][],
  accuracy: Accuracy,
): (number | null)[] {
  const placed = new Map<Clip, PlacedViews>()
  for (const clip of new Set(pairs.flat())) placed.set(clip, placedViews(judge, clip.voiceViews))
  return pairs.map(([one, other]) => ratioOf(judge, placed.get(one)!, placed.get(other)!, accuracy))
}

function isEither(clip: Clip): boolean {
  return isLong(clip) || isShort(clip)
}

/**
 * Set on pairs whose voices the scoring model was not trained with, long and short clips alike: every set counts the same, and so
 * do pairs of one voice and of two.
 */
export function heldOutCalibrations(heldOut: HeldOut[]): Record<Accuracy, Calibration> {
  return Object.fromEntries(
    accuracies.map((accuracy) => {
      const { offset, ...rest } = calibrate(heldOut.flatMap((held) => scoredPairs(held, accuracy)))
      return [accuracy, { ...rest, offset: offset + Math.log(ONE_VOICE_ODDS) }]
    }),
  ) as Record<Accuracy, Calibration>
}

function scoredPairs({ clips, models }: HeldOut, accuracy: Accuracy): ScoredPair[] {
  return [isLong, isShort, isEither].flatMap((isWanted) => {
    const trials: Trials = trialsOf(clips.filter(isWanted))
    if (trials.same.length < FEWEST_PAIRS) return []
    const each = Math.ceil(trials.different.length / MOST_DIFFERENT)
    const different = trials.different.filter((_, index) => index % each === 0)
    return [
      ...weighed({ models }, trials.same, true, accuracy),
      ...weighed({ models }, different, false, accuracy),
    ]
  })
}

function weighed(
  judge: Pick<VoiceJudge, 'models'>,
  pairs: [Clip, Clip][],
  isSame: boolean,
  accuracy: Accuracy,
): ScoredPair[] {
  return ratiosOf(judge, pairs, accuracy).flatMap((ratio, index) => {
    if (ratio === null) return []
    const [one, other] = pairs[index]
    const shortness = shortnessOf(one.speechSec, other.speechSec)
    return [{ ratio, shortness, isSame, weight: 1 / pairs.length }]
  })
}
