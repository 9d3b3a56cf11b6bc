// Models that have never heard what they are judged by.
import {
  logLikelihoodRatio,
  placed,
  shortnessOf,
  type VoiceModel,
} from '../../src/checks/comparison/voice-model.js'
import { calibrate, type ScoredPair } from './calibrate.js'
import type { Clip } from './embed-corpus.js'
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
  model: VoiceModel
}

export function heldOutModels(clips: Clip[]): HeldOut[] {
  return [...new Set(clips.map(({ set }) => set))].sort().map((set) => {
    const own = clips.filter((clip) => clip.set === set)
    const voices = new Set(own.map(({ voice }) => voice))
    return { set, clips: own, model: train(clips.filter(({ voice }) => !voices.has(voice))) }
  })
}

export function ratiosOf(model: VoiceModel, pairs: [Clip, Clip][]): number[] {
  const places = new Map([...new Set(pairs.flat())].map((clip) => [clip, placed(model, clip)]))
  return pairs.map(([one, other]) => logLikelihoodRatio(model, places.get(one)!, places.get(other)!))
}

/**
 * Set on pairs whose voices the scoring model has not heard, long and short clips alike: every set counts the same, and so
 * do pairs of one voice and of two.
 */
function isEither(clip: Clip): boolean {
  return isLong(clip) || isShort(clip)
}

export function heldOutCalibration(heldOut: HeldOut[]) {
  const pairs: ScoredPair[] = []
  for (const { clips, model } of heldOut) {
    for (const isWanted of [isLong, isShort, isEither]) {
      const trials: Trials = trialsOf(clips.filter(isWanted))
      if (trials.same.length < FEWEST_PAIRS) continue
      const each = Math.ceil(trials.different.length / MOST_DIFFERENT)
      for (const [list, isSame] of [
        [trials.same, true],
        [trials.different.filter((_, index) => index % each === 0), false],
      ] as const)
        ratiosOf(model, list).forEach((ratio, index) => {
          const [one, other] = list[index]
          pairs.push({
            ratio,
            shortness: shortnessOf(one.speechSec, other.speechSec),
            isSame,
            weight: 1 / list.length,
          })
        })
    }
  }
  const { offset, ...rest } = calibrate(pairs)
  return { ...rest, offset: offset + Math.log(ONE_VOICE_ODDS) }
}
