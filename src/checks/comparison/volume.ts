// Do all files have the same loudness, or, where there is a cast, all files of a voice?
import { ABSOLUTE_GATE_LUFS } from '../../audio/loudness.js'
import type { BatchTrait } from '../batch-trait.js'
import { castParts } from '../cast-parts.js'
import { defaultOptions } from '../check.js'
import { checkScore, fileCounts } from '../score.js'
import { median, rounded } from '../statistics.js'

export interface VolumeOutlier {
  file: string
  /** LUFS. */
  db: number
  /** Against the median of the batch, or, where there is a cast, of its voice; with two files, against the other. */
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
  /** A file that is further off than this is an outlier. */
  limitDb: number
  outliers: VolumeOutlier[]
}

export interface VolumeJudgement {
  consistency: VolumeConsistency
  /** For each file how far it is off, in dB, as it is told and held against the limit; null where it is silent. */
  deviationsDb: (number | null)[]
  /** For each file of the batch how far it is off, where it is an outlier. */
  outliers: (VolumeOutlier | null)[]
  /** What each file counts for, 0 to 1; null where it is silent. */
  counts: (number | null)[]
}

/** At the default threshold of 0.15 a file this far off is an outlier: midway between what must and what must not be. */
const OUTLIER_DB_AT_DEFAULT = 3.5
/** Whatever the threshold: 1 dB is barely noticed (just noticeable, by E. Zwicker and H. Fastl), and 6 dB by everybody. */
const NEVER_UNDER_DB = 1.2
const ALWAYS_FROM_DB = 5.5
/** As all of it is told. */
const DECIMALS = 2

/** Of one file of a voice nobody can say how loud the voice is: it is held against all. */
const FEWEST_OF_VOICE = 2

interface MeasuredFile {
  file: string
  castVoice?: string | undefined
  loudnessLufs: number | null
}

export function judgeVolume(files: readonly MeasuredFile[], deviationThreshold: number): VolumeJudgement {
  const loudnesses = loudnessesOf(files)
  const middle = median(loudnesses)
  const limitDb = rounded(volumeLimitDb(deviationThreshold), DECIMALS)
  const deviationsDb = files.map((): number | null => null)
  for (const { members } of castParts(files)) {
    const own = loudnessesOf(members.map((member) => files[member]))
    const beside = own.length < FEWEST_OF_VOICE ? loudnesses : own
    for (const member of members) {
      const { loudnessLufs } = files[member]
      if (loudnessLufs !== null) deviationsDb[member] = rounded(deviationDb(loudnessLufs, beside), DECIMALS)
    }
  }
  const outliers = files.map(({ file, loudnessLufs }, index): VolumeOutlier | null => {
    const db = deviationsDb[index]
    if (db === null || Math.abs(db) <= limitDb) return null
    return {
      file,
      db: rounded(loudnessLufs!, DECIMALS),
      deviationDb: db,
      deviation: rounded(volumeDeviation(db), 4),
    }
  })
  const counts = deviationsDb.map((db, index) =>
    db === null
      ? null
      : fileCounts(
          outliers[index] !== null,
          Math.min(deviationThreshold, volumeDeviation(db)),
          deviationThreshold,
        ),
  )
  return {
    consistency: {
      score: checkScore(counts),
      medianDb: rounded(middle ?? ABSOLUTE_GATE_LUFS, DECIMALS),
      spreadDb:
        loudnesses.length === 0 ? 0 : rounded(Math.max(...loudnesses) - Math.min(...loudnesses), DECIMALS),
      limitDb,
      outliers: outliers.filter((outlier) => outlier !== null),
    },
    deviationsDb,
    outliers,
    counts,
  }
}

/** The difference in loudness that a threshold stands for. */
export function volumeLimitDb(deviationThreshold: number): number {
  const inProportion = (deviationThreshold / defaultOptions.deviationThreshold) * OUTLIER_DB_AT_DEFAULT
  return Math.min(ALWAYS_FROM_DB, Math.max(NEVER_UNDER_DB, inProportion))
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
function deviationDb(lufs: number, loudnesses: number[]): number {
  const offDb = lufs - median(loudnesses)!
  return loudnesses.length === 2 ? 2 * offDb : offDb
}

function loudnessesOf(files: readonly MeasuredFile[]): number[] {
  return files.flatMap(({ loudnessLufs }) => (loudnessLufs === null ? [] : [loudnessLufs]))
}

/** Fewer files do not show how loud a voice is. */
const FEWEST_FILES_OF_VOICE = 3
const SHARE_DECIMALS = 3
const SHOWN_DECIMALS = 1

/** Voices of a cast that are louder or softer than the others: told once, since another try at one file would give the same. */
export function castLevelTraits(files: readonly MeasuredFile[], limitDb: number): BatchTrait[] {
  const voices = castParts(files).flatMap(({ voice, members }) => {
    const own = loudnessesOf(members.map((member) => files[member]))
    return voice && own.length >= FEWEST_FILES_OF_VOICE
      ? [{ voice, files: own.length, lufs: median(own)! }]
      : []
  })
  if (voices.length < 2) return []
  const count = loudnessesOf(files).length
  const middle = median(voices.map(({ lufs }) => lufs))!
  return voices.flatMap((each) => {
    const others = voices.filter((other) => other !== each)
    // Of two voices neither is the norm: what counts is how far they are apart, and it is said of the louder one.
    const offDb = others.length === 1 ? each.lufs - others[0].lufs : each.lufs - middle
    if (Math.abs(offDb) <= limitDb || (others.length === 1 && offDb < 0)) return []
    const amount = `${Math.abs(offDb).toFixed(SHOWN_DECIMALS)} dB ${offDb > 0 ? 'louder' : 'quieter'}`
    return [
      {
        name: offDb > 0 ? 'louderVoice' : 'quieterVoice',
        files: each.files,
        share: rounded(each.files / count, SHARE_DECIMALS),
        summary: `The files of ${each.voice} are ${amount} than those of ${others.length === 1 ? others[0].voice : 'the other voices'}.`,
        advice: `Bring the voices to one level after they are generated: another try at a file gives the same.`,
      },
    ]
  })
}
