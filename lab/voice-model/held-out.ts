// Judges that were not trained with what they are asked about.
import {
  type Calibrations,
  groupRatioOf,
  type PlacedViews,
  placedViews,
  ratioOf,
  type VoiceJudge,
} from '../../src/checks/comparison/voice-judge.js'
import { shortnessOf, type VoiceModel } from '../../src/checks/comparison/voice-model.js'
import {
  type Level,
  levels,
  levelsAt,
  type View,
  viewOf,
  views,
} from '../../src/checks/comparison/voice-views.js'
import { calibrate, type ScoredPair } from './calibrate.js'
import { ONE_RECORDING_SET } from './clips.js'
import { type Clip, isTrainedWith } from './embed-corpus.js'
import { DIMS, train } from './train.js'
import { groupTrialsOf, isBrief, isLong, isOtherRecording, isShort, type Trials, trialsOf } from './trials.js'

/** Fewer pairs of one voice say nothing about a set. */
export const FEWEST_PAIRS = 20

/** More pairs of two voices from one set change nothing. */
const MOST_DIFFERENT = 8_000

/** In a batch to be judged, most pairs are of one voice; among the trials as many of one as of two. */
const ONE_VOICE_ODDS = 4
/**
 * And nearly every file has the voice of the batch. By batches of sets left out (1,170 to 3,960 own files a row, threshold
 * 0.15), odds of 4, 20 and 80: strangers of 1.5 to 3 s found 99, 99 and 98 %, own files flagged 1.5, 0.2 and 0 %; of 0.8 to
 * 1.5 s 98, 94 and 89 %, flagged 2.0, 0.9 and 0.8 %.
 */
const OF_GROUP_ODDS = 20

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
      const embedding = viewOf(voiceViews, view)
      return embedding ? [{ embedding, voice, speechSec }] : []
    })
    return [view, train(seen, DIMS[view])]
  })
  return Object.fromEntries(trained)
}

export function heldOutModels(clips: Clip[], onSet: (set: string) => void = () => {}): HeldOut[] {
  const sets = new Set(clips.map(({ set }) => set))
  // Nothing can be asked about voices of which there is one recording.
  sets.delete(ONE_RECORDING_SET)
  return [...sets].sort().map((set) => {
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
  level: Level,
): (number | null)[] {
  const placed = placesOf(judge, pairs.flat())
  return pairs.map(([one, other]) => ratioOf(judge, placed.get(one)!, placed.get(other)!, level))
}

function placesOf(judge: Pick<VoiceJudge, 'models'>, clips: Clip[]): Map<Clip, PlacedViews> {
  return new Map([...new Set(clips)].map((clip) => [clip, placedViews(judge, clip.voiceViews)]))
}

function isAny(clip: Clip): boolean {
  return isLong(clip) || isShort(clip) || isBrief(clip)
}

const LENGTHS = [isLong, isShort, isBrief, isAny]

/**
 * Set on voices that the scoring model was not trained with, long and short clips alike: every set counts the same, and so do
 * trials of one voice and of two.
 */
export function heldOutCalibrations(heldOut: HeldOut[]): Record<Level, Calibrations> {
  const calibrated = (pairs: ScoredPair[], odds: number) => {
    const { offset, ...rest } = calibrate(pairs)
    return { ...rest, offset: offset + Math.log(odds) }
  }
  return Object.fromEntries(
    (Object.keys(levels) as Level[]).map((level) => [
      level,
      {
        pair: calibrated(
          heldOut.flatMap((held) => scoredPairs(held, level)),
          ONE_VOICE_ODDS,
        ),
        group: calibrated(
          heldOut.flatMap((held) => scoredGroups(held, level)),
          OF_GROUP_ODDS,
        ),
      },
    ]),
  ) as Record<Level, Calibrations>
}

function scoredPairs({ clips, models }: HeldOut, level: Level): ScoredPair[] {
  return LENGTHS.flatMap((isWanted) => {
    const trials: Trials = trialsOf(clips.filter(isWanted))
    if (trials.same.length < FEWEST_PAIRS || trials.different.length < FEWEST_PAIRS) return []
    const each = Math.ceil(trials.different.length / MOST_DIFFERENT)
    const different = trials.different.filter((_, index) => index % each === 0)
    return [...weighed({ models }, trials.same, true, level), ...weighed({ models }, different, false, level)]
  })
}

function weighed(
  judge: Pick<VoiceJudge, 'models'>,
  pairs: [Clip, Clip][],
  isSame: boolean,
  level: Level,
): ScoredPair[] {
  return ratiosOf(judge, pairs, level).flatMap((ratio, index) => {
    if (ratio === null) return []
    const [one, other] = pairs[index]
    const shortness = shortnessOf(one.speechSec, other.speechSec)
    return [{ ratio, shortness, isSame, weight: 1 / pairs.length }]
  })
}

/** What counts only where recordings differ is set on recordings that differ. */
const unlikeLevels = new Set(Object.values(levelsAt).map(({ otherwise }) => otherwise))

function scoredGroups({ clips, models }: HeldOut, level: Level): ScoredPair[] {
  const others = unlikeLevels.has(level)
    ? [groupTrialsOf(clips.filter(isLong), clips.filter(isOtherRecording))]
    : []
  return [...LENGTHS.map((isWanted) => groupTrialsOf(clips.filter(isWanted))), ...others].flatMap(
    (trials) => {
      if (trials.length < 2 * FEWEST_PAIRS) return []
      const placed = placesOf(
        { models },
        trials.flatMap(({ clip, group }) => [clip, ...group]),
      )
      return trials.flatMap(({ clip, group, isSame }): ScoredPair[] => {
        const members = group.map((member) => placed.get(member)!)
        const ratio = groupRatioOf({ models }, placed.get(clip)!, members, level)
        if (ratio === null) return []
        return [
          { ratio, shortness: shortnessOf(clip.speechSec, Infinity), isSame, weight: 2 / trials.length },
        ]
      })
    },
  )
}
