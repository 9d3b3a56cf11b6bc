// The voices of a batch as a table has them: whose they are, in which files, and what is wrong with that.

/** What is read of an audit, as the engine makes it and as the service answers it. */
export interface CastAudit {
  checks: {
    comparison?:
      | {
          similarityMatrix: number[][]
          cast?: { voice: string | null; files: string[]; sameAs: string[] }[] | undefined
          tracks: {
            file: string
            voiceGroup?: number | null | undefined
            soundsLike?: string | null | undefined
            referenceSimilarity?: number | null | undefined
          }[]
        }
      | undefined
    pace?: { tracks: { speechSec: number }[] } | undefined
  }
}

export interface VoiceFigures {
  /** Of all its files together; null where it has none, or nobody measured it, which the check of the pace does. */
  speechSec: number | null
  /** The mean similarity of its files to each other, 0 to 1; null where fewer than two can be compared. */
  alike: number | null
  /** The mean similarity of its files to the recording of it that the caller gave; null where there is none. */
  likeReference: number | null
}

/** A file that has another voice of the cast than its own. */
export interface StrayFile {
  /** Place in the batch. */
  index: number
  file: string
  soundsLike: string
}

export interface CastRow extends VoiceFigures {
  /** As the caller calls it; null for the files for which none was named. */
  voice: string | null
  /** Places in the batch. */
  files: number[]
  strays: StrayFile[]
  /** Other names of the cast under which the same voice speaks. */
  sameAs: string[]
}

/** In the order in which the voices come first; none where the caller did not tell who should speak. */
export function castRows(audit: CastAudit): CastRow[] {
  const { cast = [], tracks = [] } = audit.checks.comparison ?? {}
  const places = new Map(tracks.map(({ file }, index) => [file, index]))
  return cast.map(({ voice, files: names, sameAs }) => {
    const files = names.flatMap((name) => places.get(name) ?? [])
    const strays = files.flatMap((index) => {
      const { file, soundsLike } = tracks[index]
      return soundsLike == null ? [] : [{ index, file, soundsLike }]
    })
    return { voice, files, sameAs, strays, ...voiceFigures(audit, files) }
  })
}

/** Of the files at these places, as far as it was measured. */
export function voiceFigures({ checks: { comparison, pace } }: CastAudit, files: number[]): VoiceFigures {
  const { similarityMatrix = [], tracks = [] } = comparison ?? {}
  // One without enough speech is as like one file as another.
  const compared = files.filter((index) => tracks[index]?.voiceGroup != null)
  const pairs = compared.flatMap((row, at) =>
    compared.slice(0, at).map((column) => similarityMatrix[row][column]),
  )
  return {
    speechSec:
      pace && files.length > 0
        ? files.reduce((all, index) => all + (pace.tracks[index]?.speechSec ?? 0), 0)
        : null,
    alike: mean(pairs),
    likeReference: mean(files.flatMap((index) => tracks[index]?.referenceSimilarity ?? [])),
  }
}

function mean(values: number[]): number | null {
  return values.length === 0 ? null : values.reduce((all, each) => all + each, 0) / values.length
}
