// Models that have never heard what they are judged by.
import { logLikelihoodRatio, placed, type VoiceModel } from '../../src/checks/comparison/voice-model.js'
import { calibrate, type ScoredPair } from './calibrate.js'
import type { Clip } from './embed-corpus.js'
import { train } from './train.js'
import { isLong, isShort, type Trials, trialsOf } from './trials.js'

/** Fewer pairs of one voice say nothing about a set. */
export const FEWEST_PAIRS = 20

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
  const places = new Map(pairs.flat().map((clip) => [clip, placed(model, clip)]))
  return pairs.map(([one, other]) => logLikelihoodRatio(model, places.get(one)!, places.get(other)!))
}

/**
 * Set on pairs whose voices the scoring model has not heard, long and short clips alike: every set counts the same, and so
 * do pairs of one voice and of two.
 */
export function heldOutCalibration(heldOut: HeldOut[]) {
  const pairs: ScoredPair[] = []
  for (const { clips, model } of heldOut) {
    for (const isWanted of [isLong, isShort]) {
      const trials: Trials = trialsOf(clips.filter(isWanted))
      if (trials.same.length < FEWEST_PAIRS) continue
      for (const [list, isSame] of [
        [trials.same, true],
        [trials.different, false],
      ] as const)
        for (const ratio of ratiosOf(model, list)) pairs.push({ ratio, isSame, weight: 1 / list.length })
    }
  }
  return calibrate(pairs)
}
