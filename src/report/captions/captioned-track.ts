// What captions are made of.

export interface CaptionWord {
  text: string
  startSec: number
  endSec: number
  /** A sentence of the script ends behind it, though its own last word is not shown. */
  endsSentence?: true
}

/** What scriptAccuracy tells of one file, as far as captions go by it. */
export interface CaptionedTrack {
  transcript: string
  /** Start and end of each word of the transcript; absent in audits of older versions. */
  wordTimesSec?: readonly (readonly number[])[] | undefined
  /** What should be said; absent without a script, and in audits of older versions. */
  script?: string | undefined
  /** Start and end of each word of the script, null where it is not said; absent where script and sound were not aligned. */
  scriptTimesSec?: readonly (readonly number[] | null)[] | undefined
  differences: readonly CaptionedDifference[]
  /** What is wrong with the script itself. */
  note?: string | undefined
}

export interface CaptionedDifference {
  kind: string
  written: string
  heard: string
  timeSec: number
  endSec: number
  cause: string
}
