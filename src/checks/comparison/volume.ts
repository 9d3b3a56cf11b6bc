// Do all files have the same loudness?
import { ABSOLUTE_GATE_LUFS } from '../../audio/loudness.js'
import { defaultOptions } from '../check.js'
import { median, rounded } from '../statistics.js'

export interface VolumeOutlier {
  file: string
  /** LUFS. */
  db: number
  /** Against the median of the batch; with two files, against the other. */
  deviationDb: number
  /** The same, as the number that is compared with the threshold. */
  deviation: number
}

export interface VolumeConsistency {
  /** 0 to 100. */
  score: number
  /** LUFS; when every file is silent the least that the scale knows. */
  medianDb: number
  /** From the softest file to the loudest. */
  spreadDb: number
  outliers: VolumeOutlier[]
}

export interface VolumeJudgement {
  consistency: VolumeConsistency
  /** For each file of the batch how far it is off, where it is an outlier. */
  outliers: (VolumeOutlier | null)[]
  /** For each file 0 to 1; 1 where it is silent. */
  scores: number[]
}

/** At the default threshold of 0.15 a file this far off is an outlier: midway between what must and what must not be. */
const OUTLIER_DB_AT_DEFAULT = 3.5
/** Whatever the threshold: 1 dB is barely noticed (just noticeable, by E. Zwicker and H. Fastl), and 6 dB by everybody. */
const NEVER_UNDER_DB = 1.2
const ALWAYS_FROM_DB = 5.5
/** At this deviation nothing is left of a file's score. */
const HOPELESS_DB = 10
const UNNOTICED_DB = 1

export function judgeVolume(
  files: { file: string; loudnessLufs: number | null }[],
  deviationThreshold: number,
): VolumeJudgement {
  const loudnesses = files.flatMap(({ loudnessLufs }) => (loudnessLufs === null ? [] : [loudnessLufs]))
  const middle = median(loudnesses)
  const deviations = files.map(({ loudnessLufs }) =>
    loudnessLufs === null || middle === null ? null : deviationDb(loudnessLufs, loudnesses, middle),
  )
  const outliers = files.map(({ file, loudnessLufs }, index): VolumeOutlier | null => {
    const db = deviations[index]
    if (db === null || !(volumeDeviation(db) > deviationThreshold)) return null
    return {
      file,
      db: rounded(loudnessLufs!, 2),
      deviationDb: rounded(db, 2),
      deviation: rounded(volumeDeviation(db), 4),
    }
  })
  const scores = deviations.map((db) => (db === null ? 1 : scoreOf(Math.abs(db))))
  const counted = scores.filter((_, index) => deviations[index] !== null)
  return {
    consistency: {
      score: counted.length === 0 ? 100 : rounded((100 * sum(counted)) / counted.length, 1),
      medianDb: rounded(middle ?? ABSOLUTE_GATE_LUFS, 2),
      spreadDb: loudnesses.length === 0 ? 0 : rounded(Math.max(...loudnesses) - Math.min(...loudnesses), 2),
      outliers: outliers.filter((outlier) => outlier !== null),
    },
    outliers,
    scores,
  }
}

/**
 * How far a difference in loudness goes, as the number that is compared with the threshold: in proportion where the threshold
 * decides, 0 where nobody hears it, and beyond every threshold where everybody does.
 */
export function volumeDeviation(offDb: number): number {
  const size = Math.abs(offDb)
  if (size <= NEVER_UNDER_DB) return 0
  if (size > ALWAYS_FROM_DB) return size / ALWAYS_FROM_DB
  return (size / OUTLIER_DB_AT_DEFAULT) * defaultOptions.deviationThreshold
}

/** Of two files neither is the norm, and the median lies halfway: what counts is how far they are apart. */
function deviationDb(lufs: number, loudnesses: number[], middle: number): number {
  return loudnesses.length === 2 ? 2 * (lufs - middle) : lufs - middle
}

function scoreOf(offDb: number): number {
  return Math.min(1, Math.max(0, (HOPELESS_DB - offDb) / (HOPELESS_DB - UNNOTICED_DB)))
}

function sum(values: number[]): number {
  return values.reduce((total, each) => total + each, 0)
}
